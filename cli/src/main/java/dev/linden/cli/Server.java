package dev.linden.cli;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.base.Settings;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.net.ExtendedSocketOptions;

/**
 * Runs scripts for programs in other languages that connect to a socket file, which only its owner
 * may open. Each connection has an engine of its own; docs/protocol.md describes what is said.
 */
final class Server implements AutoCloseable {
  /** What the scripts of clients have to end in when the server ends. */
  private static final int MOST_MILLIS = 10_000;

  /** Until there may be files, threads or memory for another client again. */
  private static final int PAUSE_MILLIS = 100;

  private final Path socket;
  private final Settings settings;
  private final ServerSocketChannel listener;
  private final String owner;
  private final Thread hook = new Thread(this::end, "linden-server-end");
  private final Map<Thread, ServerConnection> connections = new ConcurrentHashMap<>();

  /** Listens from now on. */
  Server(Path socket, Settings settings) {
    this.socket = socket;
    this.settings = settings;
    try {
      removeAbandoned();
      listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      listener.bind(UnixDomainSocketAddress.of(socket));
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
      owner = Files.getOwner(socket).getName();
    } catch (IOException e) {
      throw new ResourceError("no connection through " + socket + ": " + e.getMessage(), e);
    }
    Runtime.getRuntime().addShutdownHook(hook);
    Thread acceptor = new Thread(this::accept, "accept");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /** A server that was killed leaves its socket file behind. */
  private void removeAbandoned() throws IOException {
    if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    boolean isSocket =
        Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .isOther();
    if (isSocket && !isServed()) {
      Files.delete(socket);
      return;
    }
    throw new InputError("the socket file " + socket + " exists already");
  }

  private boolean isServed() {
    try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      return probe.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Serves until standard input ends: whoever starts a server ends it by going away. */
  static void run(Path socket, Settings settings) {
    try (Server server = new Server(socket, settings)) {
      while (System.in.read() >= 0) {
        // Anything that is said there is ignored.
      }
    } catch (IOException e) {
      throw new ResourceError("standard input can't be read: " + e.getMessage(), e);
    }
  }

  /** That are connected, or whose scripts have not ended yet. */
  int clients() {
    return connections.size();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // A signal ends the process, and the hook the rest.
    }
    end();
  }

  /** Calls off what runs, and waits a while for its end. */
  private void end() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new ResourceError("the socket " + socket + " can't be closed: " + e.getMessage(), e);
    } finally {
      deleteSocket();
    }
    long end = System.currentTimeMillis() + MOST_MILLIS;
    connections.values().forEach(ServerConnection::hangUp);
    for (Thread thread : connections.keySet()) {
      pause(() -> thread.join(Math.max(1, end - System.currentTimeMillis())));
    }
  }

  private void deleteSocket() {
    try {
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      throw new ResourceError("the socket file " + socket + " can't be removed", e);
    }
  }

  private void accept() {
    while (listener.isOpen()) {
      SocketChannel channel = null;
      try {
        channel = listener.accept();
        requireOwner(channel);
        start(channel);
      } catch (IOException | OutOfMemoryError e) {
        // Too many files, threads or buffers, or the listener is closed: this client is lost, but
        // later ones need not be.
        closeQuietly(channel);
        if (listener.isOpen()) {
          pause(() -> Thread.sleep(PAUSE_MILLIS));
        }
      }
    }
  }

  /** Between the making of the file and that of its permissions others might have come in. */
  private void requireOwner(SocketChannel channel) throws IOException {
    if (channel.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)
        && !channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName().equals(owner)) {
      throw new IOException("another user");
    }
  }

  private void start(SocketChannel channel) {
    ServerConnection connection = new ServerConnection(channel, settings);
    Thread thread =
        new Thread("connection") {
          @Override
          public void run() {
            try {
              connection.run();
            } finally {
              connections.remove(this);
            }
          }
        };
    thread.setDaemon(true);
    connections.put(thread, connection);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      connections.remove(thread);
      throw e;
    }
  }

  private static void closeQuietly(SocketChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // It is given up anyway.
      }
    }
  }

  private interface Waiting {
    void run() throws InterruptedException;
  }

  private static void pause(Waiting waiting) {
    try {
      waiting.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
