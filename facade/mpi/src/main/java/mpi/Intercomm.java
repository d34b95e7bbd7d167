package mpi;

import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.CommunicatorMaker;
import org.rmi4mpi.message.Processes;
import org.rmi4mpi.message.RankGroup;

/** A communicator whose messages go to the ranks of another group. Source: mpiJava 1.2, after MPI 1.1, 5.6. */
public class Intercomm extends Comm {
    Intercomm(Communicator engine) {
        super(engine);
    }

    @Override
    public Intercomm clone() {
        return (Intercomm) super.clone();
    }

    /**
     * Number of ranks in the other group.
     *
     * @return 1 or more
     */
    public int Remote_size() {
        engine.locate("Remote_size");
        return engine.peers();
    }

    /**
     * The other group.
     *
     * @return a new group
     */
    public Group Remote_group() {
        return new Group(RankGroup.of(engine, "Remote_group", true));
    }

    /**
     * A communicator of the group that has spawned this process, and the group of the processes that were spawned with
     * it.
     *
     * @return a communicator of both groups; its {@link #isNull} is true where this process was not spawned
     */
    public static Intercomm getParent() {
        return new Intercomm(Processes.parent("getParent"));
    }

    /**
     * Like {@link #Remote_group}.
     *
     * @return a new group
     */
    public Group Remote_Group() {
        return new Group(RankGroup.of(engine, "Remote_Group", true));
    }

    /**
     * Merges both groups into one communicator. The ranks of the group with high = true come second. Every rank of both
     * groups must call it.
     *
     * @param high whether the caller's group comes second; the same at all ranks of a group
     * @return the new communicator
     */
    public Intracomm Merge(boolean high) {
        return (Intracomm) of(CommunicatorMaker.merge(engine, "Merge", high));
    }

    @Override
    public Intercomm dup() {
        return (Intercomm) super.dup();
    }

    @Override
    public Intercomm iDup() {
        return (Intercomm) super.iDup();
    }

    @Override
    public Intercomm dupWithInfo(Info info) {
        return (Intercomm) super.dupWithInfo(info);
    }

    /**
     * Like {@link #Remote_size}.
     *
     * @return 1 or more
     */
    public final int getRemoteSize() {
        engine.locate("getRemoteSize");
        return engine.peers();
    }

    /**
     * Like {@link #Remote_group}.
     *
     * @return a new group
     */
    public final Group getRemoteGroup() {
        return new Group(RankGroup.of(engine, "getRemoteGroup", true));
    }

    /**
     * Like {@link #Merge}.
     *
     * @param high whether the caller's group comes second; the same at all ranks of a group
     * @return the new communicator
     */
    public final Intracomm merge(boolean high) {
        return (Intracomm) of(CommunicatorMaker.merge(engine, "merge", high));
    }
}
