package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectStreamClass;
import java.nio.ByteBuffer;
import java.rmi.Remote;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Makes the streams that messages between this process and others are written to and read from. Each message is
 * independent of those before it, but for the numbers of classes: a class is described in the messages to a peer until
 * the peer has told that it knows it. Used by any thread; the streams have one owner.
 */
public final class Serializer {
    private final int rank;
    private final SentClasses[] sent;
    private final LearnedClasses[] learned;

    /** The memory of a message that grows. */
    public interface Room {
        /** Where the next bytes go, so many at least: in native byte order, from its position on, which moves on. */
        ByteBuffer of(int bytes) throws IOException;

        /** Whether an array of a primitive type, of so many bytes, travels beside the message; it must not be changed. */
        default boolean takesApart(Object array, long bytes) {
            return false;
        }
    }

    /** The arrays that travel beside a message. */
    public interface ArraysApart {
        /** So many bytes of elements come next, or there is an error. */
        void expect(long bytes) throws IOException;

        /** Waits for those elements. */
        void receive(Object array) throws IOException;
    }

    /**
     * Initialises the classes that messages are written and read by. An initialiser that fails later, where a thread has
     * little stack or memory left, would take its class away for good.
     */
    public static void initialise() {
        for (Class<?> each : new Class<?>[] {
            AbortWriter.class, ArrayCopyInputStream.class, ArrayCopyOutputStream.class, ArrayReader.class,
            BlockReader.class, BlockReader.Data.class, Bytes.class, CallerClasses.class, CallerLoader.class,
            ChunkBytes.class, ClassFinder.class, ClassPlan.class, ClassPlan.Kind.class, Codec.class,
            CopierGenerator.class, CopierMember.class, Defaults.class, DescriptionReader.class, ElementWriter.class,
            FieldAccess.class, FieldReader.class, FilterCheck.class, FilterFacts.class, FiltersOfProcess.class,
            GetFieldValues.class, HandleTable.class, HookFrame.class, HookReader.class, InputBytes.class,
            LaterReader.class, LaterWriter.class, MessageBytes.class, MissingClasses.class, ObjectCalls.class,
            ObjectCalls.Outcome.class, ObjectReader.class, PrimitiveArrays.class, PrivateLookup.class, RawCopy.class,
            ReadHandles.class, RecordReader.class, Replacements.class, StreamDescriptions.class, Texts.class,
            TheUnsafe.class, Validations.class, Validations.Stage.class
        }) {
            try {
                Class.forName(each.getName(), true, each.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new NoClassDefFoundError(each.getName()); // it is there, since it was named
            }
        }
    }

    /**
     * @param rank of this process
     * @param peers how many processes there are, which are numbered from 0
     */
    public Serializer(int rank, int peers) {
        this.rank = rank;
        sent = IntStream.range(0, peers).mapToObj(i -> new SentClasses()).toArray(SentClasses[]::new);
        learned = IntStream.range(0, peers).mapToObj(i -> new LearnedClasses()).toArray(LearnedClasses[]::new);
    }

    /**
     * The message ends with {@code flush}; {@code close} without it gives the message up.
     *
     * @param streams one of which is the message's until it ends
     * @param replacement called once for each remote object before it is written; returns what is written in its
     *     place, or the object itself
     */
    public ObjectOutput writer(Streams streams, Room room, int peer, Function<Remote, ?> replacement)
            throws IOException {
        ArrayCopyOutputStream out = streams.writer();
        out.begin(room, sent[peer], replacement);
        return out;
    }

    /**
     * The message ends with {@code close}.
     *
     * @param streams one of which is the message's until it ends
     * @param message from its position to its limit, in native byte order
     * @param loader finds the classes of the message
     * @param context what {@link MessageContext#context} gives to the objects of the message
     * @param apart null where no arrays can travel beside the message
     */
    public ObjectInput reader(
            Streams streams, ByteBuffer message, int peer, ClassLoader loader, Object context, ArraysApart apart)
            throws IOException {
        Reader in = streams.reader();
        in.begin(message, learned[peer], loader, apart);
        if (in.loader != loader) {
            in.loader = loader;
        }
        if (in.context != context) {
            in.context = context;
        }
        in.writer = peer;
        in.reader = rank;
        return in;
    }

    /** How many of a peer's classes this process knows, which a message to the peer tells. */
    public int known(int peer) {
        return learned[peer].known();
    }

    /** A peer has told how many of this process's classes it knows. */
    public void tellKnown(int peer, int count) {
        sent[peer].learned(count);
    }

    /** Of messages, one after the other. Its context is the message's {@link Room}. */
    static final class Writer extends ArrayCopyOutputStream implements MessageContext {
        private final Streams home;

        Writer(Streams home) throws IOException {
            this.home = home;
        }

        @Override
        public void flush() throws IOException {
            super.flush();
            if (!isNested()) {
                endMessage();
            }
        }

        /** A message that was not flushed is given up. An object's own method does not end it. */
        @Override
        public void close() {
            if (!isNested()) {
                endMessage();
            }
        }

        /** The thread has this stream for its next message. */
        private void endMessage() {
            if (!isBegun()) {
                return;
            }
            boolean done = false;
            try {
                clear();
                end();
                done = true;
            } finally {
                if (!done) {
                    home.forget(this);
                }
            }
            home.give(this);
        }

        @Override
        public Object context() {
            return room();
        }
    }

    /** Of messages, one after the other. */
    static final class Reader extends ArrayCopyInputStream implements MessageContext {
        private ClassLoader loader;
        private Object context;
        private int writer;
        private int reader;

        private final Streams home;

        Reader(Streams home) throws IOException {
            this.home = home;
        }

        @Override
        public void close() throws IOException {
            boolean begun = isBegun();
            boolean done = false;
            try {
                super.close();
                done = true;
            } finally {
                if (!done) {
                    home.forget(this);
                }
            }
            if (begun && !isBegun()) { // and was not closed by an object's own method
                if (!ClassPlan.isLasting(loader)) {
                    loader = null;
                }
                home.give(this);
            }
        }

        @Override
        String ranks() {
            return "written by rank " + writer + ", read by rank " + reader;
        }

        @Override
        public Object context() {
            return context;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            String name = description.getName();
            Class<?> primitive = Defaults.primitive(name);
            if (primitive != null) {
                return primitive;
            }
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException e) {
                ClassLoader own = Reader.class.getClassLoader();
                if (own == loader) {
                    throw e;
                }
                return Class.forName(name, false, own);
            }
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
            return CallerClasses.proxyClass(interfaces, loader);
        }
    }
}
