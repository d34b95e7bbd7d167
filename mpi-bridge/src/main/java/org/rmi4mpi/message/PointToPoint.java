package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.ThreadMemory;

/** Sends and receives, blocking and not. The short ways of small messages take no memory of the heap. Stateless. */
public final class PointToPoint {
    /** How often a receive asks for its message before it becomes a request: a reply that is on its way takes no longer. */
    private static final int ASKS = 8;

    private PointToPoint() {}

    /** An operation that a blocking call waits for; its outcome goes where the call wants it. */
    private static final class Awaited extends Operation {
        private final Outcome into;

        Awaited(Outcome into) {
            this.into = into;
        }

        @Override
        protected Outcome newOutcome() {
            return into;
        }
    }

    /** A small message has left when its send was started: then no request is needed. */
    public static void send(Communicator comm, SendMode mode, Span span, int dest, int tag) {
        checkSend(comm, span, dest, tag);
        if (span.layout().isObject()) {
            start(new Operation(), comm, mode, span.again(), dest, tag).await(span.call());
            return;
        }
        ThreadMemory own = ThreadMemory.get();
        StagedSpan staged = StagedSpan.leaving(span, own);
        RequestSlot slot = own.slot();
        int code = mode.start(staged.address(), staged.items(), staged.type(), dest, tag, comm.handle(), slot);
        stir(comm, dest);
        if (code == Mpi.SUCCESS && slot.isDone()) {
            staged.release();
        } else {
            goOn(comm, span.call(), staged.buf(), null, staged.memory(), staged.copy(), own, code, new Outcome());
        }
    }

    /** As {@link #startBuffered}. */
    public static void sendBuffered(Communicator comm, Span span, int dest, int tag, int unattached) {
        startBuffered(new Operation(), comm, span, dest, tag, unattached).await(span.call());
    }

    /**
     * Waits for an operation that was not over at once. It takes over what the thread's own memory was borrowed for; that
     * it is not given the staged span itself leaves that one without a place on the heap where the operation is over.
     */
    private static void goOn(Communicator comm, String call, Object buf, StagedSpan arriving, Memory memory,
            NativeBuffer copy, ThreadMemory own, int code, Outcome into) {
        Memory[] owned = StagedSpan.owned(memory, copy, own);
        Operation operation = new Awaited(into).adopt(comm, call, buf, arriving, own.takeSlot(), owned);
        try {
            operation.started(code);
        } catch (MessageException e) {
            throw comm.raised(e);
        }
        operation.await(call);
    }

    /** Returns the outcome when the message has come. */
    public static <T extends Outcome> T receive(Communicator comm, Span span, int source, int tag, T into) {
        checkReceive(comm, span.call(), source, tag);
        span.writable().check();
        if (source == Constants.PROC_NULL || span.layout().isObject() || !comm.found().isEmpty()) {
            startReceive(new Awaited(into), comm, span.again(), source, tag).await(span.call());
            return into;
        }
        ThreadMemory own = ThreadMemory.get();
        StagedSpan staged = StagedSpan.entering(span, own);
        RequestSlot slot = own.slot();
        int code = Mpi.irecvAndTest(
                staged.address(), staged.items(), staged.type(), source, tag, comm.handle(), slot);
        for (int i = 0; i < ASKS && code == Mpi.SUCCESS && !slot.isDone(); i++) {
            code = Mpi.test(slot);
        }
        if (code != Mpi.SUCCESS || !slot.isDone()) {
            StagedSpan later = new StagedSpan(span.again(), staged.address(), staged.memory(), staged.copy());
            goOn(comm, span.call(), staged.buf(), later, staged.memory(), staged.copy(), own, code, into);
            return into;
        }
        into.of(slot);
        try {
            staged.take(into);
        } finally {
            staged.release();
        }
        return into;
    }

    /** Starts a send. */
    public static <O extends Operation> O send(
            O operation, Communicator comm, SendMode mode, Span span, int dest, int tag) {
        checkSend(comm, span, dest, tag);
        return start(operation, comm, mode, span, dest, tag);
    }

    /** Starts a send whose arguments were checked. */
    private static <O extends Operation> O start(
            O operation, Communicator comm, SendMode mode, Span span, int dest, int tag) {
        if (span.layout().isObject()) {
            sendObjects(operation, comm, mode, span, dest, tag);
            return operation;
        }
        StagedSpan staged = StagedSpan.leaving(span);
        RequestSlot slot = operation.begin(comm, span.call(), staged.buf(), null, staged.owned());
        int code = mode.start(staged.address(), staged.items(), staged.type(), dest, tag, comm.handle(), slot);
        stir(comm, dest);
        operation.started(code);
        return operation;
    }

    private static void sendObjects(
            Operation operation, Communicator comm, SendMode mode, Span span, int dest, int tag) {
        byte[] bytes = ObjectCodec.write(span);
        int inWorld = dest == Constants.PROC_NULL ? dest : comm.peersInWorld()[dest];
        ObjectMessages.send(operation, mode, span.call(), bytes, (int) span.elements(), dest, inWorld, tag, comm);
        stir(comm, dest);
    }

    /** The receiver may sleep until a message comes. */
    private static void stir(Communicator comm, int dest) {
        if (dest != Constants.PROC_NULL) {
            Job.stir(comm.peersInWorld()[dest]);
        }
    }

    /**
     * Starts a send out of the room for buffered sends.
     *
     * @param unattached bytes of it where the program has attached none
     */
    public static <O extends Operation> O startBuffered(
            O operation, Communicator comm, Span span, int dest, int tag, int unattached) {
        checkSend(comm, span, dest, tag);
        Span copy = span.isShared() ? span.copied() : span;
        long bytes = span.layout().isObject() ? ObjectCodec.write(span).length : span.wireBytes();
        BufferedSends.send(span.call(), bytes, unattached,
                () -> start(new Operation(), comm, SendMode.STANDARD, copy, dest, tag));
        operation.finished();
        return operation;
    }

    /** Starts a receive, which goes on without the caller. */
    public static <O extends Operation> O receive(O operation, Communicator comm, Span span, int source, int tag) {
        checkReceive(comm, span.call(), source, tag);
        startReceive(operation, comm, span.writable().check(), source, tag).unattended();
        return operation;
    }

    /** Starts a receive whose arguments were checked. */
    private static Operation startReceive(Operation operation, Communicator comm, Span span, int source, int tag) {
        if (source == Constants.PROC_NULL) {
            Outcome outcome = operation.newOutcome();
            outcome.ofNobody();
            return operation.finished(outcome);
        }
        FoundMessages.Found before = comm.found().take(source, tag);
        if (span.layout().isObject()) {
            return ObjectMessages.receive(operation, span, source, tag, comm, before);
        } else if (before != null) {
            StagedSpan staged = new StagedSpan(span, before.memory().address(), before.memory(), before.memory());
            return operation.adopt(comm, span.call(), span.buf(), staged, before.slot(), before.memory())
                    .started(Mpi.SUCCESS);
        }
        StagedSpan staged = StagedSpan.entering(span);
        RequestSlot slot = operation.begin(comm, span.call(), staged.buf(), staged, staged.owned());
        return operation.started(
                Mpi.irecv(staged.address(), staged.items(), staged.type(), source, tag, comm.handle(), slot));
    }

    /** Sends and receives at once; the outcome is the receive's. The spans may be one. */
    public static <T extends Outcome> T exchange(
            Communicator comm, Span sent, int dest, int sendtag, Span received, int source, int recvtag, T into) {
        checkSend(comm, sent, dest, sendtag);
        Span out = sent.buf() == received.buf() && sent.isShared() ? sent.copied() : sent;
        checkReceive(comm, sent.call(), source, recvtag);
        received.writable().check();
        // A receive that came first would be left there where the send fails, and take what comes next.
        Operation send = start(new Operation(), comm, SendMode.STANDARD, out, dest, sendtag);
        Operation receive = startReceive(new Awaited(into), comm, received, source, recvtag);
        Operation[] both = {receive, send};
        try {
            Operations.awaitAll(both);
            receive.complete();
            send.complete();
        } catch (MessageException e) {
            throw comm.raised(e);
        }
        return into;
    }

    /** @throws MessageException where a send with these arguments would fail */
    public static void checkSend(Communicator comm, Span span, int dest, int tag) {
        try {
            comm.locate(span.call());
            span.check();
            Check.peer(span.call(), "dest", dest, comm.peers());
            Check.tag(span.call(), tag);
            comm.peersInWorld(); // takes memory the first time, and none when the message has left
            if (Strict.IS_ON) {
                SentMessages.note(comm, dest, tag);
            }
        } catch (MessageException e) {
            throw comm.raised(e);
        }
    }

    /** @throws MessageException where a receive with these arguments would fail */
    public static void checkReceive(Communicator comm, Span span, int source, int tag) {
        checkReceive(comm, span.call(), source, tag);
        span.check();
    }

    static void checkReceive(Communicator comm, String call, int source, int tag) {
        try {
            comm.locate(call);
            Check.source(call, source, comm.peers());
            Check.receiveTag(call, tag);
        } catch (MessageException e) {
            throw comm.raised(e);
        }
    }
}
