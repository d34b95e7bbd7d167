package org.rmi4mpi.jpvm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.MailHandler;
import org.rmi4mpi.dispatch.MailWait;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MailFrame;
import org.rmi4mpi.wire.MemoryFrame;

/**
 * The mail of one rank. Sends its tasks' messages, and puts arriving messages into their mailboxes. Used by any thread.
 */
final class PostOffice implements MailHandler {
    /** Eager limit, in bytes. A larger frame keeps its memory until the message is received. */
    private static final int SMALL = 32 << 10;
    private static final long NO_FRAME_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int KEPT_STATUSES = 4096;
    private static final int LARGEST_FRAME = 1 << 30;

    private final Dispatcher dispatcher;
    private final Transport transport;
    private final int rank;
    private final Ports ports;
    private final MailRoom room;
    private final Map<Integer, Endpoint> endpoints = new ConcurrentHashMap<>();
    /** Living tasks of other ranks, by port. This rank has asked about them, and is told when they end. */
    private final Map<Integer, Boolean> known = new ConcurrentHashMap<>();
    /** The task of another rank that was sent to last; a shortcut past {@link #known}. */
    private volatile int lastKnown = MailPattern.NOBODY;
    private final Map<Integer, Question> questions = new ConcurrentHashMap<>();
    private final AtomicInteger lastQuestion = new AtomicInteger();
    /** Exit statuses of tasks that ended recently. Guarded by its monitor. */
    private final Map<Integer, Integer> statuses = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > KEPT_STATUSES;
        }
    };
    private final LongAdder sent = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final SpawnTable spawning;

    private static final class Question extends MailWait {
        private volatile boolean isAnswered;
        private volatile boolean lives;

        @Override
        protected boolean isOver() {
            return isAnswered;
        }
    }

    PostOffice(Dispatcher dispatcher, Ports ports, SpawnTable spawning, long limit, long patienceNs) {
        this.dispatcher = dispatcher;
        this.spawning = spawning;
        transport = dispatcher.transport();
        rank = transport.rank();
        this.ports = ports;
        room = new MailRoom(dispatcher, this::note, rank, transport.size(), limit, patienceNs);
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    Ports ports() {
        return ports;
    }

    void open(Endpoint endpoint) {
        endpoints.put(endpoint.port(), endpoint);
    }

    Endpoint find(int port) {
        return endpoints.get(port);
    }

    void hasEnded(int port, int status) {
        synchronized (statuses) {
            statuses.put(port, status);
        }
    }

    /** Number of messages, and of notes that cause messages, that this rank has sent or accepted. */
    long sent() {
        return sent.sum();
    }

    long accepted() {
        return accepted.sum();
    }

    /** Closes an environment. Tells all ranks that know its task, and discards unreceived messages. */
    void close(Endpoint endpoint) {
        endpoints.remove(endpoint.port());
        for (Mail mail = endpoint.mailbox().close(), next; mail != null; mail = next) {
            next = mail.next;
            if (!mail.isPending()) {
                throwAway(mail);
            }
        }
        for (int other : endpoint.acquaintances()) {
            note(other, MailFrame.ENDED, endpoint.port(), 0, 0, 0);
        }
    }

    private void throwAway(Mail mail) {
        mail.close();
        room.consumed(mail.sender(), mail.weight());
    }

    /** Records that a task has taken a message from its mailbox. */
    void received(Mail mail) {
        room.consumed(mail.sender(), mail.weight());
    }

    /** Tells the rank that spawned a task whether the task has constructed an environment. */
    void tellEnrolled(int home, int order, int port, boolean isThere) {
        note(home, MailFrame.ENROLLED, port, order, isThere ? 1 : 0, 0);
    }

    // ---- sending

    /** Whether a task is alive. Asks the task's rank the first time. */
    boolean lives(int port) {
        int home = ports.rankOf(port);
        if (home < 0 || home >= transport.size()) {
            return false;
        } else if (home == rank) {
            return endpoints.containsKey(port);
        }
        if (port == lastKnown) {
            return true;
        }
        boolean lives = known.containsKey(port) || ask(home, port);
        if (lives) {
            lastKnown = port;
            if (!known.containsKey(port)) {
                lastKnown = MailPattern.NOBODY; // The task has ended meanwhile.
            }
        }
        return lives;
    }

    private boolean ask(int home, int port) {
        Question question = new Question();
        int id = lastQuestion.incrementAndGet();
        questions.put(id, question);
        try {
            note(home, MailFrame.QUESTION, port, id, 0, 0);
            dispatcher.awaitMail(question, 0);
            return question.lives;
        } finally {
            questions.remove(id);
        }
    }

    /**
     * Sends a message. Its contents must not change while it is in flight, except in-place arrays, which have been read
     * when this returns.
     *
     * @param original delivered unchanged if the sender itself is the receiver
     * @throws TaskException if the task is not alive, or there is no room for the message
     */
    void send(int source, int destination, int tag, short context, Packing packing, Object original)
            throws TaskException {
        Dispatcher.requireStack();
        int home = ports.rankOf(destination);
        if (home == rank) {
            sendHere(source, destination, tag, context, packing, original);
            return;
        }
        try {
            Outgoing outgoing = new Outgoing(home, packing);
            try {
                outgoing.write(source, destination, tag, context);
                room.take(home, outgoing.weight());
                outgoing.send();
            } finally {
                outgoing.discard();
            }
        } catch (TransportException e) {
            throw new TaskException(e.getMessage(), e);
        }
        sent.increment();
    }

    private void sendHere(int source, int destination, int tag, short context, Packing packing, Object original)
            throws TaskException {
        Endpoint receiver = endpoints.get(destination);
        long bytes = packing.end();
        for (Part part : packing.parts()) {
            bytes += part.bytes();
        }
        long weight = bytes + MailRoom.EACH;
        room.take(rank, weight);
        boolean toItself = source == destination;
        Mail mail = new Mail(context, source, destination, tag, rank, weight, packing.copy(), toItself ? original
                : null);
        sent.increment();
        if (receiver == null || !receiver.mailbox().add(mail)) {
            room.consumed(rank, weight);
        }
        accepted.increment(); // Only now, when the receiver no longer counts as waiting.
    }

    /** A message to another rank, while it is written and sent. */
    private final class Outgoing {
        private final int receiver;
        private final Packing packing;
        private final List<Part> parts;
        /** The arrays that travel beside the frame; null if there are none. */
        private List<ArrayTransfer> transfers;
        private List<Part> apart;
        private long apartBytes;
        private Frame frame;
        private int tag;

        Outgoing(int receiver, Packing packing) {
            this.receiver = receiver;
            this.packing = packing;
            parts = packing.parts();
        }

        long weight() {
            return frame.bytes().position() + apartBytes + MailRoom.EACH;
        }

        void write(int source, int destination, int mailTag, short context) throws TaskException {
            long length = MailFrame.HEADER + packing.end() + 8L * parts.size();
            for (Part part : parts) {
                if (transport.carriesArrays(part.bytes())) {
                    addApart(part);
                } else {
                    length += part.bytes() + 8;
                }
            }
            length += apart == null ? 0 : ArraysTrailer.length(apart.size());
            frame = acquire(length);
            ByteBuffer bytes = frame.bytes();
            MailFrame.put(bytes, context, source, destination, mailTag, packing.end(), parts.size());
            bytes.put(packing.bytes(), 0, packing.end());
            if (!parts.isEmpty()) {
                writeParts(bytes);
            }
        }

        private void addApart(Part part) {
            if (apart == null) {
                apart = new ArrayList<>();
                transfers = new ArrayList<>();
            }
            apart.add(part);
            apartBytes += part.bytes();
        }

        private void writeParts(ByteBuffer bytes) {
            for (Part part : parts) {
                boolean beside = apart != null && apart.contains(part);
                bytes.putInt(beside ? -part.type().ordinal() : part.type().ordinal()).putInt(part.count());
            }
            for (Part part : parts) {
                if (apart == null || !apart.contains(part)) {
                    bytes.position(Mail.aligned(bytes.position(), MailFrame.HEADER));
                    int at = bytes.position();
                    part.type().put(bytes, part.array(), 0, part.count());
                    bytes.position(at + (int) part.bytes());
                }
            }
            if (apart != null) {
                for (Part part : apart) {
                    transfers.add(transport.arrayToSend(part.array(), (int) part.bytes()));
                }
                tag = transport.takeTag();
                ArraysTrailer.put(bytes, apart.stream().map(part -> (int) part.bytes()).toList(), (short) tag);
            }
        }

        /**
         * Allocates the frame. The memory for large frames in flight is bounded, so the thread may wait until some have
         * left.
         */
        private Frame acquire(long length) throws TaskException {
            if (length > LARGEST_FRAME) {
                throw new TaskException("a message of " + length + " bytes > " + LARGEST_FRAME
                        + ": send it in several");
            }
            if (length <= FrameBuilder.KEPT) {
                return transport.acquire(FrameBuilder.KEPT); // A frame of the size that is reused.
            }
            try {
                Frame[] found = {transport.tryAcquire((int) length)};
                if (found[0] == null) {
                    long deadline = System.nanoTime() + NO_FRAME_NS;
                    dispatcher.awaitUntil(() -> {
                        found[0] = transport.tryAcquire((int) length);
                        return found[0] != null || System.nanoTime() - deadline > 0;
                    });
                }
                return found[0] != null ? found[0] : transport.acquire((int) length);
            } catch (OutOfMemoryError e) {
                throw new TaskException("no memory for a message of " + length + " bytes at rank " + rank + ", where "
                        + transport.memory() + ": send less at once, or give the rank more", e);
            }
        }

        void send() {
            List<ArrayTransfer> started = transfers;
            dispatcher.sendMail(receiver, frame);
            frame = null;
            transfers = null;
            if (started != null) {
                start(started);
            }
        }

        private void start(List<ArrayTransfer> started) {
            int count = 0;
            try {
                for (; count < started.size(); count++) {
                    started.get(count).start(receiver, tag);
                }
            } finally {
                transport.freeTag(tag);
                tag = 0;
                for (int i = count + 1; i < started.size(); i++) {
                    started.get(i).release();
                }
                for (int i = 0; i < count; i++) {
                    if (!apart.get(i).inPlace()) {
                        transport.finish(started.get(i));
                    }
                }
            }
            for (int i = 0; i < started.size(); i++) {
                if (apart.get(i).inPlace()) {
                    awaitEnd(started.get(i));
                }
            }
        }

        private void awaitEnd(ArrayTransfer transfer) {
            boolean done = false;
            try {
                dispatcher.awaitUntil(transfer);
                done = true;
            } finally {
                if (!done) {
                    transport.finish(transfer);
                }
            }
        }

        /** Releases everything that has not been sent. */
        void discard() {
            if (frame != null) {
                frame.release();
                frame = null;
            }
            if (transfers != null) {
                transfers.forEach(ArrayTransfer::release);
                transfers = null;
            }
            if (tag != 0) {
                transport.freeTag(tag);
                tag = 0;
            }
        }
    }

    /** Sends a note to a rank, possibly this one. Does not wait. */
    private void note(int receiver, short subject, int port, int other, long first, long second) {
        if (receiver == rank) {
            accept(subject, rank, port, other, first, second);
            return;
        }
        Frame frame = transport.acquire(MailFrame.NOTE);
        MailFrame.putNote(frame.bytes(), subject, port, other, first, second);
        try {
            dispatcher.sendMail(receiver, frame);
        } catch (TransportException e) {
            frame.release(); // The job is ending.
        }
    }

    /** Requests mail from a task for the time when it ends. If it has ended, the mail is sent at once. */
    void watch(int watched, int watcher, int tag) {
        int home = ports.rankOf(watched);
        if (home < 0) {
            ended(watched, watcher, tag);
        } else {
            sent.increment(); // The note causes mail.
            note(home, MailFrame.WATCH, watched, watcher, tag, 0);
        }
    }

    // ---- receiving

    @Override
    public void accept(Frame frame) {
        ByteBuffer bytes = frame.bytes();
        if (FrameHeader.kind(bytes) == FrameKind.REFUSED) {
            acceptRefused(frame);
            return;
        }
        short subject = MailFrame.subject(bytes);
        if (subject == MailFrame.MAIL) {
            acceptMail(frame);
            return;
        }
        accept(subject, frame.sender(), MailFrame.port(bytes), MailFrame.other(bytes),
                MailFrame.first(bytes), MailFrame.second(bytes));
        frame.release();
    }

    private void accept(short subject, int sender, int port, int other, long first, long second) {
        switch (subject) {
            case MailFrame.QUESTION -> answer(sender, port, other);
            case MailFrame.ANSWER -> answered(port, other, first != 0);
            case MailFrame.ENDED -> {
                known.remove(port);
                if (port == lastKnown) {
                    lastKnown = MailPattern.NOBODY;
                }
                spawning.ended(port);
            }
            case MailFrame.ENROLLED -> {
                if (first != 0) {
                    known.put(port, true);
                }
                spawning.enrolled(port, other, first != 0);
            }
            case MailFrame.ROOM_WANTED -> room.wanted(sender, first, second != 0);
            case MailFrame.ROOM -> room.given(sender, first);
            case MailFrame.NO_ROOM -> room.notGiven(sender, first, second);
            case MailFrame.WATCH -> {
                Endpoint watched = endpoints.get(port);
                if (watched == null || !watched.watch(other, (int) first)) {
                    ended(port, other, (int) first);
                }
                accepted.increment();
            }
            case MailFrame.LOST -> {
                Endpoint sufferer = endpoints.get(port);
                if (sufferer != null) {
                    sufferer.lost(other, first);
                }
            }
            default -> throw new IllegalStateException("mail of unknown subject " + subject + " from rank " + sender);
        }
    }

    private void answer(int sender, int port, int id) {
        Endpoint endpoint = endpoints.get(port);
        boolean lives = endpoint != null && endpoint.isKnownTo(sender);
        note(sender, MailFrame.ANSWER, port, id, lives ? 1 : 0, 0);
    }

    private void answered(int port, int id, boolean lives) {
        Question question = questions.get(id);
        if (lives) {
            known.put(port, true);
        }
        if (question != null) {
            question.lives = lives;
            question.isAnswered = true;
            dispatcher.wake(question);
        }
    }

    private void ended(int watched, int watcher, int tag) {
        Integer status;
        synchronized (statuses) {
            status = statuses.get(watched);
        }
        int told = status == null ? Endpoint.UNKNOWN_STATUS : status;
        sent.increment();
        dispatcher.runElsewhere(() -> { // Elsewhere, because sending may block.
            tellEnd(watched, watcher, tag, told);
            accepted.increment();
        });
    }

    /** Sends the mail that reports the end of a task: its id and its status. */
    void tellEnd(int watched, int watcher, int tag, int status) {
        Packing packing = new Packing();
        packing.packTasks(new String[] {Hosts.of(ports.rankOf(watched))}, new int[] {watched});
        packing.pack(status);
        try {
            send(watched, watcher, tag, Mail.PROGRAM, packing, null);
        } catch (TaskException e) {
            // Nobody is interested any more.
        }
    }

    private void acceptMail(Frame frame) {
        long weight = ArraysTrailer.wholeLength(frame.bytes()) + MailRoom.EACH;
        int sender = frame.sender();
        Endpoint receiver = endpoints.get(MailFrame.destination(frame.bytes()));
        if (receiver == null) {
            note(sender, MailFrame.ENDED, MailFrame.destination(frame.bytes()), 0, 0, 0);
            discardArrays(frame);
            frame.release();
            room.arrived(weight);
            room.consumed(sender, weight);
            accepted.increment();
            return;
        }
        boolean keepsFrame = frame.bytes().limit() > SMALL;
        Mail mail = new Mail(frame, weight, keepsFrame);
        List<ArrayTransfer> transfers = ArraysTrailer.length(frame.bytes()) == 0 ? List.of() : transfers(mail);
        room.arrived(weight);
        if (transfers == null) {
            lost(frame, weight);
            accepted.increment();
            return;
        }
        if (!transfers.isEmpty()) {
            mail.pending(true);
            Arrays arrays = new Arrays(receiver, mail, transfers);
            dispatcher.watch(arrays); // After this, nothing allocates memory.
            receiver.mailbox().add(mail);
            arrays.start(sender, FrameHeader.apartTag(frame.bytes()));
        } else if (!receiver.mailbox().add(mail)) {
            mail.close();
            room.consumed(sender, weight);
        }
        if (transfers.isEmpty()) {
            accepted.increment(); // Only now, when the receiver no longer counts as waiting.
        }
        if (!keepsFrame) {
            frame.release();
        }
    }

    /** The arrays that arrive beside a message. Polled for completion. */
    private final class Arrays implements BooleanSupplier {
        private final Endpoint receiver;
        private final Mail mail;
        private final List<ArrayTransfer> transfers;
        private boolean isStarted;
        private int over;

        Arrays(Endpoint receiver, Mail mail, List<ArrayTransfer> transfers) {
            this.receiver = receiver;
            this.mail = mail;
            this.transfers = transfers;
        }

        void start(int sender, int tag) {
            for (int i = 0; i < transfers.size(); i++) {
                transfers.get(i).start(sender, tag);
            }
            isStarted = true;
        }

        @Override
        public boolean getAsBoolean() {
            if (!isStarted) {
                return false;
            }
            for (; over < transfers.size(); over++) {
                if (!transfers.get(over).isDone()) {
                    return false;
                }
            }
            if (!receiver.mailbox().isComplete(mail)) {
                throwAway(mail);
            }
            accepted.increment();
            return true;
        }
    }

    /** Prepares to receive the arrays beside a message. Returns null if there is no memory for them. */
    private List<ArrayTransfer> transfers(Mail mail) {
        List<ArrayTransfer> made = new ArrayList<>();
        try {
            for (int i = 0; i < mail.arrays(); i++) {
                ElementType type = mail.apart(i);
                if (type != null) {
                    Object array = type.newArray(mail.length(i));
                    made.add(transport.arrayToReceive(array, mail.length(i) * type.size));
                    mail.put(i, type, array);
                }
            }
            return made;
        } catch (OutOfMemoryError e) {
            made.forEach(ArrayTransfer::release);
            return null;
        }
    }

    /** Drops a message for which there is no memory. Discards its arrays, and tells its sender. */
    private void lost(Frame frame, long weight) {
        ByteBuffer bytes = frame.bytes();
        discardArrays(frame);
        note(frame.sender(), MailFrame.LOST, MailFrame.source(bytes), MailFrame.destination(bytes),
                weight, 0);
        room.consumed(frame.sender(), weight);
        frame.release();
    }

    /** Drops a large message for which there was no memory. The frame is the refusal that replaces it. */
    private void acceptRefused(Frame frame) {
        ByteBuffer bytes = frame.bytes();
        long weight = MemoryFrame.wanted(bytes) + ArraysTrailer.wholeLength(bytes) - bytes.limit() + MailRoom.EACH;
        room.arrived(weight);
        lost(frame, weight);
        accepted.increment();
    }

    private void discardArrays(Frame frame) {
        int count = ArraysTrailer.count(frame.bytes());
        for (int i = 0; i < count; i++) {
            transport.discardArray(frame.sender(), FrameHeader.apartTag(frame.bytes()),
                    ArraysTrailer.bytesOf(frame.bytes(), i, count));
        }
    }
}
