package dev.linden.spark.parfor;

import dev.linden.base.Settings;
import dev.linden.parfor.ParforPlan;
import java.io.Serializable;
import java.util.LinkedHashMap;
import org.apache.spark.broadcast.Broadcast;

/**
 * All that executors need to know of one execution of a loop, apart from its tasks.
 *
 * @param engine the driver's; executors have one of their own for each
 * @param settings of that engine on executors
 * @param directory what relative paths are relative to
 * @param loop id of the body
 * @param run id of the execution
 * @param inputs by variable
 * @param partitioned those of which tasks fetch what they take
 * @param atOnce tasks that an executor runs at the same time
 */
record LoopImage(
    String engine,
    Settings settings,
    String directory,
    String loop,
    String run,
    Broadcast<byte[]> body,
    LinkedHashMap<String, Broadcast<PackedValue>> inputs,
    LinkedHashMap<String, SentPartitions> partitioned,
    int atOnce,
    ParforPlan plan,
    long iterations,
    long seed)
    implements Serializable {}
