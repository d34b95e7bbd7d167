package org.rmi4mpi.bench.serial;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rmi4mpi.tests.serial.Models;

/** The code that JMH times: one contender with one row, in each direction. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Measurement {
    /** JMH's own name for what it runs. */
    static final String WRITE = Measurement.class.getName() + ".write";

    static final String READ = Measurement.class.getName() + ".read";

    @Param("jdk")
    public String contender;

    @Param("tree15")
    public String row;

    private Contender serializer;
    private Object graph;

    @Setup
    public void prepare() throws Exception {
        serializer = Contender.Name.of(contender).create();
        graph = Models.graph(row);
        messageLength(serializer, graph);
    }

    /**
     * Returns the length of a message whose classes are known: the second one. Checks that both are read back equal.
     */
    static int messageLength(Contender serializer, Object graph) throws Exception {
        int length = 0;
        for (int message = 0; message < 2; message++) {
            length = serializer.write(graph);
            for (int times = 0; times < 2; times++) {
                Object read = serializer.read();
                if (!Models.areAlike(graph, read)) {
                    throw new IllegalStateException("not equal to what was written: " + read);
                }
            }
        }
        return length;
    }

    @Benchmark
    public int write() throws Exception {
        return serializer.write(graph);
    }

    @Benchmark
    public Object read() throws Exception {
        return serializer.read();
    }
}
