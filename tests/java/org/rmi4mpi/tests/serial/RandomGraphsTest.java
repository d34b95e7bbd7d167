package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;

/** Random graphs. Our streams have to return the same graphs as the JDK's streams. */
public class RandomGraphsTest extends StreamContract {
    private static final int GRAPHS = 400;

    @Test
    @Deadline(120)
    public void comeBackAsFromTheJdk() throws Exception {
        long seed = Long.getLong("rmi4mpi.test.seed", System.nanoTime());
        for (int i = 0; i < GRAPHS; i++) {
            Object graph = new RandomGraph(new Random(seed + i)).create(1 + i / 2);
            String expected = GraphText.of(throughJdk(graph));
            assertThat("seed " + (seed + i), GraphText.of(copy(graph)), is(expected));
        }
    }

    /** Many messages by one pair of streams, with and without a reset between them. */
    @Test
    @Deadline(120)
    public void severalInOneStream() throws Exception {
        long seed = Long.getLong("rmi4mpi.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Object> graphs = new java.util.ArrayList<>();
        for (int i = 0; i < 50; i++) {
            graphs.add(new RandomGraph(random).create(60));
        }
        ObjectInputStream in = afterWriting(out -> {
            for (int i = 0; i < graphs.size(); i++) {
                out.writeInt(i);
                out.writeObject(graphs.get(i));
                if (i % 3 == 0) {
                    out.reset();
                }
            }
        });
        for (int i = 0; i < graphs.size(); i++) {
            assertThat(in.readInt(), is(i));
            assertThat("seed " + seed, GraphText.of(in.readObject()), is(GraphText.of(throughJdk(graphs.get(i)))));
        }
    }

    private static Object throughJdk(Object graph) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(graph);
        }
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
}
