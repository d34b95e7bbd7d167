package mpi;

/** What is known of a message that was received or found. */
public class Status extends Freeable {
    /** Position of the request among those given to Waitany, Testany, Waitsome or Testsome. */
    public int index;
    /** Rank of the sender. */
    public int source = MPI.ANY_SOURCE;
    /** Tag of the message. */
    public int tag = MPI.ANY_TAG;
    /** Number of elements that arrived, in units of the datatype that it was received with. */
    public int count;

    private long bytes;
    private boolean cancelled;

    public Status() {}

    Status(int source, int tag, long bytes, boolean cancelled) {
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
        this.cancelled = cancelled;
    }

    /** Length of the message in elements; {@link MPI#UNDEFINED} where it is no whole number of them. */
    public int Get_count(Datatype datatype) {
        Check.argument("Get_count", datatype != null, "datatype", "null", "a datatype");
        int size = datatype.element().size();
        long elements = bytes / size;
        return bytes % size == 0 && elements <= Integer.MAX_VALUE ? (int) elements : MPI.UNDEFINED;
    }

    /** Whether the operation was cancelled. */
    public boolean Test_cancelled() {
        return cancelled;
    }
}
