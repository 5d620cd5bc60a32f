/** What tests of several packages share. */
package dev.linden.testkit;
