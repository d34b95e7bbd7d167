package mpi;

/** A number that may be larger than an int. Source: MPI 3.1, 2.5.8. */
public final class Count implements Comparable<Count> {
    private long count;

    /**
     * A number.
     *
     * @param count its value
     */
    public Count(long count) {
        this.count = count;
    }

    /**
     * The number.
     *
     * @return its value
     */
    public long getCount() {
        return count;
    }

    /**
     * Sets the number.
     *
     * @param count its value
     */
    public void setCount(long count) {
        this.count = count;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Count that && count == that.count;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count);
    }

    @Override
    public int compareTo(Count other) {
        return Long.compare(count, other.count);
    }

    @Override
    public String toString() {
        return Long.toString(count);
    }
}
