package dev.linden.spark.mlcontext;

import static dev.linden.api.Script.DML;
import static dev.linden.api.Script.PYDML;

import dev.linden.base.InputError;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scala.Tuple2;

/**
 * A script in DML or PyDML with the values of its inputs and the names of its outputs, for {@link
 * MLContext#execute}. The methods return the script itself, so that calls can be chained.
 */
public final class Script {
  /** A value as it was given. */
  record Given(Object value, Format format) {}

  private final String text;
  private final String syntax;
  private final Map<String, Given> inputs = new LinkedHashMap<>();
  private final List<String> outputs = new ArrayList<>();

  private Script(String text, String syntax) {
    this.text = text;
    this.syntax = syntax;
  }

  /** A script by its text. */
  public static Script dml(String text) {
    return new Script(text, DML);
  }

  /** A script in PyDML, the Python-like syntax, by its text. */
  public static Script pydml(String text) {
    return new Script(text, PYDML);
  }

  /** A script in a file of the machine where the driver runs. */
  public static Script dmlFromFile(String path) {
    return fromFile(path, DML);
  }

  /** The same in PyDML. */
  public static Script pydmlFromFile(String path) {
    return fromFile(path, PYDML);
  }

  private static Script fromFile(String path, String syntax) {
    try {
      return new Script(Files.readString(Path.of(path)), syntax);
    } catch (NoSuchFileException e) {
      throw new InputError("file not found: " + path, e);
    } catch (IOException e) {
      throw new InputError("the file " + path + " can't be read: " + e.getMessage(), e);
    }
  }

  /** A script on the class path, such as {@code /scripts/als.dml}. */
  public static Script dmlFromResource(String name) {
    return fromResource(name, DML);
  }

  /** The same in PyDML. */
  public static Script pydmlFromResource(String name) {
    return fromResource(name, PYDML);
  }

  private static Script fromResource(String name, String syntax) {
    String path = name.startsWith("/") ? name.substring(1) : name;
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = ofThread != null ? ofThread : Script.class.getClassLoader();
    try (InputStream stream = loader.getResourceAsStream(path)) {
      if (stream == null) {
        throw new InputError("resource not found: " + name);
      }
      return new Script(new String(stream.readAllBytes(), StandardCharsets.UTF_8), syntax);
    } catch (IOException e) {
      throw new InputError("the resource " + name + " can't be read: " + e.getMessage(), e);
    }
  }

  /** A script behind a URL: {@code https:}, {@code file:}, {@code jar:}. */
  public static Script dmlFromUrl(String url) {
    return fromUrl(url, DML);
  }

  /** The same in PyDML. */
  public static Script pydmlFromUrl(String url) {
    return fromUrl(url, PYDML);
  }

  private static Script fromUrl(String url, String syntax) {
    try (InputStream stream = new URI(url).toURL().openStream()) {
      return new Script(new String(stream.readAllBytes(), StandardCharsets.UTF_8), syntax);
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new InputError("expected a URL, found " + url, e);
    } catch (IOException e) {
      throw new InputError("the script at " + url + " can't be read: " + e.getMessage(), e);
    }
  }

  /**
   * The value of a variable, or of an argument if the name starts with {@code $}. A value is a
   * number, boolean or text; a {@code double[][]} of rows; a {@code double[]}, which is a column; a
   * local vector or matrix of Spark's ml package; a data frame; an RDD or JavaRDD of rows; or a
   * value of {@link MLResults#value}.
   */
  public Script in(String name, Object value) {
    return in(name, value, Format.BY_TYPE);
  }

  /** The same for a data frame or RDD that could be read in several ways. */
  public Script in(String name, Object value, Format format) {
    if (value == null) {
      throw new InputError("the value of " + name + " is null");
    }
    inputs.put(name, new Given(value, format));
    return this;
  }

  /** Several at once. */
  public Script in(Map<String, ?> values) {
    values.forEach(this::in);
    return this;
  }

  /** Several at once: {@code in(("X", frame), ("k", 3))} in Scala. */
  @SafeVarargs
  public final Script in(Tuple2<String, ?>... values) {
    for (Tuple2<String, ?> value : values) {
      in(value._1(), value._2());
    }
    return this;
  }

  /** A variable whose value is wanted when the script ends. */
  public Script out(String name) {
    return out(new String[] {name});
  }

  /** Variables whose values are wanted when the script ends. */
  public Script out(String... names) {
    for (String name : names) {
      if (!outputs.contains(name)) {
        outputs.add(name);
      }
    }
    return this;
  }

  String text() {
    return text;
  }

  String syntax() {
    return syntax;
  }

  Map<String, Given> inputs() {
    return inputs;
  }

  List<String> outputs() {
    return outputs;
  }
}
