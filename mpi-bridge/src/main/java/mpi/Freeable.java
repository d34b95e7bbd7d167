package mpi;

/** An object that stands for one inside MPI. */
public abstract class Freeable {
    Freeable() {}

    /** Nothing but communicators and requests needs to be freed; this does nothing. */
    public void Free() {}

    /** As {@link #Free}. */
    public void free() {}

    /** As {@link #Free}; the JVM does not call what is empty. */
    @Override
    @SuppressWarnings({"deprecation", "removal"}) // mpiJava has it
    public final void finalize() {}
}
