package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.util.List;
import org.rmi4mpi.serial.Streams;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MemoryFrame;
import org.rmi4mpi.wire.ReplyFrame;

/**
 * Writes the replies to calls, one at a time, and sends them. What cannot be written is told by what can be: an exception,
 * its words, and at last that there is no memory, which takes none. Owned by one thread.
 */
final class ReplyWriter {
    private final ReferenceLayer layer;
    private final IncomingCall call;
    private final Streams streams;
    private final OutgoingFrame frame;
    /** Whether its thread is one of the crew, which answers in any case. */
    private boolean isOfCrew;
    /** Whether the reply to the call has been sent, or none is due. */
    private boolean isAnswered;

    ReplyWriter(ReferenceLayer layer, IncomingCall call, Streams streams) {
        this.layer = layer;
        this.call = call;
        this.streams = streams;
        frame = layer.newFrame();
    }

    void isOfCrew() {
        isOfCrew = true;
    }

    /** To begin the next reply needs no memory. */
    void makeReady() {
        frame.makeReady();
    }

    /** A call is taken that is to be answered. */
    void isDue() {
        isAnswered = false;
    }

    /** Whether the reply has been sent, or none is due. */
    boolean isAnswered() {
        return isAnswered;
    }

    void noneIsDue() {
        isAnswered = true;
    }

    void discard() {
        frame.discard();
    }

    /** For a reader on this thread. */
    ByteBuffer endOwn() {
        return frame.endOwn();
    }

    // ---- written

    ByteBuffer begin(byte kind) {
        return frame.begin(kind, ReplyFrame.HEADER, call.caller(), layer.serializer().known(call.caller()), 0);
    }

    void putObject(Object value) {
        begin(FrameKind.RESULT);
        try {
            write(value);
        } catch (IOException e) {
            putException(new MarshalException("error marshalling return" + call.where(), e));
        } catch (RuntimeException | Error e) {
            putThrown(e);
        }
    }

    private void write(Object value) throws IOException {
        ObjectOutput out = layer.writer(streams, frame, call.caller());
        try {
            out.writeObject(value);
            out.flush();
        } catch (Throwable e) {
            ReplyReader.closeAfter(out, e);
            throw e;
        }
        out.close();
    }

    /** What the method has thrown, or its call. */
    void putThrown(Throwable thrown) {
        putException(inServer(thrown));
    }

    /** As its caller is told of it. */
    Throwable inServer(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError e) {
            return new ServerError("Error occurred in server thread" + call.where() + ": "
                    + NoMemory.ofHeap(layer.rank(), call.request().wholeLength()).text(), e);
        } else if (thrown instanceof Error e) {
            return new ServerError("Error occurred in server thread" + call.where(), e);
        } else if (thrown instanceof RemoteException e) {
            return new ServerException("RemoteException occurred in server thread" + call.where(), e);
        }
        return thrown;
    }

    /** An exception that cannot be written is told in words; its own, it may refuse. */
    void putException(Throwable thrown) {
        try {
            begin(FrameKind.EXCEPTION);
            write(thrown);
        } catch (Exception e) {
            putReason(thrown, e);
        } catch (Throwable e) {
            putWords(thrown, e);
        }
    }

    private void putReason(Throwable thrown, Exception reason) {
        begin(FrameKind.EXCEPTION);
        try {
            write(new MarshalException("error marshalling the exception " + textOf(thrown), reason));
        } catch (Throwable another) {
            putWords(thrown, reason);
        }
    }

    private void putWords(Throwable thrown, Throwable reason) {
        begin(FrameKind.EXCEPTION);
        try {
            write(new MarshalException("error marshalling the exception " + textOf(thrown) + ": " + textOf(reason)));
        } catch (Throwable impossible) {
            putNoMemory(impossible);
        }
    }

    /** An exception of a program's own may refuse that, too. */
    private static String textOf(Throwable e) {
        try {
            return e.toString();
        } catch (Throwable refusal) {
            return e.getClass().getName();
        }
    }

    /** Answers, without taking memory, that there was none for the call. */
    void putNoMemory(Throwable e) {
        Runtime heap = Runtime.getRuntime();
        boolean isStack = e instanceof StackOverflowError;
        MemoryFrame.put(beginNoMemory(), isStack ? MemoryFrame.STACK : MemoryFrame.HEAP, FrameKind.REQUEST, layer.rank(),
                call.request().wholeLength(), isStack ? -1 : heap.totalMemory() - heap.freeMemory(),
                isStack ? -1 : heap.maxMemory());
    }

    /** A {@link MemoryFrame}, whose fields are to be put. Takes no memory. */
    ByteBuffer beginNoMemory() {
        return frame.beginAnew(FrameKind.NO_MEMORY, call.caller());
    }

    // ---- sent

    /** Sends what has been written; what has no memory for that is thrown. */
    void send(long callId) {
        try {
            sendWritten(callId);
        } catch (TransportException e) {
            lost(e);
        } catch (Throwable e) {
            if (!isAnswered) { // nothing has left
                leaveToCrew(e);
                putFailure(e);
                sendAgain(callId);
            }
        }
    }

    /** As far as that is possible the call is answered. */
    private void lost(Exception e) {
        isAnswered = true;
        layer.replyLost(e);
    }

    /** What a thread of the program has no stack for one of the crew does, from the beginning. */
    private void leaveToCrew(Throwable e) {
        if (!isOfCrew && e instanceof StackOverflowError noStack) {
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
            // which is what is told
        }
        putNoMemory(e);
    }

    /** Sends what has been written in the place of what could not be sent. */
    void sendAgain(long callId) {
        try {
            sendWritten(callId);
        } catch (IOException | RuntimeException e) {
            lost(e);
        }
    }

    private void sendWritten(long callId) throws IOException {
        Frame written = frame.end();
        FrameHeader.putCallId(written.bytes(), callId);
        layer.dispatcher().reply(call.caller(), written);
        isAnswered = true;
        List<ArrayTransfer> arrays = frame.startArrays();
        try {
            frame.await(arrays);
        } catch (OutOfMemoryError | TransportException e) {
            // the reply has left, and what is beside it follows without this thread
        }
    }

    // ---- promised

    /** A thread of the program may end its stack in this: then nothing is told, for one of the crew does it again. */
    void putPromised(Object result, Throwable thrown) {
        if (!isOfCrew && isWritten(result, thrown)) {
            return;
        } else if (thrown != null) {
            putThrown(thrown);
        } else {
            putObject(result);
        }
    }

    private boolean isWritten(Object result, Throwable thrown) {
        try {
            begin(thrown == null ? FrameKind.RESULT : FrameKind.EXCEPTION);
            write(thrown == null ? result : inServer(thrown));
            return true;
        } catch (Throwable e) {
            leaveToCrew(e);
            return false; // what it is comes again, and is told
        }
    }
}
