package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectStreamClass;
import java.nio.ByteBuffer;
import java.rmi.Remote;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * Creates the streams that read and write the messages between this process and its peers. Each message is independent
 * of earlier ones, except for the numbers of classes: a class is described to a peer until the peer reports that it
 * knows it. Thread-safe; a stream has one owner.
 */
public final class Serializer {
    private final int rank;
    /** By peer; null before the first message with objects: a rank of a large job writes to few of the others. */
    private final AtomicReferenceArray<SentClasses> sent;
    private final AtomicReferenceArray<LearnedClasses> learned;

    /**
     * Initialises the classes of this package in advance. If a static initialiser failed later, in a thread that has
     * little stack or memory left, its class would be unusable for the rest of the run.
     */
    public static void initialise() {
        for (Class<?> each : new Class<?>[] {
            ArrayCopyInputStream.class, ArrayCopyOutputStream.class, ArrayReader.class, BlockReader.Data.class,
            BlockReader.class, Bytes.class, CallerClasses.class, CallerLoader.class, ChunkBytes.class,
            ClassFinder.class, ClassPlan.Kind.class, ClassPlan.class, ClassWriter.class, Codec.class,
            CopierGenerator.class, CopierMember.class, DeepGraphReader.class, DeepGraphWriter.class,
            DescriptionReader.class, ElementWriter.class, FieldAccess.class, FieldReader.class, FilterCheck.class,
            FilterFacts.class, FiltersOfProcess.class, GetFieldValues.class, HandleTable.class, HookFrame.class,
            HookMethod.class, HookReader.class, HookWriter.class, InputBytes.class, JdkBytes.class, MessageBytes.class,
            MissingClasses.class, NotSerializablePath.class, ReadCalls.Outcome.class, ReadCalls.class,
            ObjectReader.class, ObjectWriter.class, OutputBytes.class, Primitive.class, PrivateLookup.class,
            RawCopy.class, ReadHandles.class, RecordReader.class, Replacements.class, StreamDescriptions.class,
            StringCoder.class, TheUnsafe.class, Validations.Stage.class, Validations.class, WriteCalls.class
        }) {
            try {
                Class.forName(each.getName(), true, each.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new NoClassDefFoundError(each.getName()); // cannot happen: the class is named above
            }
        }
    }

    /**
     * @param rank rank of this process
     * @param peers number of processes; they are numbered from 0
     */
    public Serializer(int rank, int peers) {
        this.rank = rank;
        sent = new AtomicReferenceArray<>(peers);
        learned = new AtomicReferenceArray<>(peers);
    }

    private SentClasses sent(int peer) {
        SentClasses classes = sent.get(peer);
        return classes != null ? classes : first(sent, peer, new SentClasses());
    }

    private LearnedClasses learned(int peer) {
        LearnedClasses classes = learned.get(peer);
        return classes != null ? classes : first(learned, peer, new LearnedClasses());
    }

    private static <T> T first(AtomicReferenceArray<T> all, int peer, T made) {
        return all.compareAndSet(peer, null, made) ? made : all.get(peer);
    }

    /**
     * Begins to write a message. {@code flush} ends it; {@code close} without a flush abandons it.
     *
     * @param streams lends a stream until the message ends
     * @param replacement called once for each remote object before it is written; returns its replacement, or the
     *     object itself
     */
    public ObjectOutput writer(StreamCache streams, MessageMemory memory, int peer, Function<Remote, ?> replacement)
            throws IOException {
        ArrayCopyOutputStream out = streams.writer();
        out.begin(memory, sent(peer), replacement);
        return out;
    }

    /**
     * Begins to read a message. {@code close} ends it.
     *
     * @param streams lends a stream until the message ends
     * @param message the message, from the buffer's position to its limit, in native byte order
     * @param loader finds the classes of the message; those that it lacks are found by the thread's context class loader
     * @param context the value of {@link MessageContext#context} for the objects of the message
     * @param apart null if no arrays can travel beside the message
     * @param pieces the rest of the message; null if the message is whole
     */
    public ObjectInput reader(StreamCache streams, ByteBuffer message, int peer, ClassLoader loader, Object context,
            ArraysApart apart, MessagePieces pieces) throws IOException {
        Reader in = streams.reader();
        in.begin(message, learned(peer), loader, apart, pieces);
        in.setLoader(loader);
        if (in.context != context) {
            in.context = context;
        }
        in.writer = peer;
        in.reader = rank;
        return in;
    }

    /** How many of the peer's classes this process knows. Each message to the peer carries this number. */
    public int known(int peer) {
        LearnedClasses classes = learned.get(peer);
        return classes == null ? 0 : classes.known();
    }

    /** Records how many of this process's classes a peer knows. */
    public void tellKnown(int peer, int count) {
        SentClasses classes = sent.get(peer);
        if (classes != null) {
            classes.markKnown(count);
        }
    }

    /** Writes messages, one after the other. Its context is the message's {@link MessageMemory}. */
    static final class Writer extends ArrayCopyOutputStream implements MessageContext {
        private final StreamCache home;

        Writer(StreamCache home) throws IOException {
            this.home = home;
        }

        @Override
        public void flush() throws IOException {
            if (!isNested()) {
                emit();
                endMessage();
            }
        }

        /** Abandons a message that was not flushed. A call by an object's own method has no effect. */
        @Override
        public void close() {
            if (!isNested()) {
                endMessage();
            }
        }

        /** Returns the stream, for the next message. */
        private void endMessage() {
            if (!isBegun()) {
                return;
            }
            boolean done = false;
            try {
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
        protected void annotateClass(Class<?> type) throws IOException {
            ClassHome.write(type, this);
        }

        @Override
        protected void annotateProxyClass(Class<?> type) throws IOException {
            ClassHome.write(type, this);
        }

        @Override
        public Object context() {
            return memory();
        }
    }

    /** Reads messages, one after the other. */
    static final class Reader extends ArrayCopyInputStream implements MessageContext {
        /** The loader of the message. */
        private ClassLoader loader;
        /** The loader that finds the next class. */
        private ClassLoader finder;
        private Object context;
        private int writer;
        private int reader;

        private final StreamCache home;

        Reader(StreamCache home) throws IOException {
            this.home = home;
        }

        private void setLoader(ClassLoader ofMessage) {
            if (loader != ofMessage) {
                loader = ofMessage;
            }
        }

        @Override
        void setFinder(ClassLoader next) {
            finder = next;
        }

        @Override
        ClassHome readHome(BlockReader data) throws IOException {
            return !ClassHome.areShared() || data.isAtEnd() ? null : ClassHome.read(this);
        }

        @Override
        public ClassLoader loader() {
            return loader;
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
            if (begun && !isBegun()) { // not closed by an object's own method
                if (!ClassPlan.isLasting(loader)) {
                    loader = null;
                }
                if (!ClassPlan.isLasting(finder)) {
                    finder = null;
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
            Class<?> primitive = Primitive.classNamed(name);
            if (primitive != null) {
                return primitive;
            }
            Class<?> ours = CallerLoader.findOurs(name);
            return ours != null ? ours : Class.forName(name, false, finder);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
            return CallerClasses.proxyClass(interfaces, finder);
        }
    }
}
