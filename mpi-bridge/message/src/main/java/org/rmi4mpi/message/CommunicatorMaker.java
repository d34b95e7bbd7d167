package org.rmi4mpi.message;

import java.util.Arrays;
import java.util.function.LongToIntFunction;
import java.util.function.ToIntFunction;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.MpiCommunicators;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.MessageException;

/**
 * Makes communicators from others, and frees them. A new communicator is null at a rank that is not a member. Stateless.
 */
public final class CommunicatorMaker {
    private CommunicatorMaker() {}

    /** Makes a communicator of the handle that a call has returned. */
    @FunctionalInterface
    interface Maker {
        Communicator make(long handle);
    }

    /**
     * Makes a communicator by a blocking call that every rank of another communicator makes. The call has no
     * nonblocking form. So the ranks meet first, and then make the call without the entry lock.
     */
    static Communicator make(Communicator comm, String call, ToIntFunction<RequestSlot> create, Maker maker) {
        if (Strict.IS_ON) {
            CollectiveCheck.check(comm, CollectiveCall.here(), null);
        }
        try {
            return made(call, slot -> Meetings.together(comm.handle(), comm.isMixed(), () -> create.applyAsInt(slot)),
                    maker);
        } catch (MessageException e) {
            throw comm.raised(e);
        }
    }

    /** Makes a communicator of the handle that a call returns in the slot. */
    static Communicator made(String call, ToIntFunction<RequestSlot> create, Maker maker) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            Check.code(call, create.applyAsInt(slot));
            Communicator made = slot.handle() == 0 ? null : maker.make(slot.handle());
            if (Strict.IS_ON && made != null) {
                CollectiveCheck.watch(made);
            }
            return made;
        } finally {
            slot.release();
        }
    }

    private static Communicator plain(long handle) {
        return new Communicator(handle, false, null);
    }

    /** A communicator of the same ranks, attributes and topology. Its messages are separate. */
    public static Communicator dup(Communicator comm, String call) {
        comm.locate(call);
        return alike(comm, make(comm, call, slot -> MpiCommunicators.commDup(comm.handle(), slot),
                handle -> new Communicator(handle, comm.isInter(), comm.topology())));
    }

    /** Like {@link #dup}, with hints of its own. */
    public static Communicator dup(Communicator comm, String call, Hints hints) {
        comm.locate(call);
        Communicator copy = alike(comm, make(comm, call,
                slot -> Hints.use(call, hints, info -> MpiCommunicators.commDupWithInfo(comm.handle(), info, slot)),
                handle -> new Communicator(handle, comm.isInter(), comm.topology())));
        copy.setHints(hints);
        return copy;
    }

    /** Starts a {@link #dup}. The returned communicator can be used when the operation is complete. */
    public static Communicator startDup(Operation operation, Communicator comm, String call) {
        comm.locate(call);
        return startDup(operation, comm, call, alike(comm, new Communicator(0, comm.isInter(), comm.topology())));
    }

    /** Like {@link #startDup}, for messages of the library's own: without attributes, error handler and topology. */
    public static Communicator startOwnDup(Operation operation, Communicator comm, String call) {
        return startDup(operation, comm, call, new Communicator(0, comm.isInter(), null));
    }

    private static Communicator startDup(Operation operation, Communicator comm, String call, Communicator copy) {
        NativeBuffer handle = NativeBuffer.acquire(Long.BYTES);
        RequestSlot slot = operation.begin(new InFlight(comm, call, copy,
                outcome -> copy.setHandle(MpiCommunicators.duplicated(handle.address())), handle));
        int code = MpiCommunicators.commIdup(comm.handle(), handle.address(), slot);
        Job.stirAll(comm.peersInWorld());
        operation.started(code);
        return copy;
    }

    /** Splits the ranks by a property, such as the node, and orders them by their keys. */
    public static Communicator splitType(Communicator comm, String call, int type, int key, Hints hints) {
        comm.locate(call);
        int typeInMpi = Constants.colourInMpi(type);
        return make(comm, call,
                slot -> Hints.use(call, hints,
                        info -> MpiCommunicators.commSplitType(comm.handle(), typeInMpi, key, info, slot)),
                CommunicatorMaker::plain);
    }

    /** Sets hints; every rank must call it. */
    public static void setHints(Communicator comm, String call, Hints hints) {
        comm.locate(call);
        Check.code(call, Meetings.together(comm.handle(), comm.isMixed(),
                () -> Hints.use(call, hints == null ? new Hints() : hints,
                        info -> MpiCommunicators.commSetInfo(comm.handle(), info))));
        comm.setHints(hints);
    }

    /** A copy of the hints that were given. */
    public static Hints hints(Communicator comm, String call) {
        comm.locate(call);
        return comm.hints().copy();
    }

    /** Like {@link #free}, when all messages have ended. */
    public static void disconnect(Communicator comm, String call) {
        free(comm, call, MpiCommunicators::commDisconnect);
    }

    /** Copies attributes and error handler to a duplicate. */
    static Communicator alike(Communicator comm, Communicator copy) {
        copy.attributes().copyFrom(comm.attributes());
        copy.setFatal(comm.isFatal());
        return copy;
    }

    /** Splits the ranks by colours, and orders them by their keys. */
    public static Communicator split(Communicator comm, String call, int colour, int key) {
        comm.locate(call);
        Check.argument(call, colour >= 0 || colour == Constants.UNDEFINED, "colour", colour,
                "0 or more, or MPI.UNDEFINED");
        return split(comm, call, colour, key, CommunicatorMaker::plain);
    }

    static Communicator split(Communicator comm, String call, int colour, int key, Maker maker) {
        return make(comm, call,
                slot -> MpiCommunicators.commSplit(comm.handle(), Constants.colourInMpi(colour), key, slot), maker);
    }

    /**
     * A communicator of the ranks of a group. Only these must call it; where the communicator has ranks of other
     * languages, all ranks must.
     */
    public static Communicator create(Communicator comm, String call, RankGroup group) {
        checkGroup(comm, call, group);
        if (!comm.isMixed()) {
            return createAmong(comm, call, group, Arrays.hashCode(group.worldRanks()) & Short.MAX_VALUE);
        }
        NativeBuffer ranks = NativeBuffer.of(group.worldRanks());
        try {
            return make(comm, call,
                    slot -> MpiCommunicators.commCreate(comm.handle(), ranks.address(), group.size(), slot),
                    CommunicatorMaker::plain);
        } finally {
            ranks.release();
        }
    }

    /**
     * A communicator of the ranks of a group; only these call it. The tag distinguishes communicators that several
     * threads make at once.
     */
    public static Communicator createGroup(Communicator comm, String call, RankGroup group, int tag) {
        checkGroup(comm, call, group);
        Check.tag(call, tag);
        return createAmong(comm, call, group, tag);
    }

    private static void checkGroup(Communicator comm, String call, RankGroup group) {
        comm.locate(call);
        Check.argument(call, group != null, "group", "null", "a group");
        Check.argument(call, group.difference(RankGroup.of(comm, call, false)).size() == 0, "group",
                "one with other ranks", "a group of this communicator's ranks");
    }

    private static Communicator createAmong(Communicator comm, String call, RankGroup group, int tag) {
        if (group.rank(call) == Constants.UNDEFINED) {
            return null;
        }
        NativeBuffer ranks = NativeBuffer.of(group.worldRanks());
        try {
            return made(call, slot -> Meetings.together(group.worldRanks(),
                    () -> MpiCommunicators.commCreateGroup(comm.handle(), ranks.address(), group.size(), tag, slot)),
                    CommunicatorMaker::plain);
        } finally {
            ranks.release();
        }
    }

    /** Joins two groups whose leaders are in a communicator. */
    public static Communicator join(
            Communicator comm, String call, Communicator local, int localLeader, int remoteLeader, int tag) {
        comm.locate(call);
        Check.argument(call, local != null, "local_comm", "null", "a communicator");
        local.locate(call);
        Check.rank(call, "local_leader", localLeader, local.size());
        Check.tag(call, tag);
        if (local.rank() == localLeader) {
            Check.rank(call, "remote_leader", remoteLeader, comm.peers());
        }
        return make(local, call,
                slot -> MpiCommunicators.intercommCreate(local.handle(), localLeader, comm.handle(), remoteLeader, tag,
                        slot),
                handle -> new Communicator(handle, true, null));
    }

    /** Merges two groups into one communicator. */
    public static Communicator merge(Communicator comm, String call, boolean high) {
        comm.locate(call);
        return make(comm, call, slot -> MpiCommunicators.intercommMerge(comm.handle(), high, slot),
                CommunicatorMaker::plain);
    }

    private static void checkFree(Communicator comm, String call) {
        Check.running(call);
        Check.freedOnce(call, !comm.isFreed(), "communicator", comm.name());
        comm.locate(call);
        Check.argument(call, comm != Communicator.WORLD && comm != Communicator.SELF, "communicator",
                "MPI.COMM_WORLD or MPI.COMM_SELF", "one that the program has made");
    }

    public static void free(Communicator comm, String call) {
        free(comm, call, MpiCommunicators::commFree);
    }

    /** The other ranks may let this wait for long, and another thread may free it meanwhile. */
    private static void free(Communicator comm, String call, LongToIntFunction byMpi) {
        checkFree(comm, call);
        Check.freedOnce(call, comm.beginFree(), "communicator", comm.name());
        try {
            checkFree(comm, call);
            if (Strict.IS_ON) {
                CollectiveCheck.checkFree(comm);
            }
            comm.freeCompanion(call);
            Check.code(call,
                    Meetings.together(comm.handle(), comm.isMixed(), () -> byMpi.applyAsInt(comm.handle())));
            comm.markFreed();
            comm.endCompanion();
        } finally {
            comm.endFree();
        }
    }

    /**
     * Frees a communicator of the library's own. The ranks do not meet for it: they have met for the call before, or some
     * of them may not come, since that call has failed.
     */
    public static void drop(Communicator comm, String call) {
        if (Strict.IS_ON) {
            CollectiveCheck.drop(comm);
        }
        Check.code(call, MpiCommunicators.commFree(comm.handle()));
        comm.markFreed();
    }

    /** IDENT, CONGRUENT, SIMILAR or UNEQUAL; MPI 1.1, 5.4.1. */
    public static int compare(String call, Communicator comm1, Communicator comm2) {
        Check.argument(call, comm1 != null, "comm1", "null", "a communicator");
        comm1.locate(call);
        Check.argument(call, comm2 != null, "comm2", "null", "a communicator");
        comm2.locate(call);
        if (comm1.handle() == comm2.handle()) {
            return Constants.IDENT;
        } else if (comm1.isInter() != comm2.isInter()) {
            return Constants.UNEQUAL;
        }
        int local = RankGroup.of(comm1, call, false).compare(call, RankGroup.of(comm2, call, false));
        int remote = RankGroup.of(comm1, call, true).compare(call, RankGroup.of(comm2, call, true));
        if (local == Constants.UNEQUAL || remote == Constants.UNEQUAL) {
            return Constants.UNEQUAL;
        }
        return local == Constants.IDENT && remote == Constants.IDENT ? Constants.CONGRUENT : Constants.SIMILAR;
    }
}
