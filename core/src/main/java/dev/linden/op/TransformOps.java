package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.frame.Frame;
import dev.linden.frame.transform.Tokenizer;
import dev.linden.frame.transform.Transform;
import dev.linden.frame.transform.TransformSpec;
import dev.linden.matrix.Matrix;
import java.util.List;
import java.util.Map;

/** Frames to numeric matrices and back, as a JSON text says. */
public final class TransformOps {
  static final Op ENCODE =
      Op.define(
              "transformencode",
              "[X, M]: learns how a JSON spec turns a frame into numbers, and the matrix it gives.")
          .parameters(of("target", DataType.FRAME), scalar("spec"))
          .results(2)
          .rule(
              call -> {
                Size frame = call.in(0).size();
                TransformSpec spec = spec(call, 1, "transformencode", frame.cols());
                return List.of(
                    Info.matrix(encodedSize(spec, frame)),
                    Info.frame(Size.of(Sizes.UNKNOWN, frame.cols())));
              })
          .kernel(
              call -> {
                Frame frame = FrameOps.frame(call, 0);
                TransformSpec spec = TransformSpec.parse(call.text(1));
                Transform transform = Transform.learn(spec, frame, call.workers());
                call.result(0, encode(transform, spec, frame, call));
                call.result(1, new FrameValue(transform.metadata()));
              })
          .naming(Naming.OWN, Naming.OWN)
          .callsFunction(TransformOps::callsFunction)
          .properties(Property.DATA_DEPENDENT_SIZE)
          .build();

  static final Op APPLY =
      Op.define("transformapply", "The matrix of a frame by metadata that was learned before.")
          .parameters(
              of("target", DataType.FRAME),
              scalar("spec"),
              of("meta", DataType.FRAME),
              matrix("embedding").orAbsent())
          .rule(
              call -> {
                Size frame = call.in(0).size();
                TransformSpec spec = spec(call, 1, "transformapply", frame.cols());
                if (spec != null && spec.byNumber()) {
                  needColumns(call, "transformapply");
                }
                boolean embeds = spec != null && spec.embeds() && Indexes.given(call, 3);
                Size size = encodedSize(spec, frame);
                return List.of(Info.matrix(embeds ? Size.of(size.rows(), Sizes.UNKNOWN) : size));
              })
          .kernel(
              call -> {
                Frame frame = FrameOps.frame(call, 0);
                TransformSpec spec = TransformSpec.parse(call.text(1));
                Transform learned =
                    Transform.of(spec, FrameOps.frame(call, 2), frame.names(), call.workers());
                Transform used = call.given(3) ? learned.withEmbedding(call.matrix(3)) : learned;
                call.result(encode(used, spec, frame, call));
              })
          .naming(Naming.OWN, Naming.OWN)
          .callsFunction(TransformOps::callsFunction)
          .properties(Property.DATA_DEPENDENT_SIZE)
          .build();

  static final Op DECODE =
      Op.define(
              "transformdecode",
              "The frame of a matrix that transformencode or transformapply has made; a bin gives"
                  + " its middle.")
          .parameters(matrix("target"), scalar("spec"), of("meta", DataType.FRAME))
          .rule(
              call -> {
                long cols = call.in(2).size().cols();
                spec(call, 1, "transformdecode", cols);
                return List.of(Info.frame(Size.of(call.in(0).size().rows(), cols)));
              })
          .kernel(call -> call.result(new FrameValue(transform(call, 1, 2).decode(call.matrix(0)))))
          .build();

  static final Op COLUMN_MAP =
      Op.define(
              "transformcolmap",
              "For each column of the frame its number and its first and last column in the"
                  + " matrix.")
          .parameters(of("target", DataType.FRAME), scalar("spec"))
          .rule(
              call -> {
                long cols = call.in(0).size().cols();
                spec(call, 1, "transformcolmap", cols);
                return List.of(Info.matrix(cols, 3));
              })
          .kernel(call -> call.result(transform(call, 1, 0).columnMap()))
          .build();

  static final Op META =
      Op.define("transformmeta", "Metadata of a transformation that was written to a file.")
          .parameters(scalar("spec"), scalar("transformPath"))
          .rule(
              call -> {
                spec(call, 0, "transformmeta", Sizes.UNKNOWN);
                Args.needText(call, 1, "transformPath of transformmeta");
                return List.of(Info.frame(Size.UNKNOWN));
              })
          .kernel(TransformOps::runMeta)
          // A read must not move across the write of the same file.
          .properties(Property.EFFECT)
          .build();

  static final Op TOKENIZE =
      Op.define(
              "tokenize",
              "The tokens of a column of texts as a frame: a row per token, or per text in wide"
                  + " format.")
          .parameters(of("target", DataType.FRAME), scalar("spec"), scalar("max_tokens"))
          .rule(call -> List.of(inferTokenize(call)))
          .kernel(
              call -> {
                int most = Args.blockDimension(call, 2, "max_tokens of tokenize");
                Frame frame = FrameOps.frame(call, 0);
                call.result(new FrameValue(Tokenizer.tokenize(frame, call.text(1), most)));
              })
          .properties(Property.DATA_DEPENDENT_SIZE)
          .build();

  static final List<Op> ALL = List.of(ENCODE, APPLY, DECODE, COLUMN_MAP, META, TOKENIZE);

  private TransformOps() {}

  /** Whether it makes matrices of frames, most columns of which have few values. */
  static boolean encodes(Op op) {
    return op == ENCODE || op == APPLY;
  }

  /** Whether the function of a library may be called: if the spec is not known or says so. */
  private static boolean callsFunction(List<Info> operands) {
    Scalar spec = operands.get(1).constant();
    return spec == null || TransformSpec.parse(spec.text()).callsFunction();
  }

  private static MatrixValue encode(
      Transform transform, TransformSpec spec, Frame frame, Invocation call) {
    spec.warnings(frame.cols()).forEach(call.environment()::warn);
    transform.warnings(frame).forEach(call.environment()::warn);
    Matrix encoded =
        transform.applyFunction(
            transform.encode(frame, call.environment().compression(), call.workers()),
            (function, argument) -> call(call, function, argument),
            call.workers());
    return new MatrixValue(encoded).named(transform.encodedNames());
  }

  private static Matrix call(Invocation call, String function, Matrix argument) {
    List<Value> results =
        call.environment().call(function, List.of(new MatrixValue(argument)), List.of());
    if (!results.isEmpty() && results.get(0) instanceof MatrixValue matrix) {
      return matrix.matrix();
    }
    throw new InputError("the function " + function + " of the spec gives no matrix");
  }

  private static Transform transform(Invocation call, int specAt, int metaAt) {
    TransformSpec spec = TransformSpec.parse(call.text(specAt));
    Frame metadata = FrameOps.frame(call, metaAt);
    spec.warnings(metadata.cols()).forEach(call.environment()::warn);
    return Transform.of(spec, metadata, call.workers());
  }

  /** The spec if it is a constant, else null; columns by number are checked if possible. */
  private static TransformSpec spec(CallSite call, int i, String name, long cols) {
    Args.needText(call, i, "spec of " + name);
    String text = call.constantText(i);
    if (text == null) {
      return null;
    }
    try {
      TransformSpec spec = TransformSpec.parse(text);
      if (spec.byNumber() && cols >= 0 && cols <= Integer.MAX_VALUE) {
        spec.check((int) cols);
      }
      return spec;
    } catch (InputError e) {
      throw new OpError(i, e.getMessage());
    }
  }

  private static Info inferTokenize(CallSite call) {
    Args.needText(call, 1, "spec of tokenize");
    long most = Args.count(call, 2, "max_tokens of tokenize");
    String text = call.constantText(1);
    if (text == null) {
      return Info.frame(Size.UNKNOWN);
    }
    try {
      long cols = Tokenizer.columns(text, call.in(0).size().cols(), most);
      return Info.frame(Size.of(Sizes.UNKNOWN, cols));
    } catch (InputError e) {
      throw new OpError(1, e.getMessage());
    }
  }

  private static Size encodedSize(TransformSpec spec, Size frame) {
    return spec == null
        ? Size.UNKNOWN
        : Size.of(
            spec.omitsRows() ? Sizes.UNKNOWN : frame.rows(),
            spec.spreadsColumns() ? Sizes.UNKNOWN : frame.cols());
  }

  private static void needColumns(CallSite call, String name) {
    long data = call.in(0).size().cols();
    long meta = call.in(2).size().cols();
    if (meta >= 0 && data > meta) {
      throw new OpError(
          2, "meta of " + name + " is for " + meta + " columns, but the frame has " + data);
    }
  }

  private static void runMeta(Invocation call) {
    Map<String, Scalar> options = Map.of("data_type", Scalar.of("frame"));
    Environment.ReadRequest request = new Environment.ReadRequest(call.text(1), options, List.of());
    Frame meta = ((FrameValue) call.environment().read(request)).frame();
    Transform.of(TransformSpec.parse(call.text(0)), meta, call.workers());
    call.result(new FrameValue(meta));
  }
}
