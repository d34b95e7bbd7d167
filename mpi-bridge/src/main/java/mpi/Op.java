package mpi;

import org.rmi4mpi.bridge.Mpi;

/** A reduction. The predefined ones are constants of {@link MPI}. */
public class Op extends Freeable {
    private final String name;
    private final long handle;
    private final boolean logical;
    private final boolean bitwise;

    Op(String name) {
        this.name = name;
        this.handle = Mpi.constant(name.replace("MPI.", "MPI_"));
        this.logical = name.matches("MPI\\.L(AND|OR|XOR)");
        this.bitwise = name.matches("MPI\\.B(AND|OR|XOR)");
    }

    long handle() {
        return handle;
    }

    /** MPI 3.1, 5.9.2: arithmetic takes numbers, bitwise and logical operations integers, logical ones booleans. */
    boolean takes(Datatype type) {
        return switch (type.element()) {
            case BOOLEAN -> logical;
            case FLOAT, DOUBLE -> !logical && !bitwise;
            default -> true;
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
