package dev.linden.storage.format.libsvm;

import dev.linden.storage.text.Dialect;
import java.io.Serializable;

/**
 * How a libsvm file writes its lines.
 *
 * @param declaredFeatures -1 if nobody says how many there are
 */
record LibsvmSyntax(String separator, String indexSeparator, long declaredFeatures)
    implements Serializable {

  Dialect dialect() {
    return separator.isBlank() ? Dialect.separatedByWhiteSpace() : Dialect.separatedBy(separator);
  }

  boolean declaresFeatures() {
    return declaredFeatures >= 0;
  }
}
