package dev.linden.engine;

import dev.linden.base.InputError;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.op.Info;
import dev.linden.op.Property;
import dev.linden.op.Size;
import dev.linden.opt.RewriteReport;
import dev.linden.parfor.decide.ParforExplain;
import dev.linden.parfor.decide.TimeModel;
import dev.linden.plan.Annotations;
import dev.linden.plan.ExplainData;
import dev.linden.plan.Sites;
import dev.linden.plan.distribute.Cluster;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All stages of one compilation with the places of operators in the script, as maps, lists, texts,
 * numbers and booleans: what a plan page shows (docs/plans.md).
 */
final class PlanReport {
  private final Compilation script;
  private final int threads;
  private final TimeModel times;
  private final Annotations annotations;

  /**
   * @param sites the numbers of places that a recording of the script has; else new ones
   */
  PlanReport(Compilation script, int threads, TimeModel times, Sites sites) {
    this.script = script;
    this.threads = threads;
    this.times = times;
    this.annotations =
        new Annotations(sites, call -> times.seconds(call, script.options.environment()));
  }

  Annotations annotations() {
    return annotations;
  }

  Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("script", main().name());
    data.put("machine", machineData());
    data.put("inputs", inputs());
    Annotations places = annotations.withoutTimes();
    Map<String, Object> stages = new LinkedHashMap<>();
    stages.put("written", ExplainData.hops(script.asWritten, script.options, places));
    stages.put("rewritten", ExplainData.hops(script.hops, script.options, places));
    stages.put("selected", ExplainData.selected(script.hops, script.options, annotations));
    stages.put("instructions", ExplainData.runtime(script.plan, annotations));
    data.put("stages", stages);
    data.put("rewrites", script.rewrites.counts());
    data.put("firings", firings());
    data.put("fusion", ExplainData.fusion(script.hops, script.options));
    data.putAll(ExplainData.recompilePoints(script.plan));
    data.put("parfor", parfors());
    data.put("warnings", script.program.warnings());
    return data;
  }

  /** The places that numbers of sites stand for, and their texts: when all else is told. */
  void addPlaces(Map<String, Object> data) {
    List<Object> places = annotations.sites().data();
    List<Object> files = new ArrayList<>();
    data.put("places", numbered(places, files));
    data.put("files", files);
    data.put("sources", sources());
    data.put("stages", shortened(data.get("stages"), places));
  }

  /** Sources by their positions among {@code files}, because there are many places in each. */
  private static List<Object> numbered(List<Object> places, List<Object> files) {
    List<Object> all = new ArrayList<>();
    for (Object each : places) {
      List<Object> place = new ArrayList<>((List<?>) each);
      if (!files.contains(place.get(0))) {
        files.add(place.get(0));
      }
      place.set(0, files.indexOf(place.get(0)));
      all.add(place);
    }
    return all;
  }

  /**
   * Stages make most of a page: without what is not known, empty, or said by the place of an
   * operator.
   */
  private static Object shortened(Object value, List<Object> places) {
    if (value instanceof List<?> list) {
      return list.stream().map(each -> shortened(each, places)).toList();
    } else if (!(value instanceof Map<?, ?> map)) {
      return value;
    } else {
      Map<Object, Object> kept = new LinkedHashMap<>();
      map.forEach(
          (name, field) -> {
            boolean said = name.equals("line") && field.equals(lineOf(map.get("site"), places));
            boolean empty = name.equals("inputs") && List.of().equals(field);
            if (field != null && !said && !empty) {
              kept.put(name, shortened(field, places));
            }
          });
      return kept;
    }
  }

  private static Object lineOf(Object site, List<Object> places) {
    boolean known = site instanceof Integer number && number < places.size();
    return known && places.get((Integer) site) instanceof List<?> place ? place.get(1) : null;
  }

  private Source main() {
    return script.parsed.source();
  }

  // ---- texts

  /** The script, and of other files the lines that operators come from. */
  private List<Object> sources() {
    Map<String, Stretch> stretches = new TreeMap<>();
    for (Span text : annotations.sites().texts()) {
      for (Span span = text; span != null; span = outer(span)) {
        stretches
            .computeIfAbsent(span.source().name(), name -> new Stretch())
            .add(span.source(), span.line(), span.endLine());
      }
    }
    List<Object> all = new ArrayList<>();
    all.add(source(main(), 1, Integer.MAX_VALUE));
    stretches.remove(main().name());
    stretches.values().forEach(s -> all.add(source(s.source, s.first, s.last)));
    return all;
  }

  private static Span outer(Span span) {
    return span.inlined() == null ? null : span.inlined().place();
  }

  private static final class Stretch {
    private Source source;
    private int first = Integer.MAX_VALUE;
    private int last;

    void add(Source of, int from, int to) {
      source = of;
      first = Math.min(first, from);
      last = Math.max(last, to);
    }
  }

  private static Map<String, Object> source(Source source, int first, int last) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("name", source.name());
    data.put("first", first);
    data.put("lines", source.text().lines().skip(first - 1L).limit(last - first + 1L).toList());
    return data;
  }

  // ---- what the plan was made for

  private Map<String, Object> machineData() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("exec", script.options.resources().mode().name());
    data.put("localBudget", finite(script.options.resources().localBudget()));
    data.put("threads", threads);
    Cluster cluster = script.options.resources().describedCluster();
    if (cluster != null) {
      Map<String, Object> described = new LinkedHashMap<>();
      described.put("executors", cluster.executors());
      described.put("cores", cluster.coresPerExecutor());
      described.put("executorMemory", cluster.executorMemory());
      described.put("driverMemory", cluster.driverMemory());
      data.put("cluster", described);
    }
    return data;
  }

  private static Object finite(double bytes) {
    return Double.isInfinite(bytes) ? null : (long) bytes;
  }

  /**
   * @throws InputError if one of these is none that may be another
   */
  void requireInputs(Set<String> names) {
    Map<String, Info> there = outside();
    for (String name : names) {
      if (!there.containsKey(name)) {
        throw new InputError(
            name + " is no input: expected one of " + String.join(", ", there.keySet()));
      }
    }
  }

  /** Matrices that come from outside or from a random generator: what may be others. */
  private List<Object> inputs() {
    List<Object> all = new ArrayList<>();
    outside()
        .forEach(
            (name, info) -> {
              Size size = info.size();
              Map<String, Object> input = new LinkedHashMap<>();
              input.put("name", name);
              input.put("rows", size.rowsKnown() ? size.rows() : null);
              input.put("cols", size.colsKnown() ? size.cols() : null);
              input.put("nnz", size.nnzKnown() ? size.nnz() : null);
              all.add(input);
            });
    return all;
  }

  private Map<String, Info> outside() {
    Map<String, Info> found = new LinkedHashMap<>();
    script.request.inputs().forEach((name, info) -> found.put(name, script.inputs.get(name)));
    HopBlock.forEach(
        script.asWritten.main(),
        block -> {
          for (Dag.Root root : block.dag().roots()) {
            if (root instanceof Dag.Bind bind && comesFromOutside(bind.hop())) {
              found.putIfAbsent(bind.variable(), bind.hop().info());
            }
          }
        });
    HopBlock.forEachHop(
        script.asWritten.main(),
        hop -> {
          if (hop instanceof Hop.Read read) {
            Info assumed = script.assumed.inputs().get(read.variable());
            found.putIfAbsent(read.variable(), assumed); // null for the script's own
          }
        });
    found.values().removeIf(info -> info == null || !info.isMatrix());
    return found;
  }

  private static boolean comesFromOutside(Hop hop) {
    return hop instanceof Hop.Compute call
        && (call.op().has(Property.READS_FILE)
            || call.op().has(Property.NONDETERMINISTIC) && call.op().results() == 1);
  }

  // ---- decisions

  private List<Object> firings() {
    List<Object> all = new ArrayList<>();
    for (RewriteReport.Firing firing : script.rewrites.firings()) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("rule", firing.rule());
      ExplainData.place(firing.span(), data);
      data.put("before", firing.before());
      data.put("after", firing.after());
      all.add(data);
    }
    return all;
  }

  /** How each parfor loop runs; its operators are in the stages. */
  private List<Object> parfors() {
    ParforExplain explain =
        ParforExplain.of(
            script.hops, threads, script.plan.resources(), times, script.options.environment());
    List<Object> all = new ArrayList<>();
    for (Object loop : (List<?>) explain.data().get("loops")) {
      Map<Object, Object> data = new LinkedHashMap<>((Map<?, ?>) loop);
      data.remove("body");
      all.add(data);
    }
    return all;
  }
}
