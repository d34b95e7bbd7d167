package org.rmi4mpi.serial;

import java.io.NotSerializableException;
import java.io.ObjectStreamField;

/**
 * Adds to a NotSerializableException the path on which the object was reached, from field to field, while the exception
 * is on its way to the object at top level. Owned by one thread.
 */
final class NotSerializablePath {
    /** The object that was not written; null once a field that refers to it has been found. */
    private Object missing;

    /** Ends the path: the exception has been thrown or caught. */
    void end() {
        if (missing != null) {
            missing = null;
        }
    }

    /**
     * Adds the field that refers to the object that was not written.
     *
     * @param original the object that a field refers to
     * @param written the object that was written in its place
     */
    NotSerializableException pass(NotSerializableException e, Object original, Object written) {
        NotSerializableException longer = e;
        ClassPlan[] plans = ClassPlan.of(written.getClass()).plain;
        for (int i = 0; plans != null && i < plans.length && longer == e; i++) {
            longer = addField(e, plans[i], written);
        }
        missing = original;
        return longer;
    }

    /** Adds the field that refers to the object that was not written, if it is one of this class. */
    NotSerializableException addField(NotSerializableException e, ClassPlan plan, Object object) {
        for (int i = plan.fields.length - plan.references; missing != null && i < plan.fields.length; i++) {
            if (plan.fields[i].get(object) == missing) {
                missing = null;
                ObjectStreamField field = plan.fields[i].field;
                return addStep(e, "field (class \"" + plan.type.getName() + "\", name: \"" + field.getName()
                        + "\", type: \"" + field.getType().getName() + "\")");
            }
        }
        return e;
    }

    static NotSerializableException addElement(NotSerializableException e, int index) {
        return addStep(e, "element of array (index: " + index + ")");
    }

    /** Leaves exceptions of the program unchanged. */
    private static NotSerializableException addStep(NotSerializableException e, String step) {
        if (e.getClass() != NotSerializableException.class || e.getCause() != null) {
            return e;
        }
        NotSerializableException longer = new NotSerializableException(e.getMessage() + "\n\t- " + step);
        longer.setStackTrace(e.getStackTrace());
        return longer;
    }
}
