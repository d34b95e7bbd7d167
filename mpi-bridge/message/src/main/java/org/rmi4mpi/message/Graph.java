package org.rmi4mpi.message;

import java.util.Arrays;
import org.rmi4mpi.message.data.Check;

/**
 * A graph whose nodes and edges every rank knows.
 *
 * @param index for each node, the index in edges after its last neighbour; not to be changed
 * @param edges the neighbours of all nodes, one node after the other; not to be changed
 */
public record Graph(int[] index, int[] edges) implements Topology {
    @Override
    public int sources(int rank) {
        return neighbours(rank).length;
    }

    @Override
    public int destinations(int rank) {
        return neighbours(rank).length;
    }

    public int[] neighbours(int rank) {
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    public static void check(String call, int[] index, int[] edges) {
        Check.argument(call, index != null, "index", "null", "an array");
        Check.argument(call, edges != null, "edges", "null", "an array");
        int before = 0;
        for (int end : index) {
            Check.argument(call, end >= before && end <= edges.length, "index", Arrays.toString(index),
                    "ascending numbers, up to the number of edges, " + edges.length);
            before = end;
        }
        for (int edge : edges) {
            Check.argument(call, edge >= 0 && edge < index.length, "edges", Arrays.toString(edges),
                    "nodes from 0 to " + (index.length - 1));
        }
    }
}
