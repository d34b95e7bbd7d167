package mpi;

import org.rmi4mpi.bridge.Mpi;

/** What a buffer holds. The basic datatypes are constants of {@link MPI}. */
public class Datatype extends Freeable {
    private final String name;
    private final Element element;
    private final long handle;

    Datatype(String name, Element element) {
        this.name = name;
        this.element = element;
        this.handle = Mpi.constant(element.nameInC());
    }

    Element element() {
        return element;
    }

    long handle() {
        return handle;
    }

    /** Length in bytes of so many elements. */
    long bytes(int count) {
        return (long) count * element.size();
    }

    @Override
    public String toString() {
        return name;
    }
}
