package mpi;

import org.rmi4mpi.message.data.Check;

/** Decides what happens on an error; see {@link Comm#Errhandler_set}. */
public class Errhandler {
    /** Type of {@link MPI#ERRORS_ARE_FATAL}. */
    public static final int FATAL = 1;
    /** Type of {@link MPI#ERRORS_RETURN}. */
    public static final int RETURN = 0;

    private final long type;

    /**
     * An error handler of a type.
     *
     * @param Type {@link #FATAL} or {@link #RETURN}
     */
    public Errhandler(int Type) {
        this((long) Type);
    }

    /**
     * An error handler of a type.
     *
     * @param _handle {@link #FATAL} or {@link #RETURN}
     */
    public Errhandler(long _handle) {
        Check.argument("Errhandler", _handle == FATAL || _handle == RETURN, "type", _handle,
                "Errhandler.FATAL or Errhandler.RETURN");
        type = _handle;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Errhandler that && type == that.type;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(type);
    }

    @Override
    public String toString() {
        return type == FATAL ? "MPI.ERRORS_ARE_FATAL" : "MPI.ERRORS_RETURN";
    }
}
