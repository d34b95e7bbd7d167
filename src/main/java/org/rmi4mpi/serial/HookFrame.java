package org.rmi4mpi.serial;

/**
 * The state of an active hook method: its object, and the data that it may ask for. Frames form a linked list, and are
 * reused. Owned by one stream.
 */
final class HookFrame {
    /** Null if no method may ask for fields. */
    Object object;
    /** Null if there is no data of a class. */
    StreamClass.Slot slot;
    /** Whether the method has asked for its fields. */
    boolean fieldsRead;
    /** The frame of a nested method; null before the first. */
    private HookFrame inner;

    /** Enters the frame of a nested method. The caller leaves it and clears it. */
    HookFrame enter(Object innerObject, StreamClass.Slot innerSlot) {
        HookFrame entered = inner;
        if (entered == null) {
            entered = new HookFrame();
            inner = entered;
        }
        entered.object = innerObject;
        entered.slot = innerSlot;
        entered.fieldsRead = false;
        return entered;
    }

    /** The writer's class whose data is being read; null if there is none. */
    StreamClass described() {
        return slot == null ? null : slot.described();
    }
}
