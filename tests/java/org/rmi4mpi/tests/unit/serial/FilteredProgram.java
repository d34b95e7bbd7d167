package org.rmi4mpi.tests.unit.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.function.BinaryOperator;

/** Reads a message in a JVM whose filter is set from outside, and says what came of it. */
public final class FilteredProgram {
    static final class Message implements Serializable {
        Object part = new int[] {1};
    }

    /** Makes a filter for every stream, where the JVM is told so. */
    public static final class Factory implements BinaryOperator<ObjectInputFilter> {
        @Override
        public ObjectInputFilter apply(ObjectInputFilter current, ObjectInputFilter next) {
            System.out.println("factory asked");
            return ObjectInputFilter.merge(ObjectInputFilter.Config.createFilter("!" + Message.class.getName()), next);
        }
    }

    private FilteredProgram() {}

    public static void main(String[] args) throws Exception {
        Streams streams = Streams.ALL.stream().filter(pair -> pair.toString().equals(args[0])).findFirst()
                .orElseThrow();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = streams.output(bytes)) {
            out.writeObject(new Message());
        }
        try {
            streams.input(new ByteArrayInputStream(bytes.toByteArray())).readObject();
            System.out.println("read well");
        } catch (java.io.InvalidClassException e) {
            System.out.println(e.getMessage());
        }
    }
}
