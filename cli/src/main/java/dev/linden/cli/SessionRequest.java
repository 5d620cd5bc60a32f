package dev.linden.cli;

import dev.linden.api.ExplainLevel;
import dev.linden.api.Session;
import dev.linden.api.SessionInput;
import dev.linden.api.Variable;
import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.display.Limits;
import dev.linden.engine.Completion;
import dev.linden.engine.Manual;
import dev.linden.op.Display;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a client of a {@link Server} wants of its session, by the letter of the message;
 * docs/protocol.md describes each.
 */
final class SessionRequest {
  static final char RUN = 'S';
  static final char EXPLAIN = 'Q';
  static final char UNFINISHED = 'U';
  static final char COMPLETE = 'T';
  static final char INSPECT = 'I';
  static final char VARIABLES = 'V';
  static final char SHOW = 'Y';
  static final char REMOVE = 'Z';

  private static final Set<Character> KINDS =
      Set.of(RUN, EXPLAIN, UNFINISHED, COMPLETE, INSPECT, VARIABLES, SHOW, REMOVE);

  // what a client asks for with an input
  private static final int PLAN = 1;
  private static final int STATISTICS = 2;
  private static final int PROGRESS = 4;
  private static final int PICTURES = 8;
  private static final int PAGE = 16;

  // forms of plans
  private static final int AS_TEXT = 0;
  private static final int AS_JSON = 1;
  private static final int AS_PAGE = 2;

  private static final int HEAVIEST = 10;

  // answers to UNFINISHED
  private static final int COMPLETE_TEXT = 0;
  private static final int UNFINISHED_TEXT = 1;
  private static final int WRONG_TEXT = 2;

  private final Wire wire;
  private final WireValues values;

  SessionRequest(Wire wire, WireValues values) {
    this.wire = wire;
    this.values = values;
  }

  static boolean isKind(int kind) {
    return KINDS.contains((char) kind);
  }

  /** Contents of an answer. */
  interface Contents {
    void write() throws IOException;
  }

  /** What a request comes to when its turn has come. */
  interface Work {
    Contents run(Session session, Cancellation cancellation, Events events) throws IOException;
  }

  /** What a client hears while an input runs. */
  interface Events {
    /** {@code plan} or {@code statistics} in JSON, {@code page} in HTML. */
    void data(String name, String text) throws IOException;

    /** Pictures go to the client, and not as characters to where the input prints. */
    void takePictures();

    /** Hears of progress; to be closed when nothing runs any more. */
    Progress progress();
  }

  /**
   * Reads the contents of a message.
   *
   * @throws InputError if they make no sense
   */
  Work read(int kind) throws IOException {
    Work work =
        switch ((char) kind) {
          case RUN -> run();
          case EXPLAIN -> explain();
          case UNFINISHED -> unfinished();
          case COMPLETE -> complete();
          case INSPECT -> inspect();
          case SHOW -> show();
          case REMOVE -> remove();
          default -> (session, cancellation, events) -> variables(session);
        };
    wire.requireEnd();
    return work;
  }

  private Work run() throws IOException {
    Source source = source();
    Map<String, Scalar> arguments = new LinkedHashMap<>();
    for (int i = wire.readCount("arguments"); i > 0; i--) {
      String name = wire.readText();
      arguments.put(name, ServerRequest.scalar(name, values.read()));
    }
    Map<String, Value> given = new LinkedHashMap<>();
    for (int i = wire.readCount("variables"); i > 0; i--) {
      String name = wire.readText();
      ServerRequest.requireNew("the variable " + name, given.put(name, values.read()));
    }
    List<String> outputs = new ArrayList<>();
    for (int i = wire.readCount("outputs"); i > 0; i--) {
      outputs.add(wire.readText());
    }
    int asked = wire.readInt();
    return (session, cancellation, events) -> {
      Map<String, Value> before = put(given, session);
      try {
        return run(session.input(source), arguments, outputs, asked, cancellation, events, session);
      } catch (RuntimeException | Error e) {
        takeBack(before, session);
        throw e;
      }
    };
  }

  private Source source() throws IOException {
    String text = wire.readText();
    String syntax = wire.readText();
    return new Source(wire.readText(), text, syntax);
  }

  private Contents run(
      SessionInput input,
      Map<String, Scalar> arguments,
      List<String> outputs,
      int asked,
      Cancellation cancellation,
      Events events,
      Session session)
      throws IOException {
    input
        .cancellation(cancellation)
        .statistics((asked & STATISTICS) != 0)
        .recorded((asked & PAGE) != 0);
    arguments.forEach(input::argument);
    if ((asked & PLAN) != 0) {
      events.data("plan", Json.of(input.explainData(ExplainLevel.HOPS)));
    }
    if ((asked & PICTURES) != 0) {
      events.takePictures();
    }
    Value value;
    try (Progress progress = (asked & PROGRESS) != 0 ? events.progress() : null) {
      if (progress != null) {
        input.listener(progress);
      }
      value = input.run();
    } finally {
      if ((asked & STATISTICS) != 0) {
        events.data("statistics", Json.of(input.statisticsData(HEAVIEST)));
      }
    }
    if ((asked & PAGE) != 0) {
      events.data("page", PlanPage.of(input.script().report()));
    }
    List<Value> results = new ArrayList<>();
    for (String output : outputs) {
      results.add(session.value(output));
    }
    List<String> assigned = List.copyOf(input.assigned());
    return () -> {
      wire.writeByte(value == null ? 0 : 1);
      if (value != null) {
        wire.writeText(Display.text(value, Limits.DEFAULT));
        wire.writeText(Display.html(value, Limits.DEFAULT));
      }
      writeTexts(assigned);
      for (Value result : results) {
        values.write(result);
      }
    };
  }

  /** The values that they take the place of, null for none. */
  private static Map<String, Value> put(Map<String, Value> given, Session session) {
    Map<String, Value> before = new LinkedHashMap<>();
    given.forEach(
        (name, value) -> {
          before.put(name, session.variable(name) == null ? null : session.value(name));
          session.bind(name, value);
        });
    return before;
  }

  private static void takeBack(Map<String, Value> before, Session session) {
    before.forEach(
        (name, value) -> {
          if (value == null) {
            session.remove(name);
          } else {
            session.bind(name, value);
          }
        });
  }

  private Work explain() throws IOException {
    Source source = source();
    ExplainLevel level = ServerRequest.level(wire.readText());
    int form = wire.readByte();
    return (session, cancellation, events) -> {
      SessionInput input =
          session.input(source).cancellation(cancellation).recorded(form == AS_PAGE);
      String plan =
          switch (form) {
            case AS_TEXT -> input.explain(level);
            case AS_JSON -> Json.of(input.explainData(level));
            case AS_PAGE -> PlanPage.of(input.script().report());
            default -> throw new InputError("there is no form " + form + " of plans");
          };
      return () -> wire.writeText(plan);
    };
  }

  private Work unfinished() throws IOException {
    Source source = source();
    return (session, cancellation, events) -> {
      int state = state(source, session);
      return () -> wire.writeByte(state);
    };
  }

  private static int state(Source source, Session session) {
    if (session.isUnfinished(source)) {
      return UNFINISHED_TEXT;
    }
    try {
      session.requireReadable(source);
      return COMPLETE_TEXT;
    } catch (ScriptError e) {
      return WRONG_TEXT;
    }
  }

  private Work complete() throws IOException {
    String text = wire.readText();
    int codePoints = wire.readInt();
    return (session, cancellation, events) -> {
      if (codePoints < 0 || codePoints > text.codePointCount(0, text.length())) {
        throw new InputError("the cursor at " + codePoints + " is outside of the text");
      }
      int cursor = text.offsetByCodePoints(0, codePoints);
      Completion.Result result = session.workspace().complete(text, cursor);
      return () -> {
        wire.writeInt(text.codePointCount(0, result.start()));
        wire.writeInt(text.codePointCount(0, result.end()));
        wire.writeInt(result.candidates().size());
        for (Completion.Candidate candidate : result.candidates()) {
          wire.writeText(candidate.text());
          wire.writeText(candidate.kind());
          wire.writeText(candidate.note());
        }
      };
    };
  }

  private Work inspect() throws IOException {
    String name = wire.readText();
    return (session, cancellation, events) -> {
      Value value = session.workspace().look(name);
      Manual.Page page = value == null ? session.workspace().page(name) : null;
      String text =
          value != null
              ? name + ": " + Display.text(value, Limits.DEFAULT).stripTrailing()
              : page == null ? null : page.render().stripTrailing();
      return () -> {
        wire.writeByte(text == null ? 0 : 1);
        if (text != null) {
          wire.writeText(text);
          wire.writeText(page == null || page.dml() == null ? "" : page.dml());
        }
      };
    };
  }

  private Contents variables(Session session) {
    List<Variable> all = session.variables();
    return () -> {
      wire.writeInt(all.size());
      for (Variable variable : all) {
        wire.writeText(variable.name());
        wire.writeText(variable.type());
        wire.writeLong(variable.rows());
        wire.writeLong(variable.cols());
        wire.writeLong(variable.nonZeros());
        wire.writeLong(variable.bytes());
        wire.writeText(variable.form());
      }
    };
  }

  private Work show() throws IOException {
    String name = wire.readText();
    int rows = wire.readCount("rows");
    int cols = wire.readCount("columns");
    return (session, cancellation, events) -> {
      Value value = session.workspace().look(name);
      if (value == null) {
        throw new InputError("there is no variable " + name);
      }
      Limits limits = new Limits(rows, cols, Limits.DEFAULT.width());
      String text = Display.text(value, limits);
      String html = Display.html(value, limits);
      return () -> {
        wire.writeText(text);
        wire.writeText(html);
      };
    };
  }

  private Work remove() throws IOException {
    List<String> names = new ArrayList<>();
    for (int i = wire.readCount("names"); i > 0; i--) {
      names.add(wire.readText());
    }
    return (session, cancellation, events) -> {
      List<String> removed = names.stream().filter(session::remove).toList();
      return () -> writeTexts(removed);
    };
  }

  private void writeTexts(List<String> texts) throws IOException {
    wire.writeInt(texts.size());
    for (String text : texts) {
      wire.writeText(text);
    }
  }
}
