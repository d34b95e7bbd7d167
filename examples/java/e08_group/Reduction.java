package e08_group;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Group;
import org.rmi4mpi.rmi.Ranks;

/** Each rank has a part of a vector. Rank 0 normalises the vector by calls to all parts at the same time. */
public class Reduction {
    private static final int LENGTH = 100_000;

    public interface Part extends Remote {
        double sumOfSquares() throws RemoteException;

        void scale(double factor) throws RemoteException;

        double largest() throws RemoteException;

        /** Called at all members, which meet at two barriers. */
        void swapEnds(Group<Part> all) throws RemoteException;

        double first() throws RemoteException;

        void last(double value) throws RemoteException;
    }

    static class RankPart implements Part {
        private final double[] values = new Random(Ranks.own()).doubles(LENGTH).toArray();
        private final int rank = Ranks.own();

        @Override
        public double sumOfSquares() {
            return Arrays.stream(values).map(value -> value * value).sum();
        }

        @Override
        public void scale(double factor) {
            Arrays.setAll(values, i -> factor * values[i]);
        }

        @Override
        public double largest() {
            return DoubleStream.of(values).max().orElseThrow();
        }

        @Override
        public void swapEnds(Group<Part> all) throws RemoteException {
            double next = all.members().get((rank + 1) % all.size()).first();
            all.barrier(); // every member has read before anyone writes
            last(next);
            all.barrier();
        }

        @Override
        public double first() {
            return values[0];
        }

        @Override
        public void last(double value) {
            values[LENGTH - 1] = value;
        }
    }

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        Group<Part> vector = Calls.group(Ranks.each(Part.class, new RankPart()));
        if (Ranks.own() == 0) {
            double length = Math.sqrt(vector.reduce(Part::sumOfSquares, Double::sum));
            vector.stub().scale(1 / length);
            System.out.printf("length %.6f, then %.6f%n", length,
                    Math.sqrt(vector.reduce(Part::sumOfSquares, Double::sum)));
            System.out.println("the largest is that of all: "
                    + (vector.stub((Double a, Double b) -> Math.max(a, b)).largest()
                            == vector.gather(Part::largest).stream().mapToDouble(each -> each).max().orElseThrow()));
            vector.each(part -> part.swapEnds(vector));
            System.out.println(vector.size() + " members have met");
        }
    }
}
