/**
 * File systems: what paths lead to, and bytes in and out of them. {@link
 * dev.linden.storage.store.FileStore} is the interface; the local one is here, others come by
 * {@link java.util.ServiceLoader}. Wrappers restrict a store to some folders, or make a pipe look
 * like a file.
 */
package dev.linden.storage.store;
