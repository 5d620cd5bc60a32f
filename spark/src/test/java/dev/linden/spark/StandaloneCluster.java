package dev.linden.spark;

import dev.linden.testkit.Await;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A real standalone cluster: a master and two workers in JVMs of their own, on loopback, from the
 * jars of the class path.
 */
public final class StandaloneCluster implements AutoCloseable {
  /** For JVMs that live for seconds. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final List<Process> processes = new ArrayList<>();
  private final Path folder;
  private final Path home;
  private final int port;

  public StandaloneCluster(Path folder) throws IOException, InterruptedException {
    this(folder, true);
  }

  /**
   * @param withLinden whether executors find Linden by themselves, as far as it is in jars
   */
  public StandaloneCluster(Path folder, boolean withLinden)
      throws IOException, InterruptedException {
    this.folder = folder;
    home = folder.resolve("spark-home");
    Path jars = Files.createDirectories(home.resolve("jars"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry).toAbsolutePath();
      boolean linden = path.getFileName().toString().startsWith("linden-");
      if (entry.endsWith(".jar") && Files.exists(path) && (withLinden || !linden)) {
        Path link = jars.resolve(path.getFileName());
        if (!Files.exists(link)) {
          Files.createSymbolicLink(link, path);
        }
      }
    }
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    start(
        "org.apache.spark.deploy.master.Master",
        "--host",
        "127.0.0.1",
        "--port",
        Integer.toString(port),
        "--webui-port",
        "0");
    Await.until(this::masterAnswers, "the master starts");
    for (int w = 0; w < 2; w++) {
      start(
          "org.apache.spark.deploy.worker.Worker",
          "--host",
          "127.0.0.1",
          "--webui-port",
          "0",
          "--cores",
          "1",
          "--memory",
          "1g",
          "--work-dir",
          folder.resolve("work" + w).toString(),
          master());
    }
  }

  public String master() {
    return "spark://127.0.0.1:" + port;
  }

  /** Where Spark is installed. */
  public Path home() {
    return home;
  }

  /** Where executors keep blocks and shuffle files. */
  Path localFiles() {
    return folder.resolve("local");
  }

  /** Settings of an engine that uses it. */
  public List<String> properties() {
    List<String> folders = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.endsWith(".jar")) {
        folders.add(Path.of(entry).toAbsolutePath().toString());
      }
    }
    return List.of(
        "spark.driver.host:127.0.0.1",
        "spark.driver.bindAddress:127.0.0.1",
        "spark.executor.memory:512m",
        executorOptions(),
        "spark.executor.extraClassPath:" + String.join(File.pathSeparator, folders));
  }

  /** A property for executors that start quickly. */
  public static String executorOptions() {
    return "spark.executor.extraJavaOptions:" + String.join(" ", SHORT_LIVED);
  }

  private void start(String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-Xmx256m");
    command.addAll(SHORT_LIVED);
    command.add("-cp");
    command.add(home.resolve("jars") + "/*");
    command.add(main);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_LOCAL_DIRS", localFiles().toString());
    builder.redirectErrorStream(true);
    builder.redirectOutput(home.resolve(main + processes.size() + ".log").toFile());
    processes.add(builder.start());
  }

  private boolean masterAnswers() {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Executors that run now: they are children of the workers. */
  public Stream<ProcessHandle> executors() {
    return processes.stream().flatMap(Process::descendants).filter(ProcessHandle::isAlive);
  }

  @Override
  public void close() {
    for (int k = processes.size() - 1; k >= 0; k--) {
      Process process = processes.get(k);
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
