package dev.linden.op;

import static dev.linden.op.Parameter.matrixOrScalar;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.special.Distributions;
import java.util.ArrayList;
import java.util.List;

/**
 * Probabilities and quantiles of distributions, for a number or each cell. {@code cdf} and {@code
 * icdf} take the distribution by name; each has a short form that names it.
 */
public final class DistributionOps {
  /** A probability of a value and the parameters of its distribution. */
  private interface Probability {
    double of(double q, double[] parameters, boolean lower);
  }

  private interface Quantile {
    double of(double p, double[] parameters);
  }

  /** A parameter of a distribution; NaN means that it has no default. */
  private record Setting(String name, double defaultValue, boolean positive) {}

  private record Family(
      String name, List<Setting> settings, Probability probability, Quantile quantile) {}

  private static final double REQUIRED = Double.NaN;

  private static final Family NORMAL =
      new Family(
          "normal",
          List.of(new Setting("mean", 0, false), new Setting("sd", 1, true)),
          (q, s, lower) -> Distributions.normal(q, s[0], s[1], lower),
          (p, s) -> Distributions.normalQuantile(p, s[0], s[1]));

  private static final Family T =
      new Family(
          "t",
          List.of(new Setting("df", REQUIRED, true)),
          (q, s, lower) -> Distributions.t(q, s[0], lower),
          (p, s) -> Distributions.tQuantile(p, s[0]));

  private static final Family F =
      new Family(
          "f",
          List.of(new Setting("df1", REQUIRED, true), new Setting("df2", REQUIRED, true)),
          (q, s, lower) -> Distributions.f(q, s[0], s[1], lower),
          (p, s) -> Distributions.fQuantile(p, s[0], s[1]));

  private static final Family CHI_SQUARED =
      new Family(
          "chisq",
          List.of(new Setting("df", REQUIRED, true)),
          (q, s, lower) -> Distributions.chiSquared(q, s[0], lower),
          (p, s) -> Distributions.chiSquaredQuantile(p, s[0]));

  private static final Family EXPONENTIAL =
      new Family(
          "exp",
          List.of(new Setting("rate", 1, true)),
          (q, s, lower) -> Distributions.exponential(q, s[0], lower),
          (p, s) -> Distributions.exponentialQuantile(p, s[0]));

  private static final List<Family> FAMILIES = List.of(NORMAL, T, F, CHI_SQUARED, EXPONENTIAL);

  private static final String LOWER_TAIL = "lower.tail";

  public static final Op CDF =
      general(
          "cdf",
          true,
          "P[X <= target] for a distribution given by name, or P[X > target] without lower.tail.");
  public static final Op ICDF =
      general("icdf", false, "The q with P[X <= q] = target for a distribution given by name.");

  static final List<Op> ALL =
      List.of(
          CDF,
          ICDF,
          probability("pnorm", NORMAL, "the normal distribution"),
          quantile("qnorm", NORMAL, "the normal distribution"),
          probability("pt", T, "Student's t distribution"),
          quantile("qt", T, "Student's t distribution"),
          probability("pf", F, "the F distribution"),
          quantile("qf", F, "the F distribution"),
          probability("pchisq", CHI_SQUARED, "the chi-squared distribution"),
          quantile("qchisq", CHI_SQUARED, "the chi-squared distribution"),
          probability("pexp", EXPONENTIAL, "the exponential distribution"),
          quantile("qexp", EXPONENTIAL, "the exponential distribution"));

  private DistributionOps() {}

  // ---- definitions

  private static Op probability(String name, Family family, String words) {
    return shortForm(
        name,
        family,
        true,
        "P[X <= target], or P[X > target] without lower.tail, for " + words + ".");
  }

  private static Op quantile(String name, Family family, String words) {
    return shortForm(name, family, false, "The q with P[X <= q] = target for " + words + ".");
  }

  private static Op shortForm(String name, Family family, boolean cumulative, String summary) {
    List<Parameter> parameters = new ArrayList<>();
    parameters.add(matrixOrScalar("target"));
    for (Setting setting : family.settings) {
      Parameter parameter = scalar(setting.name);
      parameters.add(
          Double.isNaN(setting.defaultValue) ? parameter : parameter.or(setting.defaultValue));
    }
    return define(name, parameters, cumulative, summary, family);
  }

  private static Op general(String name, boolean cumulative, String summary) {
    List<Parameter> parameters = new ArrayList<>();
    parameters.add(matrixOrScalar("target"));
    parameters.add(scalar("dist"));
    for (String setting : List.of("mean", "sd", "df", "df1", "df2", "rate")) {
      parameters.add(scalar(setting).orAbsent());
    }
    return define(name, parameters, cumulative, summary, null);
  }

  /** {@code only}: the distribution of a short form, or null where the second argument names it. */
  private static Op define(
      String name, List<Parameter> settings, boolean cumulative, String summary, Family only) {
    List<Parameter> parameters = new ArrayList<>(settings);
    if (cumulative) {
      parameters.add(scalar(LOWER_TAIL).or(true));
    }
    Form form = new Form(name, parameters, cumulative, only);
    return Op.define(name, summary)
        .parameters(parameters.toArray(new Parameter[0]))
        .rule(form::infer)
        .kernel(form::run)
        .properties(
            cumulative
                ? new Property[] {Property.CELLWISE, Property.FAILS_BY_SIZE_ONLY}
                : new Property[] {Property.CELLWISE}) // cells must be probabilities
        .distribution(Distribution.CELL_ALIGNED)
        .build();
  }

  // ---- calls

  private record Form(String name, List<Parameter> parameters, boolean cumulative, Family only) {
    List<Info> infer(CallSite call) {
      Args.needNumber(call, 0, "target of " + name);
      String dist =
          only == null ? Args.word(call, 1, "dist of " + name, distributionNames()) : only.name;
      for (int i = only == null ? 2 : 1; i < parameters.size(); i++) {
        Args.needNumber(call, i, parameters.get(i).name() + " of " + name);
      }
      if (dist != null) {
        checkSettings(call, family(dist));
      }
      Info target = call.in(0);
      Size size = target.size();
      return List.of(
          target.isScalar()
              ? Info.scalar(ValueType.DOUBLE)
              : Info.matrix(Sizes.full(size.rows(), size.cols())));
    }

    private void checkSettings(CallSite call, Family family) {
      for (int i = only == null ? 2 : 1; i < parameters.size(); i++) {
        String setting = parameters.get(i).name();
        boolean known =
            setting.equals(LOWER_TAIL)
                || family.settings.stream().anyMatch(s -> s.name.equals(setting));
        if (!known && Indexes.given(call, i)) {
          throw new OpError(
              i, "the distribution \"" + family.name + "\" has no parameter " + setting);
        }
      }
      for (Setting setting : family.settings) {
        int at = place(setting.name);
        if (!Indexes.given(call, at)) {
          needDefault(setting, family);
        } else if (call.in(at).isConstant()) {
          check(setting, call.in(at).constant().asDouble(), at);
        }
      }
    }

    private void needDefault(Setting setting, Family family) {
      if (Double.isNaN(setting.defaultValue)) {
        throw new OpError(
            name + " needs " + setting.name + " for the distribution \"" + family.name + "\"");
      }
    }

    private double check(Setting setting, double value, int at) {
      boolean right = setting.positive ? value > 0 : !Double.isNaN(value);
      if (!right) {
        throw new OpError(
            at,
            setting.name
                + " of "
                + name
                + " must be "
                + (setting.positive ? "greater than 0" : "a number")
                + ", but is "
                + DoubleText.compact(value));
      }
      return value;
    }

    private int place(String setting) {
      for (int i = 1; i < parameters.size(); i++) {
        if (parameters.get(i).name().equals(setting)) {
          return i;
        }
      }
      throw new IllegalArgumentException(setting);
    }

    private Family family(String dist) {
      return FAMILIES.stream().filter(f -> f.name.equals(dist)).findFirst().orElseThrow();
    }

    void run(Invocation call) {
      Family family =
          only == null ? family(Args.word(call, 1, "dist of " + name, distributionNames())) : only;
      double[] settings = new double[family.settings.size()];
      for (int k = 0; k < settings.length; k++) {
        Setting setting = family.settings.get(k);
        int at = place(setting.name);
        if (call.given(at)) {
          settings[k] = check(setting, Args.number(call, at, setting.name + " of " + name), at);
        } else {
          needDefault(setting, family);
          settings[k] = setting.defaultValue;
        }
      }
      UnaryFunction function = function(family, settings, call);
      if (call.dataType(0) == DataType.MATRIX) {
        call.result(Elementwise.unary(function, call.matrix(0), false, call.workers()));
      } else {
        call.result(function.apply(Args.number(call, 0, "target of " + name)));
      }
    }

    private UnaryFunction function(Family family, double[] settings, Invocation call) {
      boolean lower = !cumulative || call.flag(parameters.size() - 1);
      return new UnaryFunction(name) {
        @Override
        public double apply(double x) {
          if (cumulative) {
            return family.probability.of(x, settings, lower);
          }
          if (x < 0 || x > 1) {
            throw new InputError(
                "target of "
                    + Form.this.name
                    + " must be a probability within 0..1, but is "
                    + DoubleText.compact(x));
          }
          return family.quantile.of(x, settings);
        }
      };
    }
  }

  private static List<String> distributionNames() {
    return FAMILIES.stream().map(Family::name).toList();
  }
}
