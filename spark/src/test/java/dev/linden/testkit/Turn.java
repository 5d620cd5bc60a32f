package dev.linden.testkit;

/** Which of many slow tests run: a part of them, another one by {@code -Dgolden.turn}. */
public final class Turn {
  private Turn() {}

  public static boolean isChosen(String place, int parts) {
    return isAll()
        || Math.floorMod(place.hashCode(), parts)
            == Math.floorMod(Integer.getInteger("golden.turn", 0), parts);
  }

  /** All are with {@code -Dgolden.spark=all}, and where {@code -Dgolden} names what to run. */
  static boolean isAll() {
    return System.getProperty("golden.spark", "").equals("all")
        || !System.getProperty("golden", "").isEmpty();
  }
}
