package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Awaited.Event;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.ThreadMemory;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.ObjectCodec;
import org.rmi4mpi.message.data.Span;

/**
 * Blocking and nonblocking sends and receives. The short paths for small messages allocate nothing on the heap.
 * Stateless.
 */
public final class PointToPoint {
    private PointToPoint() {}

    /** An operation that a blocking call waits for. Its outcome goes into the object that the call gives. */
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

    /** Sends a message. The send of a small one has ended when it was started, and then needs no request. */
    public static void send(Communicator comm, SendMode mode, Span span, int dest, int tag) {
        checkSend(comm, span, dest, tag);
        if (span.layout().isObject()) {
            Operation sent = new Operation();
            sendObjects(comm, span.again(), dest, tag, departing(sent, comm, mode, span, dest, tag).inStep());
            sent.await(span.call());
            return;
        }
        long began = Job.messageProbe().time();
        ThreadMemory own = ThreadMemory.get();
        StagedSpan staged = StagedSpan.entering(span, own);
        int code = staged.send(mode, dest, tag, comm.handle(), own.slot());
        stir(comm, dest);
        if (code == Mpi.SUCCESS) {
            staged.release();
        } else {
            awaitSend(new InFlight(comm, span.call(), staged.buf(), null, staged.owned(own)), own, code, dest, tag);
        }
        tellSent(comm, span.call(), dest, tag, span.wireBytes(), began);
    }

    private static void tellSent(Communicator comm, String call, int dest, int tag, long bytes, long began) {
        if (dest != Constants.PROC_NULL) {
            Job.messageProbe().messageSent(call, comm, comm.peersInWorld()[dest], tag, bytes, began);
        }
    }

    /** Like {@link #startBuffered}. */
    public static void sendBuffered(Communicator comm, Span span, int dest, int tag, int unattached) {
        startBuffered(new Operation(), comm, span, dest, tag, unattached).await(span.call());
    }

    /**
     * Waits for a send that had not ended at its start. It takes over the slot that the thread has lent. It does not get
     * the staged span of the caller, so that the compiler need not allocate it on the heap where the send has ended.
     */
    private static void awaitSend(InFlight given, ThreadMemory own, int code, int dest, int tag) {
        new Awaited(new Outcome()).adopt(given, own.takeSlot()).sendsTo(dest, tag)
                .started(code == Mpi.PENDING ? Mpi.SUCCESS : code).await(given.call());
    }

    /** Waits for a receive that had not ended at its start; otherwise as {@link #awaitSend}. */
    private static void awaitReceive(InFlight given, ThreadMemory own, int code, int source, int tag, Outcome into) {
        new Awaited(into).adopt(given, own.takeSlot()).receivesFrom(source, tag)
                .startedReceive(code == Mpi.PENDING ? Mpi.SUCCESS : code).awaitLonger();
    }

    /** Returns the outcome when the message has come. */
    public static <T extends Outcome> T receive(Communicator comm, Span span, int source, int tag, T into) {
        checkReceive(comm, span, source, tag);
        if (source == Constants.PROC_NULL || span.layout().isObject() || !comm.found().isEmpty()) {
            startReceive(new Awaited(into), comm, span.again(), source, tag).await(span.call());
            return into;
        }
        long began = Job.messageProbe().time();
        ThreadMemory own = ThreadMemory.get();
        StagedSpan staged = StagedSpan.entering(span, own);
        RequestSlot slot = own.slot();
        Object array = staged.plainArray();
        int code = Mpi.receive(staged.address(), staged.items(), staged.type(), source, tag, comm.handle(), array,
                staged.place(array), staged.kind(array), staged.bytes(array), slot);
        if (code != Mpi.AS_ASKED && code != Mpi.SUCCESS) {
            awaitReceive(new InFlight(comm, span.call(), staged.buf(), staged.again(), staged.owned(own)), own, code,
                    source, tag, into);
            return into;
        }
        take(staged, code, source, tag, slot, array, into);
        tellAwaited(comm, span.call(), into, began);
        return into;
    }

    /** @param array has the message; null where it is still in the staged memory */
    private static void take(
            StagedSpan staged, int code, int source, int tag, RequestSlot slot, Object array, Outcome into) {
        try {
            staged.takeEnded(code, source, tag, slot, array, into);
        } finally {
            staged.release();
        }
    }

    /** Tells the probe that a message has come for which the current thread has waited. */
    private static void tellAwaited(Communicator comm, String call, Outcome outcome, long began) {
        Operation.tellReceived(comm, call, outcome, began);
        Job.messageProbe().waited(Event.MESSAGE, began);
    }

    /** Starts a send. */
    public static <O extends Operation> O send(
            O operation, Communicator comm, SendMode mode, Span span, int dest, int tag) {
        checkSend(comm, span, dest, tag);
        return start(operation, comm, mode, span, dest, tag);
    }

    /** Starts a send with checked arguments. */
    private static <O extends Operation> O start(
            O operation, Communicator comm, SendMode mode, Span span, int dest, int tag) {
        if (span.layout().isObject()) {
            sendObjects(comm, span, dest, tag, departing(operation, comm, mode, span, dest, tag));
            return operation;
        }
        long began = Job.messageProbe().time();
        Outcome outcome = operation.newOutcome();
        RequestSlot slot = ThreadMemory.get().newSlot();
        StagedSpan staged = StagedSpan.entering(span, slot);
        InFlight given = new InFlight(comm, span.call(), staged.buf(), null, staged.owned());
        int code = staged.send(mode, dest, tag, comm.handle(), slot);
        stir(comm, dest);
        if (code == Mpi.SUCCESS) {
            ThreadMemory.giveBack(slot);
            staged.release();
            outcome.set(dest, tag, 0, 0);
            operation.sendsTo(dest, tag).finished(outcome);
        } else {
            operation.adopt(given, slot).sendsTo(dest, tag).started(code == Mpi.PENDING ? Mpi.SUCCESS : code);
        }
        tellSent(comm, span.call(), dest, tag, span.wireBytes(), began);
        return operation;
    }

    private static DepartingObjects departing(
            Operation operation, Communicator comm, SendMode mode, Span span, int dest, int tag) {
        return new DepartingObjects(operation, comm, mode, span.call(), span.elements(), dest, inWorld(comm, dest),
                tag);
    }

    private static int inWorld(Communicator comm, int dest) {
        return dest == Constants.PROC_NULL ? dest : comm.peersInWorld()[dest];
    }

    private static void sendObjects(Communicator comm, Span span, int dest, int tag, DepartingObjects departing) {
        long began = Job.messageProbe().time();
        try {
            ObjectCodec.write(span, departing);
            departing.end();
        } catch (OutOfMemoryError e) {
            departing.refuse();
            throw Check.failure(ObjectCodec.noMemory(span.call(), e), e);
        } catch (RuntimeException | Error e) {
            departing.abort();
            throw e;
        }
        tellSent(comm, span.call(), dest, tag, departing.written(), began);
    }

    /** Wakes the receiver, which may sleep until a message comes. */
    private static void stir(Communicator comm, int dest) {
        if (dest != Constants.PROC_NULL) {
            Job.stir(comm.peersInWorld()[dest]);
        }
    }

    /**
     * Starts a send out of the room for buffered sends.
     *
     * @param unattached bytes of room where the program has attached no buffer
     */
    public static <O extends Operation> O startBuffered(
            O operation, Communicator comm, Span span, int dest, int tag, int unattached) {
        checkSend(comm, span, dest, tag);
        Operation send = new Operation();
        try {
            if (span.layout().isObject()) {
                byte[] objects = ObjectCodec.write(span);
                BufferedSends.send(span.call(), objects.length, unattached, send,
                        () -> sendBytes(send, comm, span, objects, dest, tag));
            } else {
                Span copy = span.isShared() ? span.copied() : span;
                BufferedSends.send(span.call(), span.wireBytes(), unattached, send,
                        () -> start(send, comm, SendMode.STANDARD, copy, dest, tag));
            }
        } catch (OutOfMemoryError e) {
            if (span.layout().isObject()) { // A receiver of numbers would take the failure for them.
                ObjectMessages.sendFailure(new Operation(), span.call(), dest, inWorld(comm, dest), tag, comm);
            }
            throw comm.raised(Check.failure(ObjectCodec.noMemory(span.call(), e), e));
        } catch (MessageException e) {
            throw comm.raised(e);
        }
        operation.finished();
        return operation;
    }

    private static void sendBytes(
            Operation send, Communicator comm, Span span, byte[] objects, int dest, int tag) {
        long began = Job.messageProbe().time();
        ObjectMessages.send(send, span.call(), objects, (int) span.elements(), dest, inWorld(comm, dest), tag, comm);
        tellSent(comm, span.call(), dest, tag, objects.length, began);
    }

    /** Starts a receive, which proceeds without the caller. */
    public static <O extends Operation> O receive(O operation, Communicator comm, Span span, int source, int tag) {
        checkReceive(comm, span, source, tag);
        startReceive(operation, comm, span, source, tag).unattended();
        return operation;
    }

    /** Starts a receive with checked arguments. */
    private static Operation startReceive(Operation operation, Communicator comm, Span span, int source, int tag) {
        if (source == Constants.PROC_NULL) {
            Outcome outcome = operation.newOutcome();
            outcome.setNobody();
            return operation.finished(outcome);
        }
        FoundMessages.Found before = comm.found().take(source, tag);
        if (span.layout().isObject()) {
            return ObjectMessages.receive(operation, span, source, tag, comm, before);
        } else if (before != null) {
            StagedSpan staged = new StagedSpan(span, before.memory());
            return operation.adopt(new InFlight(comm, span.call(), span.buf(), staged, before.memory()), before.slot())
                    .receivesFrom(source, tag).started(Mpi.SUCCESS);
        }
        RequestSlot slot = ThreadMemory.get().newSlot();
        StagedSpan staged = StagedSpan.entering(span, slot);
        operation.adopt(new InFlight(comm, span.call(), staged.buf(), staged, staged.owned()), slot);
        return operation.receivesFrom(source, tag).startedReceive(
                Mpi.irecv(staged.address(), staged.items(), staged.type(), source, tag, comm.handle(), slot));
    }

    /** Sends and receives at the same time. The outcome is that of the receive. Both spans may be the same. */
    public static <T extends Outcome> T exchange(
            Communicator comm, Span sent, int dest, int sendtag, Span received, int source, int recvtag, T into) {
        checkSend(comm, sent, dest, sendtag);
        Span out = sent.buf() == received.buf() && sent.isShared() ? sent.copied() : sent;
        checkReceive(comm, received, source, recvtag);
        if (sent.layout().isObject() || received.layout().isObject() || source == Constants.PROC_NULL
                || !comm.found().isEmpty()) {
            return exchangeByOperations(comm, out.again(), dest, sendtag, received.again(), source, recvtag, into);
        }
        long began = Job.messageProbe().time();
        ThreadMemory own = ThreadMemory.get();
        StagedSpan leaving = StagedSpan.entering(out, own);
        StagedSpan entering = StagedSpan.entering(received, own.second());
        Object from = leaving.plainArray();
        Object to = entering.plainArray();
        if (from == null) {
            leaving.packed();
        }
        RequestSlot send = own.slot();
        RequestSlot receive = own.second().slot();
        int code = Mpi.sendrecv(leaving.address(), leaving.items(), leaving.type(), dest, sendtag, from,
                leaving.place(from), leaving.kind(from), leaving.bytes(from), entering.address(), entering.items(),
                entering.type(), source, recvtag, to, entering.place(to), entering.kind(to), entering.bytes(to),
                comm.handle(), send, receive);
        stir(comm, dest);
        tellSent(comm, sent.call(), dest, sendtag, sent.wireBytes(), began);
        if (code != Mpi.SUCCESS && code != Mpi.AS_ASKED) {
            Operation sending = new Operation().adopt(
                    new InFlight(comm, sent.call(), leaving.buf(), null, leaving.owned(own)), own.takeSlot())
                    .sendsTo(dest, sendtag);
            Operation receiving = new Awaited(into).adopt(new InFlight(comm, received.call(), entering.buf(),
                    entering.again(), entering.owned(own.second())), own.second().takeSlot())
                    .receivesFrom(source, recvtag);
            goOn(sending.started(Mpi.SUCCESS), receiving, code == Mpi.PENDING ? Mpi.SUCCESS : code);
            return into;
        }
        leaving.release();
        take(entering, code, source, recvtag, receive, to, into);
        tellAwaited(comm, received.call(), into, began);
        return into;
    }

    /** Waits for an exchange that has not simply ended. The operations have taken over the slots that the thread has lent. */
    private static void goOn(Operation send, Operation receive, int code) {
        try {
            receive.started(code);
        } catch (MessageException e) {
            send.free(receive.call());
            throw e;
        }
        awaitBoth(send, receive);
    }

    /** The thread reads objects while they arrive. The send needs no thread. */
    private static void awaitBoth(Operation send, Operation receive) {
        try {
            receive.await(receive.call());
        } catch (MessageException e) {
            send.free(receive.call());
            throw e;
        }
        send.await(send.call());
    }

    private static <T extends Outcome> T exchangeByOperations(
            Communicator comm, Span out, int dest, int sendtag, Span received, int source, int recvtag, T into) {
        // If the receive were first and the send failed, the receive would stay and take a later message.
        Operation send = start(new Operation(), comm, SendMode.STANDARD, out, dest, sendtag);
        Operation receive = startReceive(new Awaited(into), comm, received, source, recvtag);
        awaitBoth(send, receive);
        return into;
    }

    /** @throws MessageException where a send with these arguments would fail */
    public static void checkSend(Communicator comm, Span span, int dest, int tag) {
        try {
            comm.locate(span.call());
            span.check();
            Check.peer(span.call(), "dest", dest, comm.peers());
            Check.tag(span.call(), tag);
            comm.peersInWorld(); // the first call allocates; it must not do so after the message has left
            if (Strict.IS_ON) {
                SentMessages.note(comm, dest, tag);
            }
        } catch (MessageException e) {
            throw comm.raised(e);
        }
    }

    /** @throws MessageException where a receive with these arguments would fail */
    public static void checkReceive(Communicator comm, Span span, int source, int tag) {
        try {
            locate(comm, span.call(), source, tag);
            span.writable().check();
        } catch (MessageException e) {
            throw comm.raised(e);
        }
    }

    static void checkProbe(Communicator comm, String call, int source, int tag) {
        try {
            locate(comm, call, source, tag);
        } catch (MessageException e) {
            throw comm.raised(e);
        }
    }

    private static void locate(Communicator comm, String call, int source, int tag) {
        comm.locate(call);
        Check.source(call, source, comm.peers());
        Check.receiveTag(call, tag);
    }
}
