package org.rmi4mpi.dispatch;

/** A call that a thread of the crew runs. Any thread may ask whether it has ended. Immutable. */
public final class RunningCall {
    private final CrewThread member;
    /** The thread's step. */
    private final long step;

    private RunningCall(CrewThread member, long step) {
        this.member = member;
        this.step = step;
    }

    /** The activity of a thread. */
    static RunningCall of(CrewThread member) {
        return new RunningCall(member, member.steps());
    }

    boolean isInMethod() {
        return CrewThread.isInMethod(step);
    }

    boolean isInProgress() {
        return member.steps() == step;
    }

    /** Describes the call, as long as it is in progress. */
    public String words() {
        return member.call();
    }

    public Thread thread() {
        return member;
    }

    /** The rank that has made the call. */
    public int caller() {
        return member.runner().caller();
    }

    /** The id of the call at that rank. */
    public long callId() {
        return member.runner().callId();
    }
}
