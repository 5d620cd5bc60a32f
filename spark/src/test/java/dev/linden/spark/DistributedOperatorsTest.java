package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.matrix.rowcodes.RowCodesPacking;
import dev.linden.op.Catalogue;
import dev.linden.op.Distribution;
import dev.linden.op.Op;
import dev.linden.op.Property;
import dev.linden.spark.operator.Form;
import dev.linden.testkit.ExamplesOnSpark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every distributed operator gives what the local one gives, on matrices of several blocks (dense,
 * sparse, ultra-sparse, empty, sizes around the borders of blocks), and each form of an operator
 * where there are several.
 */
class DistributedOperatorsTest {
  /** A and B have 250x130 cells in blocks of 100; C fits A from the right. */
  private static final List<String> EXPRESSIONS =
      List.of(
          "-A",
          "!A",
          "A + 7",
          "3 - A",
          "A ^ 2",
          "A > 0.3",
          "A + B",
          "A * B",
          "A / (abs(B) + 1)",
          "min(A, B)",
          "max(A, 0.1)",
          "A != B",
          "A %% 0.3",
          "A * v",
          "A - w",
          "v - A",
          "A + as.matrix(0.5)",
          "v + w",
          "outer(v, w, \"*\")",
          "ifelse(A > 0, A, B)",
          "ifelse(A > 0, 1, 0)",
          "replace(target=A, pattern=0, replacement=3)",
          "log(abs(A) + 1)",
          "log(abs(A) + 1, 2)",
          "sqrt(abs(A))",
          "sigmoid(A)",
          "as.matrix(sum(A))",
          "as.matrix(mean(A))",
          "as.matrix(min(A))",
          "as.matrix(max(A))",
          "as.matrix(var(A))",
          "as.matrix(sd(A))",
          "as.matrix(sum(A^2))",
          "as.matrix(sum(A * B))",
          "as.matrix(sum(A * B * A))",
          "as.matrix(trace(S))",
          "rowSums(A)",
          "rowMeans(A)",
          "rowMins(A)",
          "rowMaxs(A)",
          "rowVars(A)",
          "rowSds(A)",
          "rowSums(A^2)",
          "colSums(A)",
          "colMeans(A)",
          "colMins(A)",
          "colMaxs(A)",
          "colVars(A)",
          "colSds(A)",
          "colSums(A^2)",
          "rowProds(A)",
          "colProds(A)",
          "rowIndexMax(A)",
          "rowIndexMin(A)",
          "t(A)",
          "rev(A)",
          "roll(A, 37)",
          "roll(A, -5)",
          "diag(v)",
          "diag(S)",
          "t(v)",
          "lower.tri(target=S, diag=TRUE, values=TRUE)",
          "upper.tri(target=A)",
          "cumsum(A)",
          "cumprod(A + 1)",
          "cummin(A)",
          "cummax(A)",
          "rowcumsum(A)",
          "cumsumprod(A[,1:2])",
          "A[1:100,]",
          "A[101:250, 1:100]",
          "A[50:160, 90:110]",
          "A[250, 130]",
          "A[,7]",
          "A[3,]",
          "cbind(A, B)",
          "cbind(A, v)",
          "rbind(A, B)",
          "rbind(A, w, B)",
          "cbind(A[,1:100], B)",
          "matrix(A, 130, 250)",
          "matrix(A, 130, 250, byrow=FALSE)",
          "matrix(A, 325, 100)",
          "matrix(2.5, 220, 105)",
          "matrix(0, 101, 99)",
          "seq(1, 333)",
          "seq(10, 0, -0.05)",
          "rand(rows=250, cols=130, seed=7)",
          "rand(rows=250, cols=130, seed=7, sparsity=0.05)",
          "rand(rows=101, cols=99, pdf=\"normal\", seed=3)",
          "rand(rows=120, cols=110, min=-2, max=3, seed=4, sparsity=0.6)",
          "removeEmpty(target=A, margin=\"rows\")",
          "removeEmpty(target=A, margin=\"cols\")",
          "removeEmpty(target=A, margin=\"rows\", select=(v > 0))",
          "removeEmpty(target=A, margin=\"cols\", select=(w > 0))",
          "table(p, q)",
          "table(p, q, abs(v))",
          "table(p, q, 150, 120)",
          "table(seq(1, 250), q, 250, 120)",
          "table(seq(1, 250), q, 250, 20)",
          "table(seq(1, 250), q, abs(v), 250, 90)",
          "table(seq(1, 250), 3, 250, 4)",
          "cbind(A[,1:50], v)",
          "cbind(matrix(1, 250, 1), v, A[,1:50])",
          "order(target=A, by=3)",
          "order(target=A, by=111, decreasing=TRUE)",
          "order(target=p, by=1, index.return=TRUE)",
          "order(target=cbind(p, q, v), by=matrix(\"1 2\", 1, 2))",
          "aggregate(target=A, groups=p, fn=\"sum\")",
          "aggregate(target=v, groups=q, fn=\"count\", ngroups=150)",
          "aggregate(target=v, groups=p, fn=\"mean\")",
          "aggregate(target=A, groups=p, fn=\"sum\", weights=q)",
          "aggregate(target=v, groups=p, fn=\"sum\")",
          "aggregate(target=w, groups=as.matrix(3), fn=\"max\", ngroups=4)",
          "aggregate(target=A, groups=p, fn=\"variance\")",
          "aggregate(target=A, groups=q, fn=\"min\")",
          "aggregate(target=A + 2, groups=p, fn=\"max\")",
          "aggregate(target=A + 2, groups=p, fn=\"centralmoment\", order=2)",
          "aggregate(target=v, groups=round(p / 20) + 1, fn=\"centralmoment\", order=\"3\")",
          "aggregate(target=A, groups=round(p / 20) + 1, fn=\"centralmoment\", order=4)",
          "aggregate(target=v, groups=p, fn=\"mean\", weights=q)",
          "aggregate(target=v, groups=round(p / 20) + 1, fn=\"variance\", weights=q)",
          "table(p, 3)",
          "table(p, q, 2.5)",
          "table(p, 2, v, 150, 4)",
          "table(p, q, 150, 120, TRUE)",
          "A; RESULT[3:220, 5:118] = B[1:218, 1:114]",
          "append(A, B)",
          "read.csv(\"FOLDER/a.csv\")",
          "readMM(\"FOLDER/a.mm\")",
          "read(\"FOLDER/a.csv\")",
          "(A %/% 0.3) + (A < B) + (A <= B) + (A >= 0.2) + (A == B)",
          "(A > 0 & B > 0) + (A > 0.1 | B > 0.1) + xor(A > 0.2, B > 0.2)",
          "bitwAnd(p, q) + bitwOr(p, q) + bitwXor(p, q) + bitwShiftL(p, 2) + bitwShiftR(p, 1)",
          "is.na(A) + is.nan(A) + is.infinite(A / B)",
          "ppred(A, B, \"<\")",
          "cdf(target=A, dist=\"normal\", mean=0.1, sd=2)",
          "icdf(target=abs(A) / 2 + 0.1, dist=\"exp\", rate=2)",
          "pnorm(target=v) + pexp(target=abs(v)) + pt(target=v, df=3)"
              + " + pchisq(target=abs(v), df=3) + pf(target=abs(v), df1=3, df2=5)",
          "qnorm(target=p / 150) + qexp(target=p / 150) + qt(target=p / 150, df=3)"
              + " + qchisq(target=p / 150, df=3) + qf(target=p / 150, df1=3, df2=5)",
          "A %*% C",
          "as.matrix(prod(A[,1:3] + 1))",
          "as.matrix(mean(v, p))",
          "as.matrix(moment(v, 2) + moment(v, 4))",
          "as.matrix(moment(A[,1], p, 3))",
          "as.matrix(cov(v, p))",
          "as.matrix(cov(v, A[,5], q))",
          "as.matrix(1 * contains(target=A, pattern=0))",
          "as.matrix(1 * contains(target=p, pattern=p[7,]))",
          "as.matrix(contains(target=A, pattern=A[201,]) + 2 * contains(target=A, pattern=w))",
          "as.matrix(1 * contains(target=A[,1:9], pattern=A[99,1:9]))",
          "as.matrix(countDistinct(A) + 1e5 * countDistinct(p))",
          "as.matrix(countDistinctApprox(A))",
          "countDistinct(round(A * 20), dir=\"r\")",
          "countDistinctApprox(A, \"KMV\", \"c\")",
          "rowCountDistinct(round(A * 20))",
          "rowCountDistinctApprox(round(A * 20))",
          "colCountDistinct(round(A * 20))",
          "colCountDistinctApprox(round(A * 20))",
          "unique(p)",
          "unique(A)",
          "unique(round(A * 20), dir=\"r\")",
          "unique(round(A * 20), dir=\"c\")",
          "unique(w)",
          "as.matrix(median(v))",
          "as.matrix(median(p, q))",
          "as.matrix(quantile(v, 0.3) + quantile(p, q, 0.6))",
          "quantile(A[,1], seq(0, 1, 0.125))",
          "as.matrix(interQuartileMean(v))",
          "as.matrix(interQuartileMean(p, q))",
          "interQuantile(v, 0.2)",
          "interQuantile(p, q, 0.3)",
          "interQuantile(A[,1], 0)",
          "rand(rows=250, cols=130, pdf=\"poisson\", lambda=3, seed=5)",
          "rand(rows=250, cols=130, sparsity=0)",
          "sample(1000, 333, TRUE, 7)");

  private static final List<String> PRODUCTS =
      List.of(
          "A %*% C",
          "t(A) %*% B",
          "A %*% t(B)",
          "t(A) %*% A",
          "A %*% t(A)",
          "A %*% x",
          "t(A) %*% v",
          "t(v) %*% A",
          "t(A) %*% (A %*% x)",
          "t(A) %*% (v * (A %*% x))",
          "t(A) %*% ((A %*% x) - v)",
          "v %*% w",
          "t(v) %*% v",
          "S %*% S",
          "removeEmpty(target=diag(v * (v > 0)), margin=\"rows\") %*% A",
          "removeEmpty(target=diag(0 * v), margin=\"rows\") %*% A");

  /** X is sparse, U and V are factors. */
  private static final List<String> OUTER =
      List.of(
          "as.matrix(sum((X != 0) * (U %*% t(V) - X)^2))",
          "as.matrix(sum((X - U %*% t(V))^2))",
          "X * sigmoid(U %*% t(V))",
          "(X / (U %*% t(V))) %*% V",
          "t(U) %*% (X / (U %*% t(V)))",
          "t(t(U) %*% (X * (U %*% t(V))))",
          "as.matrix(sum(X * log(U %*% t(V) + 0.1)))",
          "X * exp(U %*% t(V))");

  /** Cells in blocks of any width, whole rows (N has one block per row), several aggregates. */
  private static final List<String> FUSED =
      List.of(
          "exp(A) * 2 + B / (abs(A) + 1)",
          "(A * v - w) * (A > 0.1)",
          "ifelse(A > 0, A * B, B - 1)",
          "as.matrix(sum(A * exp(B) + 1))",
          "as.matrix(max(abs(A - B) * 3))",
          "as.matrix(min((A - w) * v))",
          "as.matrix(sum(abs(A) * B) + max(A + B * 2) + sum((A - B)^2))",
          "colSums(N * exp(N) + 1)",
          "N / rowSums(exp(N)) * 2",
          "t(N) %*% (1 / (1 + exp(N %*% y)))",
          "t(N) %*% (N / rowSums(abs(N) + 1))",
          "exp(N %*% y) * v",
          "rowSums(abs(N) * N + 1)",
          "t(N) %*% ((N %*% Y2) * v)",
          "t(N) %*% (Q * (N %*% Y2) - Q * rowSums(Q * (N %*% Y2)))",
          "exp(N %*% Y2) * Q");

  /** N is too large for the driver, what comes out of it is not; with the form. */
  private static final Map<String, String> FUSED_HERE_AND_THERE =
      Map.of(
          "t(N) %*% (Q * (N %*% Y2) - Q * rowSums(Q * (N %*% Y2)))",
          "fused product",
          "rbind(rowIndexMin(w3 - 2 * (N %*% Y2)), as.matrix(sum(rowMins(w3 - 2 * (N %*% Y2)))))",
          "fused together",
          "rbind(rowSums(exp(N %*% Y2)), as.matrix(max(N %*% Y2)), rowMaxs(N %*% Y2))",
          "fused together");

  private static final Map<String, String> FUSE =
      Map.of("+fusion.policy", "all", "+fusion.smallest", "1", "+fusion.classes", "at-once");

  /** Nothing leaves the loop in front of which matrices are compressed. */
  private static final Map<String, String> ALWAYS =
      Map.of("+compression", "always", "+opt.rules.off", "LoopInvariants");

  @TempDir static Path folder;

  /** Counters of what happened on executors so far. */
  private final Set<String> ran = new TreeSet<>();

  @TestFactory
  List<DynamicTest> fusedOperatorsOnBlocks() {
    List<DynamicTest> tests = new ArrayList<>();
    inputs()
        .forEach(
            (kind, values) -> {
              Map<String, Matrix> all = new LinkedHashMap<>(values);
              all.put("N", random(250, 80, kind.equals("dense") ? 1 : 0.05, 21));
              all.put("y", random(80, 1, 1, 22));
              all.put("Y2", random(80, 3, 1, 23));
              all.put("Q", random(250, 3, 1, 24));
              all.remove("x");
              tests.add(test(kind + " fused", FUSED, all, FUSE));
            });
    return tests;
  }

  @Test
  void fusedOperatorsOfWhatIsHereAndThere() {
    Map<String, Matrix> values = new LinkedHashMap<>();
    values.put("N", random(250, 80, 1, 21));
    values.put("Y2", random(80, 3, 1, 23));
    values.put("Q", random(250, 3, 1, 24));
    values.put("w3", random(1, 3, 1, 26));
    Map<String, String> hybrid = new LinkedHashMap<>(FUSE);
    hybrid.put("+exec", "hybrid");
    hybrid.put("+memory", "150k");
    hybrid.put("+memory.budget", "100m");
    FUSED_HERE_AND_THERE.forEach(
        (expression, form) -> {
          Scripts.Outcome local = run(List.of(expression), values, Map.of("+exec", "local"));
          Scripts.Outcome outcome = run(List.of(expression), values, hybrid);
          outcome.assertLike(local, Map.of());
          String counters = expression + " " + outcome.counters();
          assertTrue(outcome.counters().containsKey(form), counters);
          assertEquals("0", outcome.counters().get("collects").toString(), counters);
        });
  }

  @TestFactory
  List<DynamicTest> likeTheLocalOperators() {
    List<DynamicTest> tests = new ArrayList<>();
    Map<String, String> unfused = Map.of("+fusion.policy", "off");
    tests.add(DynamicTest.dynamicTest("files", this::writeFiles));
    List<String> all = new ArrayList<>(EXPRESSIONS);
    all.addAll(cellFunctions());
    inputs().forEach((kind, values) -> tests.add(test(kind, all, values, unfused)));
    tests.add(DynamicTest.dynamicTest("all operators of the catalogue", this::coversCatalogue));
    return tests;
  }

  /** Blocks in a form that neither Spark nor the operators know. */
  @TestFactory
  List<DynamicTest> packedBlocks() {
    List<DynamicTest> tests = new ArrayList<>();
    Map<String, String> packed = Map.of("+fusion.policy", "off", "+memory.packing", "row-codes");
    tests.add(DynamicTest.dynamicTest("files", this::writeFiles));
    long before = RowCodesPacking.READ.sum();
    inputs().forEach((kind, values) -> tests.add(test(kind, EXPRESSIONS, values, packed)));
    tests.add(
        DynamicTest.dynamicTest(
            "blocks travel packed",
            () -> assertTrue(RowCodesPacking.READ.sum() > before + EXPRESSIONS.size())));
    return tests;
  }

  /** Blocks that executors have compressed in front of a loop, and all that is computed of them. */
  @TestFactory
  List<DynamicTest> compressedBlocks() {
    List<String> all = new ArrayList<>(EXPRESSIONS);
    all.removeIf(expression -> expression.contains("FOLDER"));
    all.addAll(PRODUCTS);
    Map<String, String> compressed = new LinkedHashMap<>(ALWAYS);
    compressed.put("+fusion.policy", "off");
    Map<String, String> fused = new LinkedHashMap<>(ALWAYS);
    fused.putAll(FUSE);
    List<DynamicTest> tests = new ArrayList<>();
    Map<String, Double> densities = Map.of("dense", 1.0, "sparse", 0.3);
    densities.forEach(
        (kind, density) -> {
          Map<String, Matrix> few = fewValues(inputs(density));
          tests.add(compressed(kind, all, few, compressed));
          Map<String, Matrix> more = new LinkedHashMap<>(few);
          more.put("N", fewValues(random(250, 80, density, 21)));
          more.put("y", random(80, 1, 1, 22));
          more.put("Y2", random(80, 3, 1, 23));
          more.put("Q", random(250, 3, 1, 24));
          more.remove("x");
          tests.add(compressed(kind + " fused", FUSED, more, fused));
        });
    Map<String, Matrix> outer = new LinkedHashMap<>();
    outer.put("X", fewValues(random(250, 230, 0.3, 1)));
    outer.put("U", random(250, 5, 1, 2));
    outer.put("V", random(230, 5, 1, 3));
    tests.add(compressed("fused outer products", OUTER, outer, ALWAYS));
    return tests;
  }

  private DynamicTest compressed(
      String name, List<String> expressions, Map<String, Matrix> values, Map<String, String> with) {
    DynamicTest comparing = test(name, expressions, values, with);
    return DynamicTest.dynamicTest(
        name,
        () -> {
          ran.remove(Form.COMPRESSED.label());
          comparing.getExecutable().execute();
          assertTrue(ran.contains(Form.COMPRESSED.label()), name);
        });
  }

  /** Matrices of quarters, sparse ones of ones, which compress well; vectors as they are. */
  private static Map<String, Matrix> fewValues(Map<String, Matrix> values) {
    Map<String, Matrix> few = new LinkedHashMap<>();
    values.forEach(
        (name, matrix) ->
            few.put(name, matrix.rows() == 1 || matrix.cols() == 1 ? matrix : fewValues(matrix)));
    return few;
  }

  private static Matrix fewValues(Matrix matrix) {
    Dense few = Dense.zeros(matrix.rows(), matrix.cols());
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.cols(); j++) {
        double cell = matrix.get(i, j);
        few.set(i, j, matrix.isSparse() ? Math.abs(Math.signum(cell)) : Math.rint(4 * cell) / 4);
      }
    }
    return Formats.adapt(few);
  }

  private void writeFiles() {
    String script =
        """
        write(A, "FOLDER/a.csv", format="csv")
        write(A, "FOLDER/a.mm", format="mm")
        """
            .replace("FOLDER", folder.toString());
    Scripts.run(script, inputs(1), List.of(), Map.of("+exec", "local"));
  }

  /** Calls of all cell functions of the catalogue that have a name. */
  private static List<String> cellFunctions() {
    List<String> calls = new ArrayList<>();
    for (Op op : Catalogue.all()) {
      boolean named = op.name().matches("[A-Za-z.0-9]+");
      if (named && op.hasCellFunction()) {
        calls.add(op.name() + (op.unary() != null ? "(A)" : "(A, B)"));
      }
    }
    return calls;
  }

  /**
   * Every operator is shown to run on executors, by an expression or by its example in the
   * documentation, but for those that say that they are local, and write: it runs there for results
   * that do not fit the driver (FormCoverageTest).
   */
  private void coversCatalogue() {
    List<String> missing = new ArrayList<>();
    List<String> surprising = new ArrayList<>();
    for (Op op : Catalogue.all()) {
      boolean seen = ran.contains("operator " + op.name());
      boolean local = op.distribution() == Distribution.LOCAL && !op.has(Property.READS_FILE);
      if (!seen && !local && !isShownByExample(op)) {
        missing.add(op.name());
      } else if (seen && local) {
        surprising.add(op.name());
      }
    }
    assertEquals(List.of(), missing, "neither expressions nor examples have these on executors");
    assertEquals(List.of(), surprising, "operators that say that they are local, and are not");
  }

  /** Whether it runs on executors, and as it must, in an example. */
  private static boolean isShownByExample(Op op) {
    Map<String, String> settings = new LinkedHashMap<>();
    ExamplesOnSpark.SETTINGS.forEach((key, value) -> settings.put("+" + key, value));
    return ExamplesOnSpark.checked(op.name(), folder).stream()
        .map(script -> Scripts.run(script, Map.of(), List.of(), settings))
        .anyMatch(outcome -> outcome.counters().containsKey("operator " + op.name()));
  }

  @TestFactory
  List<DynamicTest> quantilesOfMoreCellsThanTheDriverTakes() {
    List<String> quantiles =
        List.of(
            "as.matrix(median(v))",
            "as.matrix(median(v[1:249,]))",
            "as.matrix(median(p))",
            "as.matrix(median(p, q))",
            "as.matrix(median(A[,1]))",
            "as.matrix(interQuartileMean(v))",
            "as.matrix(interQuartileMean(p, q))",
            "as.matrix(interQuartileMean(A[,2], abs(v)))",
            "quantile(v, seq(0, 1, 0.015625))",
            "quantile(A[,3], seq(0, 1, 0.0625))",
            "quantile(p, q, seq(0, 1, 0.0625))",
            "interQuantile(v, 0.07)",
            "interQuantile(p, 0.3)",
            "interQuantile(p, q, 0.1)",
            "interQuantile(round(v), p, 0.3)");
    List<DynamicTest> tests = new ArrayList<>();
    inputs()
        .forEach(
            (kind, values) ->
                tests.add(test(kind, quantiles, values, Map.of("linden.spark.fetch", "20"))));
    return tests;
  }

  @TestFactory
  List<DynamicTest> vectorsTooLargeForBroadcasts() {
    List<DynamicTest> tests = new ArrayList<>();
    List<String> some =
        List.of(
            "A * v",
            "A - w",
            "v - A",
            "outer(v, w, \"+\")",
            "A + B",
            "ifelse(A > 0, B, 1)",
            "removeEmpty(target=A, margin=\"rows\")",
            "removeEmpty(target=A, margin=\"cols\")",
            "removeEmpty(target=A, margin=\"rows\", select=(v > 0))",
            "removeEmpty(target=A, margin=\"cols\", select=(w > 0))");
    inputs().forEach((kind, values) -> tests.add(test(kind, some, values, Scripts.NO_BROADCASTS)));
    return tests;
  }

  /** It would not fit either. */
  @Test
  void aMatrixThatGivesItsNamesStaysThere() {
    Scripts.Outcome outcome =
        Scripts.run(
            "X = rand(rows=12000, cols=80, seed=1); C = setNames(matrix(1, 2, ncol(X)), X)\n"
                + "s = sum(C); t = sum(X > 0)",
            Map.of(),
            List.of("s", "t"),
            Map.of("+memory.budget", "6m"));
    assertEquals(160.0, outcome.values().get("s"));
    assertEquals(96e4, outcome.values().get("t"));
    assertEquals(0L, outcome.counters().get("collects"));
  }

  @TestFactory
  List<DynamicTest> everyFormOfProducts() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String form : List.of("mapmm_left", "mapmm_right", "cpmm", "rmm")) {
      inputs()
          .forEach(
              (kind, values) ->
                  tests.add(
                      test(
                          kind + " " + form,
                          PRODUCTS,
                          values,
                          Map.of("linden.spark.product", form))));
    }
    Map<String, Matrix> narrow = inputs().get("dense");
    tests.add(
        test(
            "zipmm",
            List.of(
                "t(A[,1:80]) %*% B[,1:90]",
                "t(v) %*% p", "removeEmpty(target=diag(v * (v > 0)), margin=\"rows\") %*% A"),
            narrow,
            Scripts.NO_BROADCASTS));
    return tests;
  }

  @TestFactory
  List<DynamicTest> fusedOuterProducts() {
    Map<String, Matrix> values = new LinkedHashMap<>();
    values.put("X", random(250, 230, 0.03, 1));
    values.put("U", random(250, 5, 1, 2));
    values.put("V", random(230, 5, 1, 3));
    return List.of(
        test("map", OUTER, values, Map.of()), test("reduce", OUTER, values, Scripts.NO_BROADCASTS));
  }

  @TestFactory
  List<DynamicTest> cumulativeAggregatesInSeveralLevels() {
    List<String> running = List.of("cumsum(L)", "cummin(L)", "cummax(L)", "cumsumprod(L)");
    Map<String, Matrix> values = Map.of("L", random(1207, 2, 1, 9));
    Map<String, String> twoLevels =
        Map.of("+memory", "5k", "+memory.budget", "256m", "+spark.block-size", "10");
    Map<String, String> threeLevels =
        Map.of("+memory", "1200", "+memory.budget", "256m", "+spark.block-size", "10");
    return List.of(
        test("one level", running, values, Map.of("+spark.block-size", "10")),
        test("two levels", running, values, twoLevels),
        test("three levels", running, values, threeLevels));
  }

  /** {@code -Dspark.inputs=all} for every kind of matrices; two of them are quick. */
  private static Map<String, Map<String, Matrix>> inputs() {
    Map<String, Map<String, Matrix>> all = new LinkedHashMap<>();
    all.put("dense", inputs(1));
    all.put("ultra-sparse", inputs(0.001));
    if (System.getProperty("spark.inputs", "").equals("all")) {
      all.put("sparse", inputs(0.1));
      all.put("empty", inputs(0));
    }
    return all;
  }

  private static Map<String, Matrix> inputs(double density) {
    Map<String, Matrix> values = new LinkedHashMap<>();
    values.put("A", random(250, 130, density, 11));
    values.put("B", random(250, 130, density, 12));
    values.put("C", random(130, 120, density, 13));
    values.put("S", random(201, 201, density, 14));
    values.put("v", random(250, 1, 1, 15));
    values.put("w", random(1, 130, 1, 16));
    values.put("x", random(130, 1, 1, 17));
    values.put("p", counts(250, 140, 18));
    values.put("q", counts(250, 110, 19));
    return values;
  }

  private static Matrix random(int rows, int cols, double density, long seed) {
    return density == 0
        ? Generate.constant(rows, cols, 0, Workers.serial())
        : Generate.uniform(rows, cols, -1, 1, density, seed, Workers.serial());
  }

  private static Matrix counts(int rows, int most, long seed) {
    return Generate.sample(most, rows, true, seed);
  }

  /** One script has all expressions; both runs must give the same cells. */
  private DynamicTest test(
      String name, List<String> expressions, Map<String, Matrix> values, Map<String, String> with) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          Scripts.Outcome local = run(expressions, values, Map.of("+exec", "local"));
          Scripts.Outcome spark = run(expressions, values, with);
          assertTrue(Connection.isStarted());
          Map<String, String> names = new LinkedHashMap<>();
          for (int k = 0; k < expressions.size(); k++) {
            names.put("R" + k, expressions.get(k));
            names.put("s" + k, "sum of 1 + " + expressions.get(k));
          }
          spark.assertLike(local, names);
          spark.counters().keySet().forEach(counter -> ran.add(counter.toString()));
        });
  }

  private Scripts.Outcome run(
      List<String> expressions, Map<String, Matrix> values, Map<String, String> properties) {
    boolean inLoop = properties.getOrDefault("+compression", "off").equals("always");
    // matrices are compressed in front of loops
    StringBuilder script = new StringBuilder(inLoop ? "go = TRUE; while (go) { go = FALSE;\n" : "");
    List<String> outputs = new ArrayList<>();
    for (int k = 0; k < expressions.size(); k++) {
      String expression =
          expressions.get(k).replace("FOLDER", folder.toString()).replace("RESULT", "R" + k);
      script.append("R" + k + " = " + expression + ";\n");
      // an operator on the blocks: one that is missing shows
      script.append("s" + k + " = sum(R" + k + " + 1);\n");
      outputs.add("R" + k);
      outputs.add("s" + k);
    }
    script.append(inLoop ? "}" : "");
    return Scripts.run(script.toString(), values, outputs, properties);
  }
}
