package org.rmi4mpi.message;

import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.Layout;

/**
 * Source, tag and length of a message that was received or found, and its counts: the Status of both spellings. Owned by
 * the thread that gets it.
 */
public class Outcome {
    /** Position of the request among those given to Waitany, Testany, Waitsome or Testsome. */
    public int index;
    /** Rank of the sender. */
    public int source = Constants.ANY_SOURCE;
    /** Tag of the message. */
    public int tag = Constants.ANY_TAG;
    /**
     * Number of received copies of the receive's datatype; MPI.UNDEFINED if it is not a whole number. For a message that a
     * probe has found, ask Get_count: it may be received with any datatype.
     */
    public int count;

    private long bytes;
    private int objects = -1;
    /** Counts the objects of a message that a probe has found; null for other messages. */
    private ObjectCounter found;
    private boolean cancelled;

    /** Counts the objects of a message that waits to be received. */
    interface ObjectCounter {
        /** Returns -1 where the message holds none, or was received. */
        int objects(int source, int tag, long length);
    }

    /** Makes the outcome of no message: any source, any tag. */
    public Outcome() {}

    /** Takes the values of an operation that has ended. */
    final void set(RequestSlot slot) {
        source = slot.source();
        tag = slot.tag();
        bytes = slot.length();
        cancelled = slot.isCancelled();
    }

    /** Sets the values of a message that has come, or was sent. */
    final void set(int source, int tag, long bytes, int count) {
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
        this.count = count;
    }

    /** Sets the values of a message from PROC_NULL. */
    final void setNobody() {
        source = Constants.PROC_NULL;
        tag = Constants.ANY_TAG;
        bytes = 0;
        objects = 0;
        count = 0;
    }

    /** Sets the number of objects of a message, and counts them in copies of a layout. */
    final void setObjects(int objects, Layout layout) {
        this.objects = objects;
        this.count = copies(layout);
    }

    /** Marks the outcome of a probe: the message waits to be received. */
    final void setFound(ObjectCounter found) {
        this.found = found;
    }

    /** Sets the length of an operation without a message, such as the access to a file. */
    protected final void ofBytes(long bytes) {
        this.bytes = bytes;
    }

    final long bytes() {
        return bytes;
    }

    protected void setCancelled(boolean cancelled) {
        this.cancelled = cancelled;
    }

    /** Whether the operation was cancelled. */
    protected final boolean wasCancelled() {
        return cancelled;
    }

    /** The number of copies of a layout in the message; UNDEFINED where it is not a whole number. */
    protected final int copies(Layout layout) {
        Check.datatype("Get_count", "datatype", layout);
        long elements = elements(layout);
        if (elements <= 0) {
            return (int) elements;
        }
        long copies = elements / layout.size();
        return elements % layout.size() != 0 || copies > Integer.MAX_VALUE
                ? Constants.UNDEFINED
                : (int) copies;
    }

    /** The number of elements of a layout in the message; UNDEFINED where it is not a whole number. */
    protected final long elements(Layout layout) {
        Check.datatype("Get_elements", "datatype", layout);
        if (layout.isObject()) {
            return objects(layout);
        }
        return layout.elementsIn(bytes);
    }

    /**
     * The number of basic elements of a layout in the message, as MPI counts them; UNDEFINED where it is no whole
     * number.
     */
    protected final long basicElements(Layout layout) {
        Check.datatype("Get_elements", "datatype", layout);
        return layout.isObject() ? objects(layout) : layout.basicElementsIn(bytes);
    }

    /** Sets the number of basic elements of a layout in the message. */
    protected final void setBasicElements(Layout layout, long elements) {
        Check.datatype("setElements", "datatype", layout);
        Check.argument("setElements", !layout.isObject(), "datatype", layout, "one of a primitive base type");
        Check.argument("setElements", elements >= 0, "count", elements, "0 or more");
        long most = layout.mostBasicElements();
        Check.argument("setElements", elements <= most, "count", elements, "at most " + most);
        bytes = layout.wireBytesOf(elements);
    }

    private int objects(Layout layout) {
        if (objects < 0 && found != null) {
            int announced = found.objects(source, tag, bytes);
            if (announced >= 0) {
                objects = announced;
                count = copies(layout);
            }
        }
        return objects < 0 ? Constants.UNDEFINED : objects;
    }
}
