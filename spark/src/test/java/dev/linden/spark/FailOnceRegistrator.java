package dev.linden.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Registrator;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkEnv;
import org.apache.spark.serializer.KryoRegistrator;

/** As the usual one, but on each executor one task fails while it reads blocks. */
public final class FailOnceRegistrator implements KryoRegistrator {
  private static final int FAILING_READ = 20;
  private static final AtomicInteger READS = new AtomicInteger();

  @Override
  public void registerClasses(Kryo kryo) {
    new Registrator().registerClasses(kryo);
    kryo.register(BlockIndex.class, new FailingOnce(kryo.getSerializer(BlockIndex.class)));
  }

  private static final class FailingOnce extends Serializer<BlockIndex> {
    private final Serializer<BlockIndex> usual;

    @SuppressWarnings("unchecked")
    private FailingOnce(Serializer<?> usual) {
      this.usual = (Serializer<BlockIndex>) usual;
    }

    @Override
    public void write(Kryo kryo, Output output, BlockIndex index) {
      usual.write(kryo, output, index);
    }

    @Override
    public BlockIndex read(Kryo kryo, Input input, Class<BlockIndex> type) {
      boolean executor = !SparkEnv.get().executorId().equals("driver");
      if (executor && READS.incrementAndGet() == FAILING_READ) {
        throw new IllegalStateException("a task fails by intent");
      }
      return usual.read(kryo, input, type);
    }
  }
}
