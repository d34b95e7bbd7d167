package org.rmi4mpi.message;

import org.rmi4mpi.bridge.RequestSlot;

/** What is known of a message that was received or found. Owned by the thread that it is given to. */
public class Outcome {
    /** Position of the request among those given to Waitany, Testany, Waitsome or Testsome. */
    public int index;
    /** Rank of the sender. */
    public int source = Constants.ANY_SOURCE;
    /** Tag of the message. */
    public int tag = Constants.ANY_TAG;
    /**
     * How many copies of the datatype that it was received with arrived; MPI.UNDEFINED if no whole number. Of a message
     * that a probe has found, which may be received with any datatype, Get_count tells.
     */
    public int count;

    private long bytes;
    private int objects = -1;
    /** Where the message can be looked into that a probe has found; null of others. */
    private FoundMessages found;
    private int emptyCopies;
    private boolean cancelled;

    /** Of no message: any source, any tag. */
    public Outcome() {}

    /** Of the message of an operation that has ended. */
    final void of(RequestSlot slot) {
        source = slot.source();
        tag = slot.tag();
        bytes = slot.length();
        cancelled = slot.isCancelled();
    }

    /** Of a message from nobody. */
    final void ofNobody() {
        source = Constants.PROC_NULL;
        tag = Constants.ANY_TAG;
        bytes = 0;
        objects = 0;
        count = 0;
    }

    /** Of a message of so many objects, which are counted in copies of a layout. */
    final void ofObjects(int objects, Layout layout) {
        this.objects = objects;
        this.count = copies(layout);
    }

    /** Of a message that waits to be received. */
    final void ofProbe(FoundMessages found) {
        this.found = found;
    }

    /** Of a message without elements, which was received as so many copies of a layout that has none. */
    final void ofEmpty(int copies) {
        this.emptyCopies = copies;
        this.count = copies;
    }

    /** Of an operation whose length something else than a message has told, such as a file. */
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

    /** How many copies of a layout the message holds; UNDEFINED where that is no whole number. */
    protected final int copies(Layout layout) {
        Check.datatype("Get_count", "datatype", layout);
        long elements = elements(layout);
        if (layout.size() == 0) {
            return emptyCopies;
        }
        long copies = elements / layout.size();
        return elements == Constants.UNDEFINED || elements % layout.size() != 0 || copies > Integer.MAX_VALUE
                ? Constants.UNDEFINED
                : (int) copies;
    }

    /** How many elements of a layout the message holds; UNDEFINED where it has none. */
    protected final long elements(Layout layout) {
        Check.datatype("Get_elements", "datatype", layout);
        if (layout.isObject()) {
            return objects(layout);
        } else if (layout.size() == 0) {
            return Constants.UNDEFINED;
        }
        return bytes % layout.item().wireBytes() == 0 ? layout.elementsOf(bytes) : Constants.UNDEFINED;
    }

    /** How many basic elements of a layout the message holds, as MPI counts them; UNDEFINED where it has none. */
    protected final long basicElements(Layout layout) {
        long elements = elements(layout);
        Layout.Item item = layout.item();
        if (elements == Constants.UNDEFINED && item.members() != null && layout.size() > 0) {
            int rest = item.members().basicsOf((int) (bytes % item.wireBytes()));
            return rest < 0 ? Constants.UNDEFINED : bytes / item.wireBytes() * item.basics() + rest;
        }
        return elements == Constants.UNDEFINED ? elements : elements / item.elements() * item.basics();
    }

    /** Sets how many basic elements of a layout the message holds. */
    protected final void setBasicElements(Layout layout, long elements) {
        Check.datatype("setElements", "datatype", layout);
        Check.argument("setElements", !layout.isObject(), "datatype", layout, "one of a primitive base type");
        Check.argument("setElements", elements >= 0, "count", elements, "0 or more");
        Layout.Item item = layout.item();
        bytes = elements / item.basics() * item.wireBytes();
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
