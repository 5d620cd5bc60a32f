package dev.linden.spark.mlcontext;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Span;
import dev.linden.matrix.Matrix;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What python/linden/mlcontext.py calls is there. */
class PythonInterfaceTest {
  private static final Map<String, Class<?>> RECEIVERS =
      Map.of(
          "self._context", MLContext.class,
          "java", Script.class,
          "self._java", MLResults.class,
          "self._package.PythonMatrix", PythonMatrix.class,
          "span", Span.class,
          "problem", Problem.class);

  private static Set<String> methods(Class<?> type) {
    Set<String> names = new TreeSet<>();
    for (Method method : type.getMethods()) {
      names.add(method.getName());
    }
    return names;
  }

  @Test
  void theMethodsExist() throws IOException {
    String program = Files.readString(Path.of("..", "python", "linden", "mlcontext.py"));
    int checked = 0;
    for (Map.Entry<String, Class<?>> receiver : RECEIVERS.entrySet()) {
      Matcher calls =
          Pattern.compile("(?<![\\w.])" + Pattern.quote(receiver.getKey()) + "\\.(\\w+)\\(")
              .matcher(program);
      while (calls.find()) {
        boolean ofError =
            Set.of("getClass", "getMessage", "render", "problems").contains(calls.group(1));
        Class<?> type = ofError ? ScriptError.class : receiver.getValue();
        assertTrue(methods(type).contains(calls.group(1)), calls.group());
        checked++;
      }
    }
    assertTrue(checked > 15, "only " + checked + " calls found");
    Matcher factories = Pattern.compile("Script\\(\"(\\w+)\"").matcher(program);
    while (factories.find()) {
      assertTrue(methods(Script.class).contains(factories.group(1)), factories.group(1));
    }
    assertTrue(methods(Script.class).contains("in"));
    for (String constant : Set.of("DOUBLES", "INDEX_AND_DOUBLES", "VECTOR", "INDEX_AND_VECTOR")) {
      assertTrue(program.contains(constant + " = \"" + Columns.valueOf(constant) + "\""));
    }
    for (String constant : Set.of("ROWS", "IJV", "FRAME")) {
      assertTrue(
          Arrays.stream(Format.class.getFields()).anyMatch(f -> f.getName().equals(constant)));
    }
  }

  @Test
  void matricesArriveAsBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
    for (double cell : new double[] {1, 2, 3, 4, 5, 6}) {
      bytes.putDouble(cell);
    }
    Matrix matrix = PythonMatrix.of(2, 3, bytes.array()).matrix();
    assertEquals("2x3", matrix.shape());
    assertArrayEquals(new double[] {3, 4}, new double[] {matrix.get(0, 2), matrix.get(1, 0)});
  }
}
