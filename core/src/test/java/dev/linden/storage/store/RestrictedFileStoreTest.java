package dev.linden.storage.store;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestrictedFileStoreTest {
  @TempDir Path folder;

  /** A method that is added to file stores later must not get around the check. */
  @Test
  void everyMethodAsksForEveryPath() throws IOException {
    Files.createDirectory(folder.resolve("in"));
    LocalFileStore local = new LocalFileStore(folder);
    AllowedFolders allowed = new AllowedFolders(local, List.of("in"));
    FileStore store = new RestrictedFileStore(local, allowed, "in/x");
    for (Method method : FileStore.class.getDeclaredMethods()) {
      List<Class<?>> types = List.of(method.getParameterTypes());
      for (int i = 0; i < types.size(); i++) {
        if (method.isSynthetic() || types.get(i) != String.class) {
          continue;
        }
        assertDoesNotThrow(
            () ->
                RestrictedFileStore.class.getDeclaredMethod(
                    method.getName(), method.getParameterTypes()),
            method.getName());
        Object[] arguments =
            types.stream().map(type -> type == String.class ? (Object) "in/x" : 0L).toArray();
        arguments[i] = "in/../x";
        InvocationTargetException e =
            assertThrows(
                InvocationTargetException.class,
                () -> method.invoke(store, arguments),
                method + " " + Arrays.toString(arguments));
        assertEquals(InputError.class, e.getCause().getClass(), () -> method + ": " + e.getCause());
      }
    }
  }

  @Test
  void urlsAreComparedAsTheyAreWritten() throws IOException {
    AllowedFolders allowed =
        new AllowedFolders(
            new LocalFileStore(folder), List.of("hdfs://host/data/", "s3a://bucket"));
    for (String good : List.of("hdfs://host/data/x", "hdfs://host/data", "s3a://bucket/a/b.csv")) {
      assertEquals(good, allowed.real(good));
    }
    for (String bad :
        List.of(
            "hdfs://host/database",
            "hdfs://host/data/../x",
            "hdfs://host/data/./../x",
            "hdfs://host/data/%2e%2e/x",
            "hdfs://other/data/x",
            "hdfs:/data/x",
            "HDFS://host/data/x",
            "s3a://bucket2/x",
            "s3a://user@bucket/x",
            "webhdfs://host/data/x",
            "x",
            "file:/x")) {
      assertThrows(InputError.class, () -> allowed.real(bad), bad);
    }
  }
}
