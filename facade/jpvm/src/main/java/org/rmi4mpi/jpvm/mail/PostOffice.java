package org.rmi4mpi.jpvm.mail;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.MessageProbe;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.MailHandler;
import org.rmi4mpi.dispatch.MailWait;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.Part;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MailFrame;

/**
 * The mail of one rank. Sends its tasks' messages, and puts arriving messages into their mailboxes. Used by any thread.
 */
public final class PostOffice implements MailHandler {
    private static final int KEPT_STATUSES = 4096;
    private static final Completion END = new Completion() {
        @Override
        public boolean test() {
            return false;
        }

        @Override
        public Awaited awaited() {
            return new Awaited(Awaited.Event.OTHER, "the end of all tasks", "", List.of(), "");
        }
    };

    private final Dispatcher dispatcher;
    private final Transport transport;
    private final int rank;
    private final Ports ports;
    private final Notes notes;
    private final MailRoom room;
    private final MailHeap leaving = new MailHeap();
    private final Arrivals arrivals;
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
    private final AtomicReferenceArray<MailBatch> batches;
    private final LongAdder sent = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final SpawnListener spawning;

    private static final class Question extends MailWait {
        private volatile boolean isAnswered;
        private volatile boolean lives;

        @Override
        protected boolean isOver() {
            return isAnswered;
        }
    }

    /** Hears of the tasks that this rank has spawned. Called by polling threads. */
    public interface SpawnListener {
        /** A task has constructed an environment, or has ended without one. */
        void enrolled(int port, int number, boolean isThere);

        void ended(int port);
    }

    public PostOffice(Dispatcher dispatcher, Ports ports, SpawnListener spawning) {
        this.dispatcher = dispatcher;
        this.spawning = spawning;
        transport = dispatcher.transport();
        rank = transport.rank();
        this.ports = ports;
        batches = new AtomicReferenceArray<>(transport.size());
        notes = new Notes(dispatcher, this::accept);
        room = new MailRoom(dispatcher, notes, rank, transport.size());
        Packing.initialise(Mail.class, Envelope.class, MailBatch.class, MailPattern.class, MailFrame.class);
        arrivals = new Arrivals(dispatcher, endpoints, room, notes, accepted);
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    /** Receives the messages of this rank's tasks, for reports. */
    MessageProbe probe() {
        return dispatcher.messageProbe();
    }

    /** The current thread waits for the end of all tasks, and runs none itself. */
    public void beginWait() {
        dispatcher.probe().waitBegins(END);
    }

    /** The mains of this rank's tasks are told to it. */
    public Probe taskProbe() {
        return dispatcher.probe();
    }

    public Ports ports() {
        return ports;
    }

    void open(Endpoint endpoint) {
        endpoints.put(endpoint.port(), endpoint);
    }

    /** The tasks that have an environment at this rank, in the words of {@link #awaited}. */
    @Override
    public List<String> addresses() {
        return endpoints.keySet().stream().map(PostOffice::task).toList();
    }

    private static String task(int port) {
        return "task #" + port;
    }

    /** Names the messages that a receive waits for, for a report of waits. */
    Awaited awaited(MailPattern pattern) {
        int home = pattern.anySource() ? -1 : ports.rankOf(pattern.source());
        return new Awaited(Awaited.Event.MAIL, "receive", pattern.anySource() ? "" : task(pattern.source()),
                home < 0 ? List.of() : List.of(Job.worldRank(home)),
                pattern.anyTag() ? "any tag" : "tag " + pattern.tag());
    }

    void recordEnd(int port, int status) {
        synchronized (statuses) {
            statuses.put(port, status);
        }
    }

    /** Number of messages, and of notes that cause messages, that this rank has sent or accepted. */
    public long sent() {
        return sent.sum();
    }

    public long accepted() {
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
            notes.tellEnd(other, endpoint.port());
        }
    }

    /** Records that a task has taken a message from its mailbox. */
    void received(Mail mail) {
        room.consumed(mail);
    }

    void throwAway(Mail mail) {
        room.throwAway(mail);
    }

    /** Tells the rank that spawned a task whether the task has constructed an environment. */
    public void tellEnrolled(int home, int order, int port, boolean isThere) {
        notes.tellEnrolled(home, port, order, isThere);
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
            notes.askWhetherLives(home, port, id);
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
    public void send(Envelope envelope, Packing packing, Object original) throws TaskException {
        Dispatcher.requireStack();
        int home = ports.rankOf(envelope.destination());
        long began = probe().time();
        deliver(home, envelope, packing, original);
        probe().messageSent(envelope.sendCall(), envelope, Job.worldRank(home), envelope.tag(), packing.length(),
                began);
    }

    private void deliver(int home, Envelope envelope, Packing packing, Object original) throws TaskException {
        if (home == rank) {
            sendHere(envelope, packing, original);
            return;
        }
        try {
            MailBatch batch = batch(home);
            if (batch.wants(packing)) {
                sendInBatch(batch, home, envelope, packing);
            } else {
                sendAlone(batch, home, envelope, packing);
            }
        } catch (TransportException e) {
            throw new TaskException(e.getMessage(), e);
        }
        sent.increment();
    }

    private MailBatch batch(int receiver) {
        MailBatch batch = batches.get(receiver);
        if (batch == null) {
            batches.compareAndSet(receiver, null, new MailBatch(dispatcher, receiver));
            batch = batches.get(receiver);
        }
        return batch;
    }

    private void sendInBatch(MailBatch batch, int receiver, Envelope envelope, Packing packing) throws TaskException {
        long weight = MailBatch.length(packing) + MailRoom.EACH;
        room.take(receiver, weight);
        boolean done = false;
        try {
            batch.add(envelope, packing);
            done = true;
        } finally {
            if (!done) {
                room.giveBack(receiver, weight);
            }
        }
    }

    private void sendAlone(MailBatch before, int receiver, Envelope envelope, Packing packing) throws TaskException {
        OutgoingMail outgoing = new OutgoingMail(dispatcher, leaving, receiver, packing);
        room.take(receiver, outgoing.weight()); // First: a thread that waits for a receive holds no memory.
        try {
            outgoing.write(envelope);
            before.sendAll();
            outgoing.send();
        } finally {
            if (!outgoing.hasLeft()) {
                outgoing.discard();
                room.giveBack(receiver, outgoing.weight());
            }
        }
    }

    private void sendHere(Envelope envelope, Packing packing, Object original) throws TaskException {
        Endpoint receiver = endpoints.get(envelope.destination());
        long weight = MailRoom.EACH + packing.end();
        for (Part part : packing.parts()) {
            weight += Dispatcher.heapTaken(part.bytes());
        }
        room.take(rank, weight);
        boolean isToItself = envelope.source() == envelope.destination();
        Mail mail = new Mail(envelope, rank, weight, packing.copy(), isToItself ? original : null);
        sent.increment();
        if (receiver == null || !receiver.mailbox().add(mail)) {
            room.consumed(rank, weight);
        }
        accepted.increment(); // Not before: until here the receiver counts as waiting.
    }

    /** Requests mail from a task for the time when it ends. If it has ended, the mail is sent at once. */
    void watch(int watched, int watcher, int tag) {
        int home = ports.rankOf(watched);
        if (home < 0) {
            reportEnd(watched, watcher, tag);
        } else {
            sent.increment(); // The note causes mail.
            notes.watch(home, watched, watcher, tag);
        }
    }

    // ---- receiving

    @Override
    public void accept(Frame frame) {
        ByteBuffer bytes = frame.bytes();
        if (FrameHeader.kind(bytes) == FrameKind.REFUSED) {
            arrivals.acceptRefused(frame);
            return;
        }
        short subject = MailFrame.subject(bytes);
        if (subject == MailFrame.MAIL) {
            arrivals.accept(frame);
            return;
        } else if (subject == MailFrame.SEVERAL) {
            arrivals.acceptSeveral(frame);
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
                    reportEnd(port, other, (int) first);
                }
                accepted.increment();
            }
            case MailFrame.LOST -> {
                Endpoint sufferer = endpoints.get(port);
                if (sufferer != null) {
                    sufferer.recordLoss(other, first);
                }
            }
            default -> throw new IllegalStateException("mail of unknown subject " + subject + " from rank " + sender);
        }
    }

    private void answer(int sender, int port, int id) {
        Endpoint endpoint = endpoints.get(port);
        boolean lives = endpoint != null && endpoint.registerRank(sender);
        notes.answer(sender, port, id, lives);
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

    private void reportEnd(int watched, int watcher, int tag) {
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
        packing.packTasks(new String[] {ports.hostOf(watched)}, new int[] {watched});
        packing.pack(status);
        try {
            send(new Envelope(Envelope.PROGRAM, watched, watcher, tag), packing, null);
        } catch (TaskException e) {
            // Nobody is interested any more.
        }
    }
}
