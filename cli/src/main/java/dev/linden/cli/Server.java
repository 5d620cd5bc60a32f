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
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Runs scripts for programs in other languages that connect to a socket file, which only its owner
 * may open. Each connection has an engine of its own; docs/python.md describes the protocol.
 */
final class Server {
  private static final long STACK_BYTES = 512L << 20;

  private final Path socket;
  private final Settings settings;

  Server(Path socket, Settings settings) {
    this.socket = socket;
    this.settings = settings;
  }

  /** Serves until standard input ends: whoever starts a server ends it by going away. */
  void run() {
    if (Files.exists(socket)) {
      throw new InputError("the socket file " + socket + " exists already");
    }
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(UnixDomainSocketAddress.of(socket));
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
      Thread acceptor = new Thread(() -> accept(listener), "accept");
      acceptor.setDaemon(true);
      acceptor.start();
      while (System.in.read() >= 0) {
        // Anything that is said there is ignored.
      }
    } catch (IOException e) {
      throw new ResourceError("no connection through " + socket + ": " + e.getMessage(), e);
    } finally {
      deleteSocket();
    }
  }

  private void deleteSocket() {
    try {
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      throw new ResourceError("the socket file " + socket + " can't be removed", e);
    }
  }

  private void accept(ServerSocketChannel listener) {
    try {
      while (true) {
        SocketChannel channel = listener.accept();
        Thread connection =
            new Thread(
                null, () -> new ServerConnection(channel, settings).run(), "linden", STACK_BYTES);
        connection.setDaemon(true);
        connection.start();
      }
    } catch (IOException e) {
      // The listener is closed: the server ends.
    }
  }
}
