package dev.linden.op;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All operators by name. A family lists its own; the catalogue lists the families. */
public final class Catalogue {
  private static final Map<String, Op> BY_NAME =
      index(
          List.of(
              CellwiseOps.ALL,
              AggregateOps.ALL,
              ProductOps.ALL,
              EinsumOps.ALL,
              ReorgOps.ALL,
              CompressionOps.ALL,
              IndexOps.ALL,
              AppendOps.ALL,
              DatagenOps.ALL,
              CastOps.ALL,
              ShapeOps.ALL,
              StatOps.ALL,
              QuantileOps.ALL,
              DistributionOps.ALL,
              GroupOps.ALL,
              SetOps.ALL,
              SolveOps.ALL,
              NeuralOps.ALL,
              LayerOps.ALL,
              TreeOps.ALL,
              FourierOps.ALL,
              ListOps.ALL,
              FrameOps.ALL,
              TableOps.ALL,
              SchemaOps.ALL,
              TransformOps.ALL,
              ControlOps.ALL,
              InputOutputOps.ALL,
              PictureOps.ALL));

  /** Operators that only plans contain. */
  private static final Map<String, Op> PHYSICAL =
      index(
          List.of(
              ProductOps.PHYSICAL,
              AggregateOps.PHYSICAL,
              IndexOps.PHYSICAL,
              NamedColumns.PHYSICAL,
              PlacementOps.PHYSICAL,
              CompressionOps.PHYSICAL,
              ControlOps.PHYSICAL));

  private Catalogue() {}

  /** The operator with that DML name or alias, or null. */
  public static Op find(String name) {
    return BY_NAME.get(name);
  }

  /** Whether a call by that name in a script is one of an operator with this property. */
  public static boolean has(String name, Property property) {
    Op op = find(name);
    return op != null && op.has(property);
  }

  /** The operator that plans show under that name, or null. */
  static Op physical(String name) {
    return PHYSICAL.get(name);
  }

  /** Names and aliases of all operators. */
  public static Collection<String> names() {
    return BY_NAME.keySet();
  }

  public static Collection<Op> all() {
    return List.copyOf(new java.util.LinkedHashSet<>(BY_NAME.values()));
  }

  private static Map<String, Op> index(List<List<Op>> families) {
    Map<String, Op> byName = new LinkedHashMap<>();
    for (List<Op> family : families) {
      for (Op op : family) {
        add(byName, op.name(), op);
        for (String alias : op.aliases()) {
          add(byName, alias, op);
        }
      }
    }
    return byName;
  }

  private static void add(Map<String, Op> byName, String name, Op op) {
    if (byName.put(name, op) != null) {
      throw new IllegalStateException("operator " + name + " is defined twice");
    }
  }
}
