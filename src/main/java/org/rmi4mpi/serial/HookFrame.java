package org.rmi4mpi.serial;

/**
 * The method of an object that runs, and which of the object's data it may ask for. Those within it follow, and are
 * used again. Owned by one stream.
 */
final class HookFrame {
    /** Null where no method may ask for fields. */
    Object object;
    /** Null where there is no data of a class. */
    StreamClass.Slot slot;
    /** Whether the method has asked for its fields. */
    boolean fieldsRead;
    /** Null before the first. */
    private HookFrame inner;

    /** The next one, of a method within this one. Who leaves it empties it. */
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

    /** The writer's class, whose data is read; null where there is none. */
    StreamClass described() {
        return slot == null ? null : slot.described();
    }
}
