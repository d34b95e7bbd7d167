package org.rmi4mpi.tests.serial;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Objects that are nested in each other: one class for each way to write and read a part. */
public final class DeepModels {
    private DeepModels() {}

    static class Node implements Serializable {
        Node next;
        int value;

        Node(Node next, int value) {
            this.next = next;
            this.value = value;
        }
    }

    static class Linked implements Serializable {
        Linked before;
        Linked after;
    }

    static class Holder implements Serializable {
        Object part;

        Holder(Object part) {
            this.part = part;
        }
    }

    static class Hooked implements Serializable {
        Object part;

        Hooked(Object part) {
            this.part = part;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    static class HookedByHand implements Serializable {
        transient Object part;

        HookedByHand(Object part) {
            this.part = part;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject(part);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            part = in.readObject();
        }
    }

    public static class External implements Externalizable {
        Object part;

        public External() {}

        External(Object part) {
            this.part = part;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeObject(part);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            part = in.readObject();
        }
    }

    record Wrapped(Object part) implements Serializable {}

    static class Replaced implements Serializable {
        Object part;

        Replaced(Object part) {
            this.part = part;
        }

        private Object writeReplace() {
            return new Form(part);
        }

        private record Form(Object part) implements Serializable {
            private Object readResolve() {
                return new Replaced(part);
            }
        }
    }
}
