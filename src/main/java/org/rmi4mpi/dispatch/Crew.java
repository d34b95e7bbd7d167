package org.rmi4mpi.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.rmi4mpi.transport.Bell;
import org.rmi4mpi.transport.Frame;

/**
 * The threads that run user methods, with no user frames beneath. One of them at most leads: it takes requests in turn,
 * and runs each at once. Two rest by the bell. Where the leader has been in one method for a while, one of these takes
 * the lead from it; where it waits for something in the method, it has given the lead up itself. So any number may be in
 * methods, and nobody is woken for a method that is short.
 */
final class Crew {
    /** So long a method may run before the lead is taken from its thread. */
    private static final long LONG_METHOD_NS = 50_000;
    /** Between two looks of a thread that rests, while others poll. */
    private static final long TICK_NS = 2_000_000;
    /** The same while everybody sleeps and is woken by the bell, should a ring be lost. */
    private static final long LONG_TICK_NS = 1_000_000_000;
    private static final long SHORT_SLEEP_NS = 20_000;
    /** Of a rank that not all others can ring for: so late may the first call after a while be. */
    private static final long LONGEST_DEAF_SLEEP_NS = 100_000_000;
    private static final long NAP_NS = 1_000_000;
    private static final long LONGEST_NAP_NS = 100_000_000;
    private static final int RESTING = 2;
    /** Between two times that a thread is asked for which could not be started. */
    private static final long THREADLESS_NS = 1_000_000_000;
    /** So long calls wait for a thread at most where none can be started. */
    private static final long REFUSED_AFTER_NS = 10_000_000_000L;
    private static final long SPARE_LIFE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long JOIN_MS = 200;
    /** Polls that find nothing before a leader gives its core away between them. */
    private static final int SPINS = 20;
    /** Polls of others, beside those of the leader, after which it leaves the polling to them. */
    private static final int OTHERS = 3;
    /** Polls that find nothing before a leader rests, and the same where ranks share cores. */
    private static final int IDLE_POLLS = 100;
    private static final int IDLE_SHARED_POLLS = 10;

    private static final VarHandle LEADER;
    private static final VarHandle STEPS;

    static {
        try {
            LEADER = MethodHandles.lookup().findVarHandle(Crew.class, "leader", Member.class);
            STEPS = MethodHandles.lookup().findVarHandle(Member.class, "steps", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Dispatcher dispatcher;
    private final Bell bell;
    private final Cores cores;
    private final int rank;
    private final Supplier<CallRunner> runners;
    private final int idlePolls;
    private final int spins;
    private final long longestSleepNs;
    /** Null where nobody has asked for them. */
    private final Statistics statistics;

    private volatile Member leader;
    /** Whether one that rests has been rung for, to take requests, and has not come yet. */
    private volatile boolean called;
    /** How often the bell had been stirred when that was looked at last. */
    private volatile int stirs;
    /** Threads that rest and look soon. */
    private final AtomicInteger tickers = new AtomicInteger();
    private final AtomicInteger resting = new AtomicInteger();
    /** Threads that have been started, and are not ready to answer yet. */
    private final AtomicInteger starting = new AtomicInteger();
    private final AtomicInteger lastNumber = new AtomicInteger();
    /** The last one that has no work first. Linked to each other; under the crew's monitor. */
    private Member spares;
    private final Set<Member> members = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    Crew(Dispatcher dispatcher, Bell bell, Cores cores, int rank, Supplier<CallRunner> runners, int patience,
            long longestSleepNs, Statistics statistics) {
        this.dispatcher = dispatcher;
        this.bell = bell;
        this.cores = cores;
        this.rank = rank;
        this.runners = runners;
        idlePolls = Math.min(patience, cores.areShared() ? IDLE_SHARED_POLLS : IDLE_POLLS);
        spins = cores.spins(SPINS);
        this.longestSleepNs = Math.min(longestSleepNs, LONGEST_DEAF_SLEEP_NS);
        this.statistics = statistics;
    }

    /** @throws IllegalStateException where no thread can be started */
    void start() {
        boolean started = add();
        if (!add() && !started) {
            throw new IllegalStateException("rank " + rank + " can start no thread to answer calls: raise its limit of"
                    + " threads (ulimit -u, or the container's pids), or give it more memory");
        }
    }

    /** Returns false where there is no memory for one more thread: the next look tries again. */
    private boolean add() {
        Member member = null;
        starting.incrementAndGet();
        try {
            member = new Member(lastNumber.incrementAndGet());
            members.add(member);
            if (statistics != null) {
                statistics.threads(members.size());
            }
            member.start();
            return true;
        } catch (OutOfMemoryError e) {
            starting.decrementAndGet();
            if (member != null) {
                members.remove(member);
            }
            return false;
        }
    }

    /** Whether a thread that rests looks soon whether others still poll. */
    boolean looksAfterOthers() {
        return tickers.get() > 0;
    }

    boolean hasLeader() {
        return leader != null;
    }

    /**
     * Requests are there: somebody is to lead who takes them.
     *
     * @param again whether also where there is a leader, or one on its way
     */
    void call(boolean again) {
        Member leads = leader;
        if (again || !called && (leads == null || leads.isInMethod())) {
            called = true;
            bell.ringClean();
        }
    }

    /** A thread that waits in a method leads no more. */
    static void stepDown() {
        if (Thread.currentThread() instanceof Member member) {
            member.stepDown();
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

    /** What this thread is called while it waits for something. */
    static String named(Thread thread, Object awaited) {
        String name = thread instanceof Member member ? member.ownName + " " + member.runner : thread.getName();
        return name + " (waits for " + awaited + ")";
    }

    /** How many methods are being run. */
    int running() {
        int running = 0;
        for (Member member : members) {
            running += member.isInMethod() ? 1 : 0;
        }
        return running;
    }

    int size() {
        return members.size();
    }

    void stop() {
        stopped = true;
        for (Member member : members) {
            bell.ringClean();
            LockSupport.unpark(member);
        }
        for (Member member : members) {
            try {
                if (!member.isInMethod() && member != Thread.currentThread()) {
                    member.join(JOIN_MS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** One of the threads. What it has is its own, but for the steps, which others read. */
    final class Member extends Thread {
        private final CallRunner runner = runners.get();
        private final String ownName;
        /** Odd while a method runs. */
        private long steps;
        private volatile boolean renamed;
        /** Whether it waits among the spares, and the one behind it there; under the crew's monitor. */
        private volatile boolean isSpare;
        private Member nextSpare;
        private final PipelinedCalls.Order order = new PipelinedCalls.Order(this);

        private Member(int number) {
            ownName = "rmi4mpi-dispatcher-" + rank + "." + number;
            setName(ownName);
            setDaemon(true);
        }

        PipelinedCalls.Order order() {
            return order;
        }

        /** A request has been given to it. */
        void begins(Frame request) {
            interrupted(); // it came after the method that it was meant for
            runner.begins(request);
            STEPS.setOpaque(this, steps + 1);
        }

        private boolean isInMethod() {
            return (steps() & 1) != 0;
        }

        private long steps() {
            return (long) STEPS.getOpaque(this);
        }

        private void stepDown() {
            if (leader == this && LEADER.compareAndSet(Crew.this, this, null)) { // nobody has taken it since
                if (statistics != null) {
                    statistics.handedOver();
                }
            }
        }

        @Override
        public void run() {
            becomeReady();
            boolean goesOn = true;
            while (!stopped && goesOn) {
                try {
                    goesOn = goesOn();
                } catch (Throwable e) {
                    recover(e);
                }
            }
            stepDown();
            members.remove(this);
        }

        /** One that has no memory to answer with neither leads nor is counted: others do that meanwhile. */
        private void becomeReady() {
            long napNs = NAP_NS;
            try {
                while (!stopped && !isReady()) {
                    leaveToOthers();
                    park(napNs);
                    napNs = Math.min(2 * napNs, LONGEST_NAP_NS);
                }
            } finally {
                starting.decrementAndGet();
            }
        }

        private void leaveToOthers() {
            try {
                dispatcher.poll(null); // what has left gives its memory back
                if (dispatcher.hasRequests()) {
                    call(false);
                }
            } catch (Throwable e) {
                recover(e); // others count on this thread
            }
        }

        private boolean goesOn() {
            if (leader == this || LEADER.compareAndSet(Crew.this, null, this)) {
                lead();
            }
            return rest();
        }

        private void recover(Throwable e) {
            try {
                dispatcher.trouble("its crew", e, "the thread goes on");
                LockSupport.parkNanos(NAP_NS); // what was wanting is perhaps there then
            } catch (Throwable another) {
                // there is not even memory for that
            }
        }

        /** Takes requests until there are none for a while, or other threads look for them. */
        private void lead() {
            called = false;
            if (!hasDeputy()) {
                leadAlone();
            }
            int idle = 0;
            int others = 0;
            long polls = dispatcher.polls();
            while (leader == this && !stopped) {
                if (!isReady()) {
                    dispatcher.poll(null); // what has left gives its memory back
                    park(NAP_NS);
                    continue;
                }
                Frame request = dispatcher.nextRequest(this);
                if (request != null) {
                    serve(request);
                    idle = 0;
                    others = 0;
                    polls = dispatcher.polls();
                    continue;
                }
                if (dispatcher.polls() != ++polls) {
                    polls = dispatcher.polls();
                    others++;
                }
                boolean isIdle = ++idle > idlePolls;
                boolean leaves = others > OTHERS && !cores.areShared(); // there, waking up takes longer than polling
                if (leaves || isIdle && !dispatcher.needsPolling()) {
                    LEADER.compareAndSet(Crew.this, this, null);
                } else if (isIdle) {
                    park(SHORT_SLEEP_NS);
                } else if (idle <= spins) {
                    Thread.onSpinWait();
                } else if (cores.areWanted(idle - spins - 1)) {
                    idle = idlePolls;
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
            while (leader == this && !stopped) {
                long now = System.nanoTime();
                if (resting.get() > 0 || now - asked > THREADLESS_NS && hasDeputy()) {
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
                    dispatcher.trouble("its crew", e, "calls wait until there is memory");
                }
                park(NAP_NS);
            }
        }

        private void serveButCalls() {
            if (!isReady()) {
                dispatcher.poll(null); // what has left gives its memory back
                return;
            }
            dispatcher.releaseHeld();
            runner.lookAround();
            for (Frame frame = dispatcher.nextButCalls(this); frame != null;
                    frame = isReady() ? dispatcher.nextButCalls(this) : null) {
                serve(frame);
            }
        }

        private void refuseAll() {
            for (Frame call = isReady() ? dispatcher.nextToRefuse() : null; call != null;
                    call = isReady() ? dispatcher.nextToRefuse() : null) {
                runner.refuse(call);
            }
        }

        private boolean isReady() {
            try {
                runner.makeReady();
                return true;
            } catch (OutOfMemoryError | LinkageError e) { // a class may find no memory, too
                dispatcher.trouble("its crew", e, "calls wait until there is memory");
                return false;
            }
        }

        private void serve(Frame request) {
            for (Frame next = request; next != null; ) {
                try {
                    runner.run(next);
                } catch (Throwable e) {
                    dispatcher.trouble("a frame", e, "no call is lost by it");
                }
                STEPS.setOpaque(this, steps + 1);
                takeOwnName();
                next = order.isRunning() ? nextDelayed() : null;
            }
        }

        private Frame nextDelayed() {
            while (true) {
                try {
                    if (isReady()) {
                        return dispatcher.nextDelayed(this);
                    }
                    dispatcher.poll(null);
                } catch (OutOfMemoryError e) {
                    dispatcher.trouble("a call that waits for another", e, "it is tried again");
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

        /** Returns when this thread may lead; false where there are enough without it. */
        private boolean rest() {
            if (!takesRest()) {
                return waitAsSpare();
            }
            try {
                restByBell();
                return true;
            } finally {
                resting.decrementAndGet();
            }
        }

        /** Whoever is counted does rest: a leader that finds nobody counted calls for someone. */
        private boolean takesRest() {
            for (int others = resting.get(); others < RESTING; others = resting.get()) {
                if (resting.compareAndSet(others, others + 1)) {
                    return true;
                }
            }
            return false;
        }

        private boolean waitAsSpare() {
            if (leader == null && dispatcher.hasRequests()) {
                return true;
            }
            addSpare(this);
            long until = System.nanoTime() + SPARE_LIFE_NS;
            while (!stopped && isSpare) {
                park(SPARE_LIFE_NS);
                if (System.nanoTime() - until >= 0 && removeSpare(this)) {
                    return false;
                }
            }
            return true;
        }

        private void restByBell() {
            Member seen = null;
            long seenSteps = 0;
            long seenPolls = dispatcher.polls();
            long sleepNs = SHORT_SLEEP_NS;
            boolean rung = false;
            while (!stopped) {
                int rings = bell.rings();
                if (bell.stirs() != stirs) {
                    stirs = bell.stirs();
                    dispatcher.stir();
                }
                dispatcher.releaseHeld();
                runner.lookAround();
                dispatcher.reserve().refill();
                Member leads = leader;
                long step = TICK_NS;
                if (leads == null) {
                    if (rung || dispatcher.hasRequests()) {
                        return;
                    } else if (dispatcher.polls() == seenPolls) {
                        if (!dispatcher.fallAsleep()) {
                            return;
                        }
                        sleepNs = Math.min(longestSleepNs, sleepNs + sleepNs / 16);
                        step = dispatcher.needsPolling() || !bell.reachesAll() ? sleepNs
                                : dispatcher.isAsleep() ? LONG_TICK_NS : TICK_NS;
                    }
                } else if (leads.isInMethod()) {
                    long steps = leads.steps();
                    boolean same = leads == seen && steps == seenSteps;
                    if ((same || rung && isParked(leads)) && LEADER.compareAndSet(Crew.this, leads, this)) {
                        leads.tellCall(steps);
                        if (statistics != null) {
                            statistics.handedOver();
                        }
                        return;
                    }
                    seen = leads;
                    seenSteps = steps;
                    step = rung ? LONG_METHOD_NS : TICK_NS;
                }
                seenPolls = dispatcher.polls();
                int ticker = step <= TICK_NS ? 1 : 0;
                tickers.addAndGet(ticker);
                if (statistics != null) {
                    statistics.slept();
                }
                interrupted(); // see park
                bell.sleep(rings, true, step);
                tickers.addAndGet(-ticker);
                rung = bell.rings() != rings;
                called = false;
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

    private synchronized void addSpare(Member spare) {
        spare.nextSpare = spares;
        spares = spare;
        spare.isSpare = true;
    }

    private synchronized boolean removeSpare(Member spare) {
        if (!spare.isSpare) {
            return false;
        } else if (spares == spare) {
            spares = spare.nextSpare;
        } else {
            Member before = spares;
            while (before.nextSpare != spare) {
                before = before.nextSpare;
            }
            before.nextSpare = spare.nextSpare;
        }
        spare.isSpare = false;
        return true;
    }

    /** Null where there is none. */
    private synchronized Member takeSpare() {
        Member taken = spares;
        if (taken != null) {
            removeSpare(taken);
        }
        return taken;
    }

    /** Whether a thread of the crew takes the lead where the leader waits in a method: one that rests, or is about to. */
    private boolean hasDeputy() {
        return resting.get() > 0 || wakesSpare() || starting.get() > 0 || add();
    }

    private boolean wakesSpare() {
        Member spare = takeSpare();
        LockSupport.unpark(spare);
        return spare != null;
    }
}
