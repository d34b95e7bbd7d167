package mpi;

/**
 * An object that stands for one inside MPI. Nothing but communicators and requests needs to be freed.
 *
 * <p>An interface, as in Open MPI's bindings; in mpiJava it was a class, which programs name as a type alone.
 */
public interface Freeable {
    /** Frees what the object stands for. */
    void free();

    /** As {@link #free}, in the spelling of mpiJava. */
    default void Free() {
        free();
    }
}
