package mpi;

/** The version of the MPI standard that the library implements. */
public final class Version {
    private final int version;
    private final int subVersion;

    Version(int version, int subVersion) {
        this.version = version;
        this.subVersion = subVersion;
    }

    /**
     * The number before the dot.
     *
     * @return such as 3
     */
    public int getVersion() {
        return version;
    }

    /**
     * The number after the dot.
     *
     * @return such as 1
     */
    public int getSubVersion() {
        return subVersion;
    }
}
