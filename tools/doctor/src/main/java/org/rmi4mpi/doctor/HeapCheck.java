package org.rmi4mpi.doctor;

/** Whether the memory of a node has room for the full heaps of all its ranks. */
public final class HeapCheck {
    private HeapCheck() {}

    /**
     * @param heap bytes to which the heap of a rank may grow
     * @param memory bytes that the ranks of the node may use together
     */
    public static Finding look(String host, long heap, long memory, int ranksOfNode) {
        long heapMib = heap >> 20;
        long memoryMib = memory >> 20;
        long sumMib = heapMib * ranksOfNode;
        String found = heapMib + " MiB for " + (ranksOfNode == 1 ? "1 rank" : "each of " + ranksOfNode + " ranks");
        return sumMib <= memoryMib ? Finding.well("heap", host, found + ", of " + memoryMib + " MiB")
                : Finding.wrong("heap", host, found + ": " + sumMib + " MiB > " + memoryMib + " MiB of the node",
                        "give each rank less (-Xmx" + memoryMib * 3 / 4 / ranksOfNode
                                + "m), or put fewer ranks on a node");
    }
}
