package org.rmi4mpi.serial;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;

/** The classes with a {@link ShortForm}. Subclasses of them have none. */
final class ShortForms {
    private static final Map<Class<?>, ShortForm> OF_INSTANCES = new HashMap<>();
    private static final Map<Class<?>, ShortForm> OF_DATA = new HashMap<>();

    static {
        add(BigInteger.class, new BigIntegerForm());
        add(BigDecimal.class, new BigDecimalForm());
        add(Date.class, new DateForm());
        for (TimeForm form : TimeForm.values()) {
            add(form.type, form);
        }
        for (ImmutableForm form : ImmutableForm.values()) {
            for (Class<?> type : form.types) {
                add(type, form);
            }
        }
    }

    private ShortForms() {}

    private static void add(Class<?> type, ShortForm form) {
        if (form.written() != null) {
            OF_INSTANCES.put(type, form);
            OF_DATA.put(form.written(), form);
        }
    }

    /** Returns the form of a class's instances; null for none. */
    static ShortForm ofInstances(Class<?> type) {
        return OF_INSTANCES.get(type);
    }

    /** Returns a form that reads the data which a stream has under the name of this class; null for none. */
    static ShortForm ofData(Class<?> type) {
        return OF_DATA.get(type);
    }
}
