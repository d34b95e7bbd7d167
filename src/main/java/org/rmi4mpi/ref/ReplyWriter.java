package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.util.List;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.OutgoingPieces;
import org.rmi4mpi.serial.StreamCache;
import org.rmi4mpi.transport.ApartSizes;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MemoryFrame;
import org.rmi4mpi.wire.ReplyFrame;

/**
 * Writes the replies to calls, one at a time, and sends them. If an exception cannot be written, its text is written
 * instead. The last resort is a frame that reports a lack of memory. Writing it needs no memory. Owned by one thread.
 */
final class ReplyWriter implements Departure {
    /** The id of a call whose reply does not leave in pieces. */
    private static final long NONE = 0;

    private final ServedCall call;
    private final Marshaller marshaller;
    private final Dispatcher dispatcher;
    private final StreamCache streams;
    private final OutgoingFrame frame;
    /** Whether its thread belongs to the crew, and answers in any case. */
    private boolean isOfCrew;
    /** The call whose reply may leave while it is written; NONE for no call. */
    private long callId = NONE;
    /** Whether the caller is this thread, so that the reply is kept for it. */
    private boolean isOwn;
    /** Whether the reply to the call has been sent, or none is due. */
    private boolean isAnswered;

    ReplyWriter(ServedCall call, Marshaller marshaller, Dispatcher dispatcher, StreamCache streams) {
        this.call = call;
        this.marshaller = marshaller;
        this.dispatcher = dispatcher;
        this.streams = streams;
        frame = marshaller.newFrame();
    }

    void setOfCrew() {
        isOfCrew = true;
    }

    /** Makes sure that the next reply can begin without memory. */
    void makeReady() {
        frame.makeReady();
    }

    /** A call has been taken that has to be answered. */
    void expectReply() {
        isAnswered = false;
    }

    /** A call has been taken that has to be answered, by a reply that may leave while it is written. */
    void expectReply(long id) {
        isAnswered = false;
        callId = id;
    }

    /** A call of this thread has to be answered. */
    void expectOwn() {
        isOwn = true;
    }

    boolean isAnswered() {
        return isAnswered;
    }

    void expectNone() {
        isAnswered = true;
        isOwn = false;
        callId = NONE;
    }

    void discard() {
        frame.discard();
    }

    /** Ends a reply for a reader on this thread. */
    ByteBuffer endOwn() {
        return frame.endOwn();
    }

    /** The rest of a reply for a reader on this thread; null if there is none. */
    OwnMessage restOfOwn() {
        return frame.restOfOwn();
    }

    /** Bytes of the reply that is being written, with its arrays. */
    long length() {
        return frame.length();
    }

    // ---- writing

    ByteBuffer writeHeader(byte kind) {
        int caller = call.caller();
        return frame.beginWithHeader(kind, ReplyFrame.HEADER, caller, marshaller.known(caller), ApartSizes.AWAITED);
    }

    void putObject(Object value) {
        call.leaveMethod();
        writeHeader(FrameKind.RESULT);
        try {
            write(value);
        } catch (IOException e) {
            putException(new MarshalException("error marshalling return" + call.where(), e));
        } catch (RuntimeException | Error e) {
            putThrown(e);
        }
    }

    private void write(Object value) throws IOException {
        if (callId != NONE) {
            frame.leaveInPieces(this, 1);
        } else if (isOwn) {
            frame.keepPieces();
        }
        ObjectOutput out = marshaller.writer(streams, frame, call.caller());
        try {
            out.writeObject(value);
            out.flush();
        } catch (Throwable e) {
            ReplyReader.closeAfter(out, e);
            throw e;
        }
        out.close();
    }

    @Override
    public OutgoingPieces sendFirst(Frame first) {
        call.endTime(); // The caller may take the other pieces slowly.
        return dispatcher.replyFirst(call.caller(), first, callId);
    }

    /** Writes an exception of the method, or another exception during its call. */
    void putThrown(Throwable thrown) {
        putException(inServer(thrown));
    }

    /** Wraps an exception as the JDK's server does. */
    Throwable inServer(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError e && NoMemory.isOfHeap(e)) {
            NoMemory heap = NoMemory.ofHeap(marshaller.rank(), call.request().wholeLength());
            return new ServerError("Error occurred in server thread" + call.where() + ": "
                    + (call.isInMethod() ? heap.textOfMethod() : heap.text()), e);
        } else if (thrown instanceof Error e) {
            return new ServerError("Error occurred in server thread" + call.where(), e);
        } else if (thrown instanceof RemoteException e) {
            return new ServerException("RemoteException occurred in server thread" + call.where(), e);
        }
        return thrown;
    }

    /** Writes an exception. If that fails, writes its text. An exception may refuse to be written. */
    void putException(Throwable thrown) {
        try {
            writeHeader(FrameKind.EXCEPTION);
            write(thrown);
        } catch (Exception e) {
            putReason(thrown, e);
        } catch (Throwable e) {
            putWords(thrown, e);
        }
    }

    private void putReason(Throwable thrown, Exception reason) {
        writeHeader(FrameKind.EXCEPTION);
        try {
            write(new MarshalException("error marshalling the exception " + textOf(thrown), reason));
        } catch (Throwable another) {
            putWords(thrown, reason);
        }
    }

    private void putWords(Throwable thrown, Throwable reason) {
        writeHeader(FrameKind.EXCEPTION);
        try {
            write(new MarshalException("error marshalling the exception " + textOf(thrown) + ": " + textOf(reason)));
        } catch (Throwable impossible) {
            putNoMemory(impossible);
        }
    }

    /** The text of an exception. Its toString may fail too. */
    private static String textOf(Throwable e) {
        try {
            return e.toString();
        } catch (Throwable refusal) {
            return e.getClass().getName();
        }
    }

    /** Writes that memory for the call is missing. Allocates nothing. */
    void putNoMemory(Throwable e) {
        Runtime heap = Runtime.getRuntime();
        boolean isStack = e instanceof StackOverflowError;
        MemoryFrame.put(beginNoMemory(), isStack ? MemoryFrame.STACK : MemoryFrame.HEAP, FrameKind.REQUEST,
                marshaller.rank(), call.request().wholeLength(), isStack ? -1 : heap.totalMemory() - heap.freeMemory(),
                isStack ? -1 : heap.maxMemory());
    }

    /** Begins a {@link MemoryFrame}, whose fields the caller writes. Allocates nothing. */
    ByteBuffer beginNoMemory() {
        return frame.beginAnew(FrameKind.NO_MEMORY, call.caller());
    }

    // ---- sending

    /** Sends the reply. If memory for it is missing, sends a report of that instead. */
    void send(long id) {
        try {
            sendWritten(id);
        } catch (TransportException e) {
            reportLost(e);
        } catch (Throwable e) {
            if (!isAnswered) { // nothing has been sent
                leaveToCrew(e);
                putFailure(e);
                sendAgain(id);
            }
        }
    }

    /**
     * The call counts as answered, because nothing more can be done. The transport tells the caller, if its rank still
     * exists.
     */
    private void reportLost(Exception e) {
        isAnswered = true;
        if (RunningJob.isRunning()) {
            System.err.println("rmi4mpi: a reply was not sent: " + e.getMessage());
        }
    }

    /** Rethrows a stack overflow of a program's thread. A thread of the crew then starts the reply again. */
    private void leaveToCrew(Throwable e) {
        if (!isOfCrew && !frame.hasLeft() && e instanceof StackOverflowError noStack) {
            throw noStack;
        }
    }

    private void putFailure(Throwable e) {
        try {
            if (e instanceof IOException) {
                putException(new MarshalException("error marshalling return" + call.where(), (IOException) e));
                return;
            }
        } catch (OutOfMemoryError another) {
            // report this one instead
        }
        putNoMemory(e);
    }

    /** Sends the reply that replaces one that could not be sent. */
    void sendAgain(long id) {
        try {
            sendWritten(id);
        } catch (IOException | RuntimeException e) {
            reportLost(e);
        }
    }

    private void sendWritten(long id) throws IOException {
        List<ArrayTransfer> arrays;
        if (frame.isReplacement()) {
            frame.sendReplacement();
            arrays = List.of();
        } else if (frame.hasLeft()) {
            arrays = frame.sendLast();
        } else {
            Frame written = frame.end();
            FrameHeader.putCallId(written.bytes(), id);
            dispatcher.reply(call.caller(), written);
            isAnswered = true;
            arrays = frame.startArrays();
        }
        isAnswered = true;
        try {
            frame.await(arrays);
        } catch (OutOfMemoryError | TransportException e) {
            // the reply has been sent, and its arrays follow without this thread
        }
    }

    // ---- results of futures

    /**
     * Writes the result of a future. A stack overflow of a program's thread is thrown, and a thread of the crew writes
     * again.
     */
    void putPromised(Object result, Throwable thrown) {
        if (!isOfCrew && tryWrite(result, thrown)) {
            return;
        } else if (thrown != null) {
            putThrown(thrown);
        } else {
            putObject(result);
        }
    }

    private boolean tryWrite(Object result, Throwable thrown) {
        try {
            writeHeader(thrown == null ? FrameKind.RESULT : FrameKind.EXCEPTION);
            write(thrown == null ? result : inServer(thrown));
            return true;
        } catch (Throwable e) {
            leaveToCrew(e);
            return false; // the caller writes it again, and handles the exception
        }
    }
}
