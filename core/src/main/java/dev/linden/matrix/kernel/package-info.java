/**
 * The loops. A facade checks, allocates, picks the variant for the representations at hand and
 * splits the work; the loop works on a row range and trusts its arguments.
 */
package dev.linden.matrix.kernel;
