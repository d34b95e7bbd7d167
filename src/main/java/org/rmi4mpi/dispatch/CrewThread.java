package org.rmi4mpi.dispatch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;

/**
 * A thread of the crew. It leads, or rests by the bell until it is to lead, or waits among the spares until there are too few
 * that rest. What it has is its own, but for the steps, which others read.
 */
final class CrewThread extends Thread {
    /** So long a method may run before the lead is taken from its thread. */
    private static final long LONG_METHOD_NS = 50_000;
    /** Between two looks while everybody sleeps and is woken by the bell, should a ring be lost. */
    private static final long LONG_TICK_NS = 1_000_000_000;
    private static final long NAP_NS = 1_000_000;
    private static final long LONGEST_NAP_NS = 100_000_000;
    /** Between two times that a thread is asked for which could not be started. */
    private static final long THREADLESS_NS = 1_000_000_000;
    /** So long calls wait for a thread at most where none can be started. */
    private static final long REFUSED_AFTER_NS = 10_000_000_000L;
    private static final long SPARE_LIFE_NS = TimeUnit.SECONDS.toNanos(30);
    /** Polls of others, beside those of the leader, after which it leaves the polling to them. */
    private static final int OTHERS = 3;

    private final Crew crew;
    private final Inbox inbox;
    private final RankBell bell;
    private final Lead lead;
    private final CallRunner runner;
    private final String ownName;
    /** Odd while a method runs. */
    private final AtomicLong steps = new AtomicLong();
    private volatile boolean renamed;
    private final PipelinedCalls.Order order = new PipelinedCalls.Order(this);
    private final Rest rest = new Rest();
    /** Whether it waits among the spares, and the one behind it there; the crew's. */
    volatile boolean isSpare;
    CrewThread nextSpare;

    CrewThread(Crew crew, String name, CallRunner runner) {
        this.crew = crew;
        inbox = crew.inbox();
        bell = crew.bell();
        lead = crew.lead();
        this.runner = runner;
        ownName = name;
        setName(name);
        setDaemon(true);
    }

    /** The current thread waits in a method: it leads no more. */
    static void stepDown() {
        if (Thread.currentThread() instanceof CrewThread member) {
            member.giveUpLead();
        }
    }

    /** Whether a thread waits, and not for a lock that another one has. */
    static boolean isParked(Thread thread) {
        Thread.State state = thread.getState();
        if (state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING) {
            return false;
        }
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
        return info != null && info.getLockOwnerId() < 0;
    }

    /** How a thread is called while it waits for something. */
    static String named(Thread thread, Object awaited) {
        String name = thread instanceof CrewThread member ? member.ownName + " " + member.runner : thread.getName();
        return name + " (waits for " + awaited + ")";
    }

    PipelinedCalls.Order order() {
        return order;
    }

    /** A request has been given to it. */
    void begins(Frame request) {
        interrupted(); // it came after the method that it was meant for
        runner.begins(request);
        steps.setOpaque(steps.getPlain() + 1);
    }

    boolean isInMethod() {
        return (steps() & 1) != 0;
    }

    private long steps() {
        return steps.getOpaque();
    }

    private void giveUpLead() {
        if (lead.giveUp(this)) {
            crew.probe().handedOver();
        }
    }

    @Override
    public void run() {
        becomeReady();
        boolean goesOn = true;
        while (!crew.isStopped() && goesOn) {
            try {
                goesOn = goesOn();
            } catch (Throwable e) {
                recover(e);
            }
        }
        giveUpLead();
        crew.remove(this);
    }

    /** One that has no memory to answer with neither leads nor is counted: others do that meanwhile. */
    private void becomeReady() {
        long napNs = NAP_NS;
        try {
            while (!crew.isStopped() && !isReady()) {
                leaveToOthers();
                park(napNs);
                napNs = Math.min(2 * napNs, LONGEST_NAP_NS);
            }
        } finally {
            crew.hasStarted();
        }
    }

    private void leaveToOthers() {
        try {
            inbox.poll(); // what has left gives its memory back
            if (inbox.hasRequests()) {
                lead.call();
            }
        } catch (Throwable e) {
            recover(e); // others count on this thread
        }
    }

    private boolean isReady() {
        try {
            runner.makeReady();
            return true;
        } catch (OutOfMemoryError | LinkageError e) { // a class may find no memory, too
            crew.troubles().tell("its crew", e, "calls wait until there is memory");
            return false;
        }
    }

    private void recover(Throwable e) {
        try {
            crew.troubles().tell("its crew", e, "the thread goes on");
            LockSupport.parkNanos(NAP_NS); // what was wanting is perhaps there then
        } catch (Throwable another) {
            // there is not even memory for that
        }
    }

    private boolean goesOn() {
        if (lead.isHeldBy(this) || lead.take(null, this)) {
            lead();
        }
        return rest();
    }

    // ---- it leads

    /** Takes requests until there are none for a while, or other threads look for them. */
    private void lead() {
        lead.answered();
        if (!crew.hasDeputy()) {
            leadAlone();
        }
        IdleStrategy strategy = crew.strategy();
        boolean sharesCores = crew.cores().areShared();
        int idle = 0;
        int others = 0;
        long polls = inbox.polls();
        while (lead.isHeldBy(this) && !crew.isStopped()) {
            if (!isReady()) {
                inbox.poll(); // what has left gives its memory back
                park(NAP_NS);
                continue;
            }
            Frame request = inbox.nextRequest(this);
            if (request != null) {
                serve(request);
                idle = 0;
                others = 0;
                polls = inbox.polls();
                continue;
            }
            if (inbox.polls() != ++polls) {
                polls = inbox.polls();
                others++;
            }
            boolean leaves = others > OTHERS && !sharesCores; // there, waking up takes longer than polling
            boolean isIdle = idle >= strategy.looks();
            if (leaves || isIdle && !inbox.needsPolling()) {
                lead.giveUp(this);
            } else if (isIdle) {
                park(strategy.shortestNs());
            } else {
                idle = strategy.idle(idle) ? idle + 1 : strategy.looks();
            }
        }
    }

    /**
     * All others are in methods, and no thread can be started. This one would leave nobody to answer if it waited in a
     * method, too: calls wait until another one is there, and those that have waited for long are refused.
     */
    private void leadAlone() {
        long since = System.nanoTime();
        long asked = since;
        while (lead.isHeldBy(this) && !crew.isStopped()) {
            long now = System.nanoTime();
            if (crew.hasResting() || now - asked > THREADLESS_NS && crew.hasDeputy()) {
                return;
            }
            asked = now - asked > THREADLESS_NS ? now : asked;
            try {
                serveButCalls();
                if (now - since > REFUSED_AFTER_NS) {
                    refuseAll();
                    since = now;
                }
            } catch (OutOfMemoryError e) {
                crew.troubles().tell("its crew", e, "calls wait until there is memory");
            }
            park(NAP_NS);
        }
    }

    private void serveButCalls() {
        if (!isReady()) {
            inbox.poll(); // what has left gives its memory back
            return;
        }
        inbox.releaseHeld();
        runner.lookAround();
        for (Frame frame = inbox.nextButCalls(this); frame != null; frame = isReady() ? inbox.nextButCalls(this) : null) {
            serve(frame);
        }
    }

    private void refuseAll() {
        for (Frame call = isReady() ? inbox.nextToRefuse() : null; call != null;
                call = isReady() ? inbox.nextToRefuse() : null) {
            runner.refuse(call);
        }
    }

    private void serve(Frame request) {
        for (Frame next = request; next != null; ) {
            try {
                runner.run(next);
            } catch (Throwable e) {
                crew.troubles().tell("a frame", e, "no call is lost by it");
            }
            steps.setOpaque(steps.getPlain() + 1);
            takeOwnName();
            next = order.isRunning() ? nextDelayed() : null;
        }
    }

    private Frame nextDelayed() {
        while (true) {
            try {
                if (isReady()) {
                    return inbox.nextDelayed(this);
                }
                inbox.poll();
            } catch (OutOfMemoryError e) {
                crew.troubles().tell("a call that waits for another", e, "it is tried again");
            }
            park(NAP_NS);
        }
    }

    private void takeOwnName() {
        try {
            if (renamed) {
                setName(ownName);
                renamed = false;
            }
        } catch (OutOfMemoryError e) {
            // after the next call
        }
    }

    // ---- it rests

    /** Returns when this thread may lead; false where there are enough without it. */
    private boolean rest() {
        if (!crew.addResting()) {
            return waitAsSpare();
        }
        try {
            restByBell();
            return true;
        } finally {
            crew.removeResting();
        }
    }

    private boolean waitAsSpare() {
        if (lead.isFree() && inbox.hasRequests()) {
            return true;
        }
        crew.addSpare(this);
        long until = System.nanoTime() + SPARE_LIFE_NS;
        while (!crew.isStopped() && isSpare) {
            park(SPARE_LIFE_NS);
            if (System.nanoTime() - until >= 0 && crew.removeSpare(this)) {
                return false;
            }
        }
        return true;
    }

    /** Returns when this thread is to take the lead, or has it. */
    private void restByBell() {
        rest.begins();
        while (!crew.isStopped()) {
            int rings = bell.rings();
            crew.lookAround();
            runner.lookAround();
            CrewThread leads = lead.holder();
            if (leads == null ? rest.endsWithoutLeader() : rest.takesLeadFrom(leads)) {
                return;
            }
            crew.probe().slept();
            interrupted(); // see park
            bell.rest(rings, rest.stepNs);
            rest.rung = bell.rings() != rings;
            lead.answered();
        }
    }

    /** What a thread that rests has seen when it looked last, and how long it sleeps until it looks again. */
    private final class Rest {
        private CrewThread leader;
        private long leadersSteps;
        private long polls;
        private long deafStepNs;
        private long stepNs;
        private boolean rung;

        void begins() {
            leader = null;
            polls = inbox.polls();
            deafStepNs = crew.strategy().shortestNs();
            rung = false;
        }

        /** Nobody leads: somebody is to where there are requests, and who polls may have stopped. */
        boolean endsWithoutLeader() {
            if (rung || inbox.hasRequests()) {
                return true;
            }
            stepNs = RankBell.TICK_NS;
            if (inbox.polls() == polls) {
                if (!inbox.fallAsleep()) {
                    return true;
                }
                deafStepNs = crew.strategy().longer(deafStepNs);
                stepNs = inbox.needsPolling() || !bell.reachesAll() ? deafStepNs
                        : bell.isAsleep() ? LONG_TICK_NS : RankBell.TICK_NS;
            }
            polls = inbox.polls();
            return false;
        }

        /** The lead is taken from a thread that has been in one method for long, or waits there. */
        boolean takesLeadFrom(CrewThread leads) {
            stepNs = RankBell.TICK_NS;
            if (leads.isInMethod()) {
                long steps = leads.steps();
                boolean isLong = leads == leader && steps == leadersSteps;
                if ((isLong || rung && isParked(leads)) && lead.take(leads, CrewThread.this)) {
                    leads.tellCall(steps);
                    crew.probe().handedOver();
                    return true;
                }
                leader = leads;
                leadersSteps = steps;
                stepNs = rung ? LONG_METHOD_NS : RankBell.TICK_NS;
            }
            polls = inbox.polls();
            return false;
        }
    }

    /** Between methods an interrupt is nobody's, and a thread that stays interrupted cannot sleep. */
    private void park(long nanoseconds) {
        interrupted();
        LockSupport.parkNanos(this, nanoseconds);
    }

    /** Its name says which call it runs: for another thread, while the method of this step lasts. */
    private void tellCall(long step) {
        renamed = true;
        setName(ownName + " " + runner);
        if (steps() != step) {
            setName(ownName); // it may have looked before
        }
    }
}
