package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.linden.api.Call;
import dev.linden.api.Linden;
import dev.linden.api.Picture;
import dev.linden.api.Prepared;
import dev.linden.api.Results;
import dev.linden.api.Session;
import dev.linden.base.Cancellation;
import dev.linden.base.CancelledError;
import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.ResourceError;
import dev.linden.base.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * One client of a {@link Server}. A thread reads requests as long as the client stays, another one
 * runs them in their order. So the client can call a script off while it runs, and a client that
 * leaves ends its script.
 */
final class ServerConnection {
  private static final int GREETING = 0x4E44_4E4C; // LNDN
  private static final int VERSION = 5;

  private static final char HELLO = 'H';
  private static final char PRINTED = 'P';
  private static final char WARNED = 'W';
  private static final char PROGRESS = 'G';
  private static final char DATA = 'J';
  private static final char PICTURE = 'A';
  private static final char DONE = 'D';
  private static final char FAILED = 'E';

  /** Number of what is said about the connection and not about a request. */
  private static final int NO_REQUEST = 0;

  private static final int MOST_WAITING = 64;
  private static final long STACK_BYTES = 512L << 20;

  /** Behind the last request. */
  private static final ServerRequest END =
      new ServerRequest(NO_REQUEST, "", "", Map.of(), Map.of(), List.of(), null, null, null);

  private final SocketChannel channel;
  private final Settings settings;
  private final MessageReader reader;
  private final MessageWriter writer;
  private final Wire wire;
  private final WireValues values;
  private final BlockingQueue<ServerRequest> waiting = new LinkedBlockingQueue<>();
  private final Map<Integer, Cancellation> unanswered = new ConcurrentHashMap<>();

  /** Number of the request whose script runs: what it prints belongs to it. */
  private volatile int running;

  /** Whether that is a request to the session, which hears warnings, too. */
  private volatile boolean sessionRuns;

  /** Whether its client shows pictures; others get characters. */
  private volatile boolean showsPictures;

  ServerConnection(SocketChannel channel, Settings settings) {
    this.channel = channel;
    this.settings = settings;
    reader = new MessageReader(channel);
    writer = new MessageWriter(channel);
    wire = new Wire(reader, writer);
    values = new WireValues(wire);
  }

  /** Returns when the client has gone and nothing of it runs any more. */
  void run() {
    try (channel) {
      if (greet()) {
        serve();
      }
    } catch (IOException e) {
      // The client has gone, or does not speak this language: it sees the connection end.
    }
  }

  /** Ends the connection, and what runs for it soon after; may be called by any thread. */
  void hangUp() {
    try {
      channel.close(); // the reading thread notices
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean greet() throws IOException {
    boolean known = reader.readInt() == GREETING;
    boolean sameVersion = known && reader.readInt() == VERSION;
    if (known) { // others learn the version that is spoken here
      writer.writeInt(GREETING);
      writer.writeInt(VERSION);
    }
    return sameVersion;
  }

  private void serve() throws IOException {
    Linden linden;
    try {
      linden =
          Linden.builder()
              .settings(settings)
              .output(output())
              .warnings(this::warn)
              .pictures(this::show)
              .build();
    } catch (RuntimeException | Error e) {
      sendFailure(NO_REQUEST, Failure.of(e));
      return;
    }
    Thread worker = new Thread(null, () -> work(linden), "linden", STACK_BYTES);
    worker.setDaemon(true);
    worker.start();
    try {
      send(HELLO, NO_REQUEST, () -> wire.writeText(Doctor.version()));
      while (reader.next()) {
        receive();
      }
    } catch (MessageReader.BrokenException e) {
      sendFailure(NO_REQUEST, Failure.of(new InputError(e.getMessage(), e)));
    } finally {
      waiting.clear();
      waiting.add(END);
      unanswered.values().forEach(Cancellation::cancel);
      join(worker);
    }
  }

  private static void join(Thread worker) {
    try {
      worker.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What is wrong with a message is answered; only the connection itself can fail. */
  private void receive() throws IOException {
    int number = reader.number();
    if (reader.kind() == ServerRequest.CANCEL) {
      Cancellation cancellation = unanswered.get(number);
      if (cancellation != null) { // else the answer is on its way
        cancellation.cancel();
      }
      return;
    }
    try {
      accept(ServerRequest.read(reader.kind(), number, wire, values));
    } catch (MessageReader.GivenUpException e) {
      // The client does not wait for an answer.
    } catch (RuntimeException | OutOfMemoryError e) {
      reader.skip(); // first, so that a client that is still sending comes to listen
      sendFailure(number, Failure.of(e));
    } finally {
      wire.discard();
    }
  }

  private void accept(ServerRequest request) {
    if (waiting.size() >= MOST_WAITING) {
      throw new ResourceError(MOST_WAITING + " requests of this connection wait already");
    }
    if (request.number() == NO_REQUEST
        || unanswered.putIfAbsent(request.number(), request.cancellation()) != null) {
      throw new InputError(
          "the number "
              + request.number()
              + " of a request must differ from 0 and those of unanswered requests");
    }
    waiting.add(request);
  }

  // ----------------------------------------------------------------------------------------
  // the thread that runs scripts

  private void work(Linden linden) {
    try (linden;
        Session session = linden.session()) {
      PreparedScripts scripts = new PreparedScripts(linden);
      for (ServerRequest request = waiting.take(); request != END; request = waiting.take()) {
        Cancellation.ofThread(request.cancellation()); // compiling can be called off, too
        answer(scripts, session, request);
      }
    } catch (IOException e) {
      hangUp(); // the client does not listen any more
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      hangUp();
    }
  }

  private void answer(PreparedScripts scripts, Session session, ServerRequest request)
      throws IOException {
    try {
      request.cancellation().check();
      if (request.ofSession() != null) {
        running = request.number();
        sessionRuns = true;
        SessionRequest.Events events = events(scripts.linden(), request);
        sendResult(request, request.ofSession().run(session, request.cancellation(), events));
        return;
      }
      Prepared prepared = scripts.of(request);
      if (request.level() != null) {
        String plan = prepared.explain(request.level());
        sendResult(request, () -> wire.writeText(plan));
      } else {
        Call call = prepared.call().cancellation(request.cancellation());
        request.inputs().forEach(call::bind);
        running = request.number();
        Results results = call.execute();
        sendResult(
            request,
            () -> {
              for (String output : request.outputs()) {
                values.write(results.value(output));
              }
            });
      }
    } catch (RuntimeException | Error failure) {
      unanswered.remove(request.number());
      // Whatever else fails while a script is called off is of no interest.
      boolean calledOff = request.cancellation().isCancelled();
      sendFailure(request.number(), Failure.of(calledOff ? new CancelledError() : failure));
    } finally {
      sessionRuns = false;
      showsPictures = false;
    }
  }

  private SessionRequest.Events events(Linden linden, ServerRequest request) {
    return new SessionRequest.Events() {
      @Override
      public void data(String name, String text) throws IOException {
        send(
            DATA,
            request.number(),
            () -> {
              wire.writeText(name);
              wire.writeText(text);
            });
      }

      @Override
      public void takePictures() {
        showsPictures = true;
      }

      @Override
      public Progress progress() {
        return new Progress(new SentProgress(request.number()), linden.engine().activity()::text);
      }
    };
  }

  /** An empty text ends what was shown. */
  private final class SentProgress implements Progress.Display {
    private final int number;

    private SentProgress(int number) {
      this.number = number;
    }

    @Override
    public void show(String text, long done, long all) {
      sendEvent(
          PROGRESS,
          number,
          () -> {
            wire.writeText(text);
            wire.writeLong(done);
            wire.writeLong(all);
          });
    }

    @Override
    public void clear() {
      show("", -1, -1);
    }
  }

  private void warn(String message) {
    if (sessionRuns) {
      sendEvent(WARNED, running, () -> wire.writeText(message));
    } else {
      System.err.println("warning: " + message);
    }
  }

  private void show(Picture picture) {
    if (showsPictures) {
      sendEvent(
          PICTURE,
          running,
          () -> {
            wire.writeText(picture.svg());
            wire.writeText(picture.sketch());
          });
    } else {
      sendEvent(PRINTED, running, () -> wire.writeText(picture.sketch()));
    }
  }

  /** Lines travel as soon as they are complete. */
  private PrintStream output() {
    return new PrintStream(OutputStream.nullOutputStream(), true, UTF_8) {
      @Override
      public void println(String line) {
        sendEvent(PRINTED, running, () -> wire.writeText(line));
      }
    };
  }

  // ----------------------------------------------------------------------------------------
  // sending

  private void sendEvent(char kind, int number, SessionRequest.Contents contents) {
    try {
      send(kind, number, contents);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void sendResult(ServerRequest request, SessionRequest.Contents contents)
      throws IOException {
    send(
        DONE,
        request.number(),
        () -> {
          contents.write();
          unanswered.remove(request.number());
        });
  }

  private void sendFailure(int number, Failure failure) throws IOException {
    send(FAILED, number, () -> writeFailure(failure));
  }

  private synchronized void send(char kind, int number, SessionRequest.Contents contents)
      throws IOException {
    writer.begin(kind, number);
    try {
      contents.write();
      wire.flush();
    } catch (RuntimeException | Error e) {
      wire.discardUnsent();
      writer.giveUp();
      throw e;
    }
    writer.end();
  }

  private void writeFailure(Failure failure) throws IOException {
    wire.writeText(failure.kind());
    wire.writeText(failure.text());
    wire.writeInt(failure.problems().size());
    for (Problem problem : failure.problems()) {
      wire.writeText(problem.span().source().name());
      wire.writeInt(problem.span().line());
      wire.writeInt(problem.span().column());
      wire.writeText(problem.message());
    }
  }
}
