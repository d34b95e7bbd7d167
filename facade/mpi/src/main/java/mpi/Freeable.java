package mpi;

/**
 * A handle of an object of MPI. Only communicators, windows and requests need to be freed. A freed handle cannot be
 * used again, and can be freed only once, except for a request: this becomes a null request.
 *
 * <p>It is an interface, as in Open MPI's bindings. In mpiJava it was a class, but programs use it only as a type.
 */
public interface Freeable {
    /**
     * Frees the handle.
     *
     * @throws MPIException where it was freed before, unless it is a request
     */
    void free();

    /** Like {@link #free}, in the spelling of mpiJava. */
    default void Free() {
        free();
    }
}
