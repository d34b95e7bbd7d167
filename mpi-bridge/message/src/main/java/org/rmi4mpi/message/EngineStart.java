package org.rmi4mpi.message;

import org.rmi4mpi.bridge.HotPaths;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.ErrorClasses;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.ObjectCodec;
import org.rmi4mpi.message.data.Span;
import org.rmi4mpi.message.piece.ArrivedBytes;
import org.rmi4mpi.message.piece.FirstMessage;
import org.rmi4mpi.message.piece.PieceReceiver;
import org.rmi4mpi.message.piece.PieceSender;

/** The work of the engine in MPI.Init. Stateless. */
public final class EngineStart {
    private EngineStart() {}

    /**
     * Initialises the classes that messages need. At this time there is enough stack and memory; see {@link HotPaths}.
     */
    public static void initialise() {
        HotPaths.initialise(Check.class, Constants.class, ErrorClasses.class, MessageException.class, Operation.class,
                PendingOperations.class, Operations.class, StagedSpan.class, Span.class, Outcome.class, SendMode.class,
                PointToPoint.class, Probes.class, FoundMessages.class, ObjectMessages.class, DepartingObjects.class,
                FirstMessage.class, PieceSender.class, PieceReceiver.class, ArrivedBytes.class, ObjectCodec.class,
                BufferedSends.class);
    }
}
