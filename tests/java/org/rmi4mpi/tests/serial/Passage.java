package org.rmi4mpi.tests.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** A way to transfer a graph from one side to the other. */
enum Passage {
    JDK(new JdkStreams()),
    STREAMS(new ArrayCopyStreams()),
    /** The message describes its classes. */
    FIRST_MESSAGE(STREAMS.streams),
    /** Both sides know the classes. */
    LATER_MESSAGE(STREAMS.streams);

    private final Streams streams;

    Passage(Streams streams) {
        this.streams = streams;
    }

    boolean can(Streams.Ability ability) {
        return streams.can(ability);
    }

    boolean isMessage() {
        return this == FIRST_MESSAGE || this == LATER_MESSAGE;
    }

    Object copy(Object graph) throws Exception {
        return copy(graph, (ObjectInputFilter) null);
    }

    /** @param reader finds the classes for the reader */
    Object copy(Object graph, ClassLoader reader) throws Exception {
        if (isMessage()) {
            return new Messages(reader).copy(graph);
        }
        return streams.input(new ByteArrayInputStream(written(graph)), ReaderHooks.loading(reader)).readObject();
    }

    /** @param filter of the reader; null for none */
    Object copy(Object graph, ObjectInputFilter filter) throws Exception {
        if (isMessage()) {
            Messages messages = new Messages();
            if (this == LATER_MESSAGE) {
                messages.agreed(graph);
            }
            messages.filter(filter);
            return messages.copy(graph);
        }
        ObjectInputStream in = streams.input(new ByteArrayInputStream(written(graph)));
        if (filter != null) {
            in.setObjectInputFilter(filter);
        }
        return in.readObject();
    }

    private byte[] written(Object graph) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = streams.output(bytes)) {
            out.writeObject(graph);
        }
        return bytes.toByteArray();
    }
}
