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
    String words() {
        return member.call();
    }
}
