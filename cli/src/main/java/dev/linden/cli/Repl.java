package dev.linden.cli;

import dev.linden.api.Linden;
import dev.linden.api.Script;
import dev.linden.api.Session;
import dev.linden.api.SessionInput;
import dev.linden.base.Cancellation;
import dev.linden.base.CancelledError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.engine.Completion;
import dev.linden.engine.Engine;
import dev.linden.engine.Workspace;
import dev.linden.op.Value;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The prompt: reads inputs from a terminal, runs them in a session, shows the value of their last
 * expression. Lines that begin with a dot or a question mark are for the prompt itself, see {@link
 * ReplCommands}.
 */
final class Repl implements AutoCloseable {
  static final String BYE = ".quit";
  private static final String CALL = "()";

  /**
   * What ends other prompts; the second kind only with brackets, else it is a name like any other.
   */
  private static final Set<String> FAREWELLS = Set.of("quit", "exit");

  private static final String SHORT_FAREWELL = "q";
  private static final String HELP = "help";

  private final PrintStream out;
  private final PrintStream err;
  private final Command command;
  private final boolean colours;
  private final ProgressLine line;
  private final LineEditor editor;
  private final ReplCommands commands;

  /** Made while the first line is written. */
  private CompletableFuture<Session> opening;

  private Linden linden;
  private Settings settings;
  private String syntax;
  private ShownValue mode = ShownValue.TABLE;
  private boolean timed;
  private boolean measured;
  private int inputs;
  private SessionInput last;

  /** Null until a plan is to be shown. */
  private PlanServer pages;

  private final List<String> succeeded = new ArrayList<>();

  /** What runs; null while a line is written. */
  private volatile Cancellation running;

  /** Of what runs. */
  private Progress progress;

  Repl(Command command, PrintStream out, PrintStream err) {
    this(command, out, err, null);
  }

  /**
   * @param keys what is typed, of which no history is kept; null for the terminal
   */
  Repl(Command command, PrintStream out, PrintStream err, InputStream keys) {
    this.out = out;
    this.err = err;
    this.command = command;
    settings = LindenSession.settings(command);
    syntax = command.get(Option.PYTHON) ? Script.PYDML : Script.DML;
    colours = keys != null || Colours.areOn(); // nobody sees what these keys bring about
    line = new ProgressLine(err);
    opening = CompletableFuture.supplyAsync(this::open);
    Path history = keys == null ? history() : null;
    editor = new LineEditor(keys, history, colours, this::isUnfinished, this::complete);
    commands = new ReplCommands(this, out);
  }

  private static Path history() {
    String state = System.getenv("XDG_STATE_HOME");
    Path folder =
        state != null && !state.isEmpty()
            ? Path.of(state)
            : Path.of(System.getProperty("user.home"), ".local", "state");
    return folder.resolve("linden").resolve("history");
  }

  private Session open() {
    linden = linden(settings);
    return linden.session(syntax);
  }

  private Linden linden(Settings with) {
    Engine.Builder builder = LindenSession.builder(command, line.beside(out), line.beside(err));
    return Linden.of(builder.settings(with).recompilations(text -> {}));
  }

  Session session() {
    return opening.join();
  }

  /** Until the user has had enough. */
  void run() {
    out.println("Linden " + Doctor.version() + " — .help tells more, .quit or Ctrl-D ends it");
    while (true) {
      String line;
      try {
        line = editor.read();
      } catch (LineEditor.Dropped e) {
        continue;
      }
      if (line == null || line.strip().equals(BYE) || isFarewell(line)) {
        return;
      }
      if (!line.isBlank()) {
        execute(line);
      }
      out.flush();
    }
  }

  /** What ends other prompts ends this one, too, unless it means something here. */
  private boolean isFarewell(String line) {
    String word = word(line);
    boolean known = FAREWELLS.contains(word) || word.equals(SHORT_FAREWELL) && isCall(line);
    return known && isUnknown(word);
  }

  private boolean asksForHelp(String line) {
    return word(line).equals(HELP) && isUnknown(HELP);
  }

  /** The only word of a line, which may be called without arguments. */
  private static String word(String line) {
    String text = line.replace(";", "").replace(" ", "").strip();
    return isCall(line) ? text.substring(0, text.length() - CALL.length()) : text;
  }

  private static boolean isCall(String line) {
    return line.replace(";", "").replace(" ", "").strip().endsWith(CALL);
  }

  private boolean isUnknown(String name) {
    return session().variable(name) == null && session().workspace().page(name) == null;
  }

  private void execute(String line) {
    Cancellation cancellation = new Cancellation();
    running = cancellation;
    editor.onInterrupt(cancellation::cancel);
    String runs = "";
    session(); // it may still be opening
    try (Progress progress = new Progress(this.line, linden.engine().activity()::text)) {
      this.progress = progress;
      try {
        if (asksForHelp(line)) {
          commands.execute("?");
        } else if (ReplCommands.isOne(line)) {
          commands.execute(line.strip());
        } else {
          input(new Source("input " + ++inputs, line, syntax));
        }
      } catch (RuntimeException | Error e) { // the prompt outlives whatever an input does
        runs = progress.now();
        progress.close();
        tell(e, cancellation, runs);
      }
    } finally {
      running = null;
      progress = null;
    }
  }

  private void tell(Throwable failure, Cancellation cancellation, String runs) {
    out.flush();
    if (cancellation.isCancelled()) {
      boolean known = failure instanceof CancelledError && !runs.isEmpty();
      err.println("cancelled" + (known ? " in " + runs : "") + "; all variables are as they were");
    } else {
      err.println(Colours.error(Failure.of(failure).render(command.get(Option.DEBUG)), colours));
    }
    err.flush();
  }

  /** Runs an input and shows its value. */
  void input(Source source) {
    Session session = session();
    SessionInput input = session.input(source).statistics(measured).recorded(true);
    command.arguments().forEach(input::argument);
    input.listener(progress);
    if (running != null) {
      input.cancellation(running);
    }
    last = input;
    long start = System.nanoTime();
    Value value;
    try {
      value = input.run();
    } finally {
      progress.close();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    succeeded.add(source.text());
    if (value != null) {
      show(value);
    }
    if (timed) {
      out.println(String.format(java.util.Locale.ROOT, "%.3f s", seconds));
    }
    if (measured) {
      out.println(input.statistics(ReplCommands.HEAVIEST).stripTrailing());
    }
  }

  void show(Value value) {
    int first = syntax.equals(Script.PYDML) ? 0 : 1;
    out.println(mode.text(value, editor.width(), first).stripTrailing());
  }

  private boolean isUnfinished(String text) {
    boolean own = ReplCommands.isOne(text);
    return !own && !text.isBlank() && Workspace.isUnfinished(new Source("input", text, syntax));
  }

  private Completion.Result complete(String text, int cursor) {
    if (ReplCommands.isOne(text)) {
      return commands.complete(text, cursor);
    }
    return session().workspace().complete(text, cursor);
  }

  // ---- for the commands

  String syntax() {
    return syntax;
  }

  /** The other syntax from now on; its name. */
  String switchSyntax() {
    syntax = Script.DML.equals(syntax) ? Script.PYDML : Script.DML;
    return syntax;
  }

  Settings settings() {
    return settings;
  }

  /** Variables and declarations move to an engine with these settings. */
  void settings(Settings next) {
    Session before = session();
    Linden old = linden;
    Linden other = linden(next);
    opening = CompletableFuture.completedFuture(before.moveTo(other));
    linden = other;
    settings = next;
    last = null; // its plan was for the other engine
    closePages();
    old.close();
  }

  void mode(ShownValue next) {
    mode = next;
  }

  ShownValue mode() {
    return mode;
  }

  void timed(boolean on) {
    timed = on;
  }

  boolean isTimed() {
    return timed;
  }

  void measured(boolean on) {
    measured = on;
  }

  boolean isMeasured() {
    return measured;
  }

  /** The input before this one; null if there was none. */
  SessionInput last() {
    return last;
  }

  /** The address of a page with the plan of an input. */
  String show(SessionInput input) {
    Compiled script = input.script(); // first: it may be wrong
    if (pages == null) {
      pages = PlanServer.start();
    }
    return pages.show(script);
  }

  private void closePages() {
    if (pages != null) {
      pages.close();
      pages = null;
    }
  }

  /** Texts of the inputs that have run without an error. */
  List<String> succeeded() {
    return succeeded;
  }

  @Override
  public void close() {
    try {
      editor.close();
    } finally {
      closePages();
      session().close();
      linden.close();
    }
  }
}
