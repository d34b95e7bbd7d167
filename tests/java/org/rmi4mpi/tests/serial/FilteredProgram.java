package org.rmi4mpi.tests.serial;

import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.util.function.BinaryOperator;

/** Reads a message in a JVM whose filter is set from outside, and prints the outcome. */
public final class FilteredProgram {
    static final class Message implements Serializable {
        Object part = new int[] {1};
    }

    /** Creates a filter for every stream, if the JVM is told to. */
    public static final class Factory implements BinaryOperator<ObjectInputFilter> {
        @Override
        public ObjectInputFilter apply(ObjectInputFilter current, ObjectInputFilter next) {
            System.out.println("factory asked");
            return ObjectInputFilter.merge(ObjectInputFilter.Config.createFilter("!" + Message.class.getName()), next);
        }
    }

    /** Merges the stream's filter with the existing one. */
    public static final class Merging implements BinaryOperator<ObjectInputFilter> {
        @Override
        public ObjectInputFilter apply(ObjectInputFilter current, ObjectInputFilter next) {
            System.out.println("asked to merge " + (next != null));
            return next == null || current == null ? next == null ? current : next
                    : ObjectInputFilter.merge(next, current);
        }
    }

    private FilteredProgram() {}

    public static void main(String[] args) throws Exception {
        try {
            String pattern = System.getProperty("rmi4mpi.test.filter");
            Passage.valueOf(args[0]).copy(new Message(),
                    pattern == null ? null : ObjectInputFilter.Config.createFilter(pattern));
            System.out.println("read well");
        } catch (java.io.InvalidClassException e) {
            System.out.println(e.getMessage());
        }
    }
}
