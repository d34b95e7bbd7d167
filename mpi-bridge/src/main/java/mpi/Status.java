package mpi;

/** What is known of a message that was received or found. */
public class Status extends Freeable {
    /** Position of the request among those given to Waitany, Testany, Waitsome or Testsome. */
    public int index;
    /** Rank of the sender. */
    public int source = MPI.ANY_SOURCE;
    /** Tag of the message. */
    public int tag = MPI.ANY_TAG;
    /**
     * How many copies of the datatype that it was received with arrived; {@link MPI#UNDEFINED} if no whole number. Of a
     * message that a probe has found, which may be received with any datatype, {@link #Get_count} tells.
     */
    public int count;

    private long bytes;
    private int objects = -1;
    /** Where the message can be looked into that a probe has found; null of others. */
    private FoundMessages found;
    private int emptyCopies;
    private boolean cancelled;

    /** Of no message: any source, any tag. */
    public Status() {}

    Status(int source, int tag, long bytes, boolean cancelled) {
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
        this.cancelled = cancelled;
    }

    /** Of a message from MPI.PROC_NULL. */
    void ofNobody() {
        source = MPI.PROC_NULL;
        tag = MPI.ANY_TAG;
        bytes = 0;
        objects = 0;
        count = 0;
    }

    /** Of a message of so many objects, which are counted in copies of a datatype. */
    void ofObjects(int objects, Datatype type) {
        this.objects = objects;
        this.count = Get_count(type);
    }

    /** Of a message that waits to be received. */
    void ofProbe(FoundMessages found) {
        this.found = found;
    }

    /** Of a message without elements, which was received as so many copies of a datatype that has none. */
    void ofEmpty(int copies) {
        this.emptyCopies = copies;
        this.count = copies;
    }

    long bytes() {
        return bytes;
    }

    /**
     * How many copies of a datatype the message holds; {@link MPI#UNDEFINED} where that is no whole number. Of a
     * datatype without elements, as many as were to be received.
     *
     * @param datatype what the message is counted in
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public int Get_count(Datatype datatype) {
        int elements = Get_elements(datatype);
        if (datatype.Size() == 0) {
            return emptyCopies;
        }
        return elements == MPI.UNDEFINED || elements % datatype.Size() != 0
                ? MPI.UNDEFINED
                : elements / datatype.Size();
    }

    /**
     * How many elements of a datatype's base type the message holds; {@link MPI#UNDEFINED} of a datatype without
     * elements. How many objects a message holds that a probe has found is known as long as it has not been received.
     *
     * @param datatype what the message is counted in
     * @return 0 or more, or {@link MPI#UNDEFINED}
     */
    public int Get_elements(Datatype datatype) {
        Check.argument("Get_elements", datatype != null, "datatype", "null", "a datatype");
        if (datatype.isObject()) {
            return objects();
        }
        if (datatype.Size() == 0) {
            return MPI.UNDEFINED;
        }
        long elements = bytes / datatype.elementSize();
        return bytes % datatype.elementSize() == 0 && elements <= Integer.MAX_VALUE ? (int) elements : MPI.UNDEFINED;
    }

    private int objects() {
        if (objects < 0 && found != null) {
            int announced = found.objects(source, tag, bytes);
            if (announced >= 0) {
                ofObjects(announced, MPI.OBJECT);
            }
        }
        return objects < 0 ? MPI.UNDEFINED : objects;
    }

    /**
     * Whether the operation was cancelled.
     *
     * @return true where {@link Request#Cancel} came in time
     */
    public boolean Test_cancelled() {
        return cancelled;
    }
}
