package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import mpi.MPI;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Arguments that the filter of an object limits. Some of them hold arrays that travel beside the frame of the call. */
@Deadline(120)
@RunWith(RankRunner.class)
public class FilteredArraysTest {
    private static final int[] SIZES = {1000, 100_000, 4_000_000};

    interface Taker extends Remote {
        /** The JDK asks its filter about the second argument when it has counted the first. */
        boolean take(Object first, Integer second) throws RemoteException;
    }

    static final class RankTaker implements Taker {
        @Override
        public boolean take(Object first, Integer second) {
            return true;
        }
    }

    /** By their size in bytes. */
    private static Map<String, IntFunction<Object>> kinds() {
        Map<String, IntFunction<Object>> kinds = new LinkedHashMap<>();
        kinds.put("byte[]", byte[]::new);
        kinds.put("int[]", n -> new int[n / 4]);
        kinds.put("double[]", n -> new double[n / 8]);
        kinds.put("long[][]", n -> new long[2][n / 16]);
        kinds.put("float[] in an array", n -> new Object[] {new float[n / 4]});
        kinds.put("char[] in a list", n -> new ArrayList<>(List.of(new char[n / 2])));
        return kinds;
    }

    private static boolean isReadByJdk(ObjectInputFilter filter, Object graph) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(graph);
            out.writeObject(1);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.setObjectInputFilter(filter);
            in.readObject();
            in.readObject();
            return true;
        } catch (InvalidClassException e) {
            return false;
        }
    }

    private static boolean isTaken(Taker taker, Object graph) throws RemoteException {
        try {
            return taker.take(graph, 1);
        } catch (ServerException e) {
            assertThat(e.toString(), e.getCause(), is(instanceOf(UnmarshalException.class)));
            return false;
        }
    }

    @Test
    public void theBytesOfAllArraysCount() throws Exception {
        int rank = MPI.COMM_WORLD.Rank();
        int next = (rank + 1) % MPI.COMM_WORLD.Size();
        StringBuilder differences = new StringBuilder();
        for (int size : SIZES) {
            for (String pattern : List.of("maxbytes=" + size / 2, "maxbytes=" + 2 * size, "maxarray=100",
                    "maxarray=" + size, "maxdepth=1;maxrefs=3")) {
                ObjectInputFilter filter = ObjectInputFilter.Config.createFilter(pattern);
                RankTaker own = new RankTaker();
                Naming.rebind("//rank" + rank + "/taker", UnicastRemoteObject.exportObject(own, 0, filter));
                MPI.COMM_WORLD.Barrier();
                Taker taker = (Taker) Naming.lookup("//rank" + next + "/taker");
                for (Map.Entry<String, IntFunction<Object>> kind : kinds().entrySet()) {
                    Object graph = kind.getValue().apply(size);
                    boolean jdk = isReadByJdk(filter, graph);
                    if (isTaken(taker, graph) != jdk) {
                        differences.append("\n").append(kind.getKey()).append(" of ").append(size).append(" with ")
                                .append(pattern).append(": the JDK ").append(jdk ? "reads" : "refuses").append(" it");
                    }
                }
                MPI.COMM_WORLD.Barrier();
                UnicastRemoteObject.unexportObject(own, true);
            }
        }
        assertThat(differences.toString(), is(""));
    }
}
