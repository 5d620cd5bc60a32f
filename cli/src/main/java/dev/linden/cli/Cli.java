package dev.linden.cli;

import static java.util.stream.Collectors.joining;

import dev.linden.base.Cancellation;
import dev.linden.base.CancelledError;
import dev.linden.base.ResourceError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.cli.Command.Action;
import dev.linden.engine.Compiled;
import dev.linden.engine.Installation;
import dev.linden.engine.Manual;
import dev.linden.engine.Translation;
import dev.linden.engine.View;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * Runs one command line. What the command was asked for goes to {@code out}: the script's output,
 * or with {@code explain} the plan. Everything else goes to {@code err}; a successful run writes
 * nothing there that was not asked for.
 */
final class Cli {
  private static final String SCRIPT_TEXT_NAME = "<script>";

  static final String SUMMARY =
      "Linden runs declarative machine learning scripts (DML, or PyDML in files *.pydml).";

  /** A way to call the command. */
  record Form(String words, String text) {}

  static final List<Form> FORMS =
      List.of(
          new Form("linden script.dml [name=value ...]", "run a script with named arguments"),
          new Form("linden -s 'print(1 + 2)'", "run a script given as text"),
          new Form("linden -f -", "run a script that comes from standard input"),
          new Form("linden explain script.dml ...", "compile only and print the plan"),
          new Form("linden translate FILE [-o FILE]", "write DML as PyDML, or PyDML as DML"),
          new Form("linden", "on a terminal: type and see (docs/repl.md)"),
          new Form("linden help NAME", "what a function of the language or the library does"),
          new Form("linden version", "print the version"),
          new Form("linden doctor", "print what this machine offers"),
          new Form(
              "linden serve --socket FILE",
              "run scripts for programs that connect (docs/python.md)"),
          new Form(
              "linden daemon on|off|status",
              "an engine that stays for the next scripts (docs/daemon.md)"),
          new Form("linden kernel install", "a kernel for notebooks (docs/notebook.md)"),
          new Form("linden completion bash|zsh", "a script that completes words of this command"),
          new Form("linden profile", "measure operators, for time estimates of parfor loops"));

  static final String EXIT_CODES =
      "Exit codes: 0 success, 1 error in the script or its data, 2 wrong usage,\n"
          + "3 not enough memory, disk or cluster, 4 a bug in Linden.";

  private final PrintStream out;
  private final PrintStream err;
  private final Session.Factory sessions;
  private final Caller caller;

  Cli(PrintStream out, PrintStream err, Session.Factory sessions) {
    this(out, err, sessions, Caller.PROCESS);
  }

  Cli(PrintStream out, PrintStream err, Session.Factory sessions, Caller caller) {
    this.caller = caller;
    this.out = out;
    this.err = err;
    this.sessions = sessions;
  }

  /** The exit code. */
  int run(String... words) {
    // Known before parsing, because the parser's own complaints obey them too.
    boolean json = Option.JSON.isIn(words);
    boolean debug = Option.DEBUG.isIn(words);
    try {
      execute(CommandLine.parse(caller, words));
      out.flush();
      return ExitCode.SUCCESS;
    } catch (Throwable cause) { // the outermost frame: every failure becomes a message and a code
      flushAfter(cause);
      if (cause instanceof CancelledError) {
        return ExitCode.INTERRUPTED; // whoever pressed Ctrl-C knows
      }
      Failure failure = Failure.of(cause);
      err.println(json ? failure.renderJson(debug) : failure.render(debug));
      err.flush();
      return failure.exitCode();
    }
  }

  /** What was printed before a failure; its own loss comes second. */
  private void flushAfter(Throwable cause) {
    try {
      out.flush();
    } catch (ResourceError e) {
      cause.addSuppressed(e);
    }
  }

  private void execute(Command command) {
    switch (command.action()) {
      case HELP -> out.println(help(command));
      case PROMPT -> prompt(command);
      case COMPLETION -> out.print(ShellCompletion.script(command.get(Option.FILE)));
      case VERSION ->
          out.println(
              command.get(Option.JSON)
                  ? Json.of(Map.of("version", Doctor.version()))
                  : "Linden " + Doctor.version());
      case DOCTOR ->
          out.println(
              command.get(Option.JSON) ? Json.of(Doctor.facts()) : Doctor.render(Doctor.facts()));
      case SERVE ->
          Server.run(Path.of(command.get(Option.SOCKET)), LindenSession.settings(command));
      case DAEMON -> DaemonCommand.run(command.get(Option.FILE), out);
      case TRANSLATE -> translate(source(command), command.get(Option.OUTPUT));
      case PROFILE -> out.println("wrote " + Profile.create());
      case RUN, EXPLAIN -> interruptibly(command);
    }
  }

  /**
   * @param file null for {@code out}
   */
  private void translate(Source source, String file) {
    Translation translation = Translation.of(source);
    if (file != null && translation.isOfSource(file)) {
      throw new UsageError(
          file + ": a translation of " + source.name() + " ends with " + translation.ending());
    }
    String text = translation.text();
    if (file == null) {
      out.print(text);
    } else {
      TextFile.write(caller, file, text);
    }
  }

  private void interruptibly(Command command) {
    try (Interruption interruption = caller.interruption(out)) {
      try {
        process(command);
        out.flush();
      } catch (RuntimeException | Error e) {
        flushAfter(e);
        // Whatever else fails while the process is about to end is of no interest.
        if (interruption.isInterrupted()) {
          throw new CancelledError();
        }
        throw e;
      }
    }
  }

  private void process(Command command) {
    boolean spark = command.settings().get(Settings.EXEC) == Settings.Exec.SPARK;
    if (spark && command.action() == Action.RUN && !Installation.hasSpark()) {
      throw new ResourceError(
          "-exec spark needs Spark, and this installation has none; choose -exec hybrid, or "
              + Installation.sparkAdvice());
    }
    Source source = source(command);
    ProgressLine line = new ProgressLine(err);
    PrintStream printed = caller.sharesTerminal() ? line.beside(out) : out;
    PrintStream told = caller.sharesTerminal() ? line.beside(err) : err;
    try (Session session = sessions.open(command, printed, told)) {
      Compiled script = session.compile(source, command.arguments());
      boolean explainOnly = command.action() == Action.EXPLAIN;
      if (explainOnly || command.get(Option.DEBUG) || !command.get(Option.EXPLAIN).isEmpty()) {
        script.warnings().forEach(err::println);
      }
      if (!shown(command).isEmpty()) {
        (explainOnly ? out : err).println(plans(script, command));
      }
      if (!explainOnly) {
        run(script, session, command, line);
      }
      writePage(script, command);
      if (command.get(Option.BROWSE)) {
        browse(script);
      }
    }
  }

  /** Until somebody ends it. */
  private void browse(Compiled script) {
    CountDownLatch end = new CountDownLatch(1);
    try (PlanServer server = PlanServer.start();
        Cancellation.Action onEnd = Cancellation.ofThread().whenCancelled(end::countDown)) {
      out.println(server.show(script));
      out.flush();
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(Compiled script, Session session, Command command, ProgressLine line) {
    try {
      if (caller.watchesErrors()) {
        runWatched(script, session, line);
      } else {
        script.run();
      }
    } catch (RuntimeException | Error e) {
      try {
        writePage(script, command); // of a failed run too: it may show why
      } catch (UsageError | ResourceError second) {
        e.addSuppressed(second);
      }
      throw e;
    } finally {
      if (command.get(Option.STATS) > 0) { // of a failed run too: they may show why
        out.flush();
        err.println(
            command.get(Option.JSON)
                ? Json.of(Map.of("statistics", session.statisticsData(command.get(Option.STATS))))
                : session.statistics(command.get(Option.STATS)).stripTrailing());
      }
    }
  }

  private static void writePage(Compiled script, Command command) {
    if (command.get(Option.HTML) != null) {
      TextFile.write(command.caller(), command.get(Option.HTML), PlanPage.of(script.report()));
    }
  }

  /** Somebody waits at a terminal: from the first second on it shows how far the script is. */
  private void runWatched(Compiled script, Session session, ProgressLine line) {
    try (Progress progress = new Progress(line, session.activity())) {
      try {
        script.run(progress);
      } catch (CancelledError e) {
        progress.close();
        if (!progress.now().isEmpty()) {
          err.println("cancelled in " + progress.now());
        }
        throw e;
      }
    }
  }

  private static String plans(Compiled script, Command command) {
    if (command.get(Option.JSON)) {
      Map<String, Object> plans = new LinkedHashMap<>();
      shown(command).forEach(view -> plans.put(view.key(), script.explainData(view)));
      return Json.of(plans);
    }
    return shown(command).stream()
        .map(view -> "# " + view.title() + "\n" + script.explain(view).stripTrailing())
        .collect(joining("\n"));
  }

  /** The forms to show before the script runs. */
  private static Set<View> shown(Command command) {
    Set<View> views = EnumSet.noneOf(View.class);
    views.addAll(command.get(Option.EXPLAIN));
    if (command.action() == Action.RUN) {
      views.remove(View.RECOMPILE); // shown as they happen
    }
    return views;
  }

  private static Source source(Command command) {
    String syntax = command.get(Option.PYTHON) ? "pydml" : null;
    if (command.get(Option.TEXT) != null) {
      return new Source(SCRIPT_TEXT_NAME, command.get(Option.TEXT), syntax);
    }
    String name = command.get(Option.FILE);
    try {
      if (name.equals("-")) {
        return new Source("<stdin>", text(System.in.readAllBytes()), syntax);
      }
      Path path = command.caller().path(name);
      if (!Files.exists(path)) {
        throw new UsageError("there is no script file " + name);
      }
      if (Files.isDirectory(path)) {
        throw new UsageError("the script " + name + " is a directory");
      }
      return new Source(name, text(Files.readAllBytes(path)), syntax);
    } catch (InvalidPathException e) {
      throw new UsageError("\"" + name + "\" is not the name of a file");
    } catch (CharacterCodingException e) {
      throw new UsageError("the script " + name + " is not UTF-8 text");
    } catch (IOException e) {
      throw new UsageError("the script " + name + " can't be read: " + e.getMessage());
    }
  }

  private static String text(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private void prompt(Command command) {
    try (Repl repl = new Repl(command, out, err)) {
      repl.run();
    }
  }

  /** Of a name, or of the command. */
  private static String help(Command command) {
    String name = command.get(Option.FILE);
    if (name == null || command.get(Option.HELP)) {
      return help();
    }
    Manual.Page page = Manual.find(name);
    if (page == null) {
      throw new UsageError("nothing is known of " + name + Manual.suggestion(name, List.of()));
    }
    return page.render().stripTrailing();
  }

  private static String help() {
    StringBuilder text = new StringBuilder();
    text.append(SUMMARY).append("\n\n");
    FORMS.forEach(form -> text.append(String.format("%-37s %s%n", form.words(), form.text())));
    text.append("\nOptions:\n");
    Option.ALL.forEach(option -> text.append(option.help()).append('\n'));
    text.append("\n").append(EXIT_CODES);
    return text.toString();
  }
}
