package e21_distributed;

import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.rmi4mpi.rmi.Ranks;

/**
 * How many neighbours do the vertices of a graph have? The graph is random, and of the kind R-MAT: few vertices have many
 * neighbours, as in networks of people (Chakrabarti, Zhan, Faloutsos, 2004). Each rank makes some of the edges.
 */
public class Degrees {
    private static final int EDGES_OF_VERTEX = 16;
    private static final double BOTH_LOW = 0.57;
    private static final double TO_HIGH = 0.76;
    private static final double FROM_HIGH = 0.95;

    /** Counts the ends of an edge at its vertices. The number of the edge is the seed, so each run makes the same graph. */
    private static void count(int edge, int scale, DistributedArray degrees) throws RemoteException {
        SplittableRandom random = new SplittableRandom(edge);
        int from = 0;
        int to = 0;
        for (int bit = 0; bit < scale; bit++) {
            double quarter = random.nextDouble();
            from = 2 * from + (quarter < TO_HIGH ? 0 : 1);
            to = 2 * to + (quarter < BOTH_LOW || quarter >= TO_HIGH && quarter < FROM_HIGH ? 0 : 1);
        }
        degrees.add(from, 1);
        degrees.add(to, 1);
    }

    private static long sum(AtomicLongArray numbers) {
        return IntStream.range(0, numbers.length()).mapToLong(numbers::get).sum();
    }

    private static void print(List<Map<Long, Long>> parts) {
        Map<Long, Long> sorted = new TreeMap<>();
        parts.forEach(sorted::putAll);
        System.out.println(" neighbours vertices");
        sorted.forEach(
                (least, vertices) -> System.out.printf("%5d-%-5d %8d%n", least, Math.max(0, 2 * least - 1), vertices));
    }

    /** @param args the graph has 2 to the power of this number of vertices; 14 by default */
    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        int scale = args.length > 0 ? Integer.parseInt(args[0]) : 14;
        int edges = EDGES_OF_VERTEX << scale;
        DistributedArray degrees = new DistributedArray(1 << scale);
        DistributedMap<Long, Long> vertices = new DistributedMap<>(Long::sum);
        for (int edge = Ranks.own(); edge < edges; edge += Ranks.size()) {
            count(edge, scale, degrees);
        }
        Ranks.barrier(); // now all ranks have counted theirs
        Ranks.quiesce(); // and the counts have arrived
        AtomicLongArray own = degrees.own();
        for (int i = 0; i < own.length(); i++) {
            vertices.merge(Long.highestOneBit(own.get(i)), 1L);
        }
        Ranks.barrier();
        Ranks.quiesce();
        if (Ranks.own() == 0) {
            long ends = degrees.compute(Degrees::sum).stream().mapToLong(Long::longValue).sum();
            System.out.println(edges + " edges have " + ends + " ends, " + degrees.get(0) + " of them at vertex 0");
            print(vertices.compute(Map::copyOf));
        }
    }
}
