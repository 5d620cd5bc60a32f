/**
 * Feature transformation: frames to numeric matrices and back, as a JSON text says. Start at {@link
 * dev.linden.frame.transform.Transform}.
 */
package dev.linden.frame.transform;
