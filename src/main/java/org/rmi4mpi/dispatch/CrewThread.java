package org.rmi4mpi.dispatch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.dispatch.Counters.Count;
import org.rmi4mpi.dispatch.WaitPolicy.IdleStrategy;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Sleeper;

/**
 * A thread of the crew. It leads, or rests on the bell until it has to lead, or waits as a spare while enough other
 * threads rest. Its state is its own, except for the fields that are volatile, atomic or the crew's.
 */
public final class CrewThread extends Thread {
    static final long NAP_NS = 1_000_000;
    private static final long LONGEST_NAP_NS = 100_000_000;
    private static final long SPARE_LIFE_NS = TimeUnit.SECONDS.toNanos(30);
    /** Polls by other threads, between the leader's own, after which the leader leaves polling to them. */
    private static final int OTHERS = 3;

    private final Crew crew;
    private final Inbox inbox;
    private final Lead lead;
    private final CallRunner runner;
    private final CrewThreadName name;
    /** Odd while a method runs. */
    private final AtomicLong steps = new AtomicLong();
    /** Whether this thread may be about to end. */
    private volatile boolean isEnding;

    /** The current thread begins or ends to wait for a part of the request that it runs, or for memory for what it sends. */
    public static void countDataWait() {
        if (Thread.currentThread() instanceof CrewThread member) {
            member.order.countDataWait();
        }
    }

    /** Whether another thread has taken the lead from this one, because its method took long. */
    private volatile boolean leadWasTaken;
    /** How long this thread has waited for replies to calls that its methods made. */
    private long waitedNs;
    private final AtomicInteger unsent = new AtomicInteger();
    /** Whether this thread sleeps on the bell until a reply or mail comes. */
    private volatile boolean sleepsByBell;
    /** Whether this thread polls for the reply of a call that its method makes, so that it finds each request itself. */
    volatile boolean pollsInMethod;
    private final CallerBinding binding = new CallerBinding(this, this::isInMethod);
    /** Whether this thread takes requests as the leader, or may still take one, since it has not seen who took the lead. */
    private volatile boolean isLeading;
    /** Whether this thread has given up the lead because no requests came. */
    private boolean hasLedLast;
    private final PipelinedCalls.Order order = new PipelinedCalls.Order(this);
    private final RequestTaker taker = new RequestTaker(binding, order, this::begin);
    private final CrewRest rest;
    private final LoneLead loneLead;
    /** Whether this thread waits as a spare, and its link to the next spare. Guarded by the crew's monitor. */
    volatile boolean isSpare;
    CrewThread nextSpare;

    CrewThread(Crew crew, String name, CallRunner runner) {
        this.crew = crew;
        inbox = crew.inbox();
        lead = crew.lead();
        this.runner = runner;
        rest = new CrewRest(this, crew, runner);
        loneLead = new LoneLead(this, crew, runner);
        this.name = new CrewThreadName(this, name);
        setDaemon(true);
    }

    /** Gives up the lead if the current thread has it. Called before the thread waits in a method. */
    static void stepDown() {
        if (Thread.currentThread() instanceof CrewThread member) {
            member.giveUpLead();
        }
    }

    /** Gives up the lead for a method that is likely to wait. Returns false if the current thread is none of a crew. */
    public static boolean stepDownForMethod() {
        if (Thread.currentThread() instanceof CrewThread member) {
            member.giveUpLead();
            return true;
        }
        return false;
    }

    /**
     * The time of the current thread without its waits for replies, in nanoseconds since some moment. Its differences
     * tell how long a method takes by itself.
     */
    public static long ownTime() {
        long now = System.nanoTime();
        return Thread.currentThread() instanceof CrewThread member ? now - member.waitedNs : now;
    }

    /** Makes sure that the lead is taken from the current thread if its method takes long. */
    public static void watchMethod() {
        if (Thread.currentThread() instanceof CrewThread member && member.lead.isHeldBy(member)) {
            member.crew.ensureWatcher();
        }
    }

    /** The method of the current thread's call has ended. Its caller may make the next call when it has the reply. */
    public static void methodHasEnded() {
        if (Thread.currentThread() instanceof CrewThread member) {
            member.endMethod();
        }
    }

    void endMethod() {
        if (!binding.isBound() && binding.hasCaller() && inbox.bindsCallers()) {
            bindToItsCaller();
        }
        if (binding.isBound()) {
            binding.endMethod();
        }
    }

    private void bindToItsCaller() {
        try {
            inbox.bindToItsCaller(binding);
        } catch (OutOfMemoryError e) {
            // This call is answered nevertheless, and the next one of its caller runs on any thread.
        }
    }

    /** Notes that the current thread sleeps on the bell until a reply or mail comes, or does so no more. */
    static void setSleepsByBell(boolean sleeps) {
        if (Thread.currentThread() instanceof CrewThread member) {
            member.sleepsByBell = sleeps;
        }
    }

    /** The current thread; null if it is none of a crew. */
    static CrewThread current() {
        return Thread.currentThread() instanceof CrewThread member ? member : null;
    }

    /** Notes that this thread has waited for the reply of a call that its method has made. */
    void countWait(long nanoseconds) {
        waitedNs += nanoseconds;
    }

    /** The count of the current thread's requests that are in the {@link Backlog}; null if it is none of a crew. */
    static AtomicInteger unsentRequests() {
        return Thread.currentThread() instanceof CrewThread member ? member.unsent : null;
    }

    /** Whether requests of the current thread are in the {@link Backlog}, so that later ones have to follow them. */
    static boolean hasUnsentRequests() {
        return Thread.currentThread() instanceof CrewThread member && member.unsent.get() > 0;
    }

    /** Returns whether another thread has taken the lead from the current one since the last call of this method. */
    public static boolean clearLostLead() {
        return Thread.currentThread() instanceof CrewThread member && member.clearOwnLostLead();
    }

    private boolean clearOwnLostLead() {
        boolean lost = leadWasTaken;
        if (lost) {
            leadWasTaken = false;
        }
        return lost;
    }

    /** Whether a thread waits for a condition, and not for a lock that another thread holds. */
    static boolean isParked(Thread thread) {
        if (thread instanceof CrewThread member && member.sleepsByBell) {
            return true; // It is in a system call, so its state is RUNNABLE.
        }
        Thread.State state = thread.getState();
        if (state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING) {
            return false;
        }
        if (!(LockSupport.getBlocker(thread) instanceof AbstractOwnableSynchronizer)) {
            return true;
        }
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
        return info != null && info.getLockOwnerId() < 0;
    }

    CrewThreadName shownName() {
        return name;
    }

    /** The calling thread to which this thread is bound. */
    CallerBinding binding() {
        return binding;
    }

    boolean isLeading() {
        return isLeading;
    }

    /** This thread, as the request queue sees it. */
    RequestTaker taker() {
        return taker;
    }

    /** Records that a request has been assigned to this thread. */
    private void begin(Frame request) {
        interrupted(); // A late interrupt, meant for the previous method.
        binding.beginMethod(request);
        clearOwnLostLead(); // So is a lead that was taken while the last reply was sent.
        runner.beginCall(request);
        steps.setOpaque(steps.getPlain() + 1);
    }

    boolean isEnding() {
        return isEnding;
    }

    boolean isInMethod() {
        return isInMethod(steps());
    }

    static boolean isInMethod(long step) {
        return (step & 1) != 0;
    }

    /** Increases when a method begins and when it ends. Odd while a method runs. */
    long steps() {
        return steps.getOpaque();
    }

    private void giveUpLead() {
        if (lead.giveUp(this)) {
            crew.probe().count(Count.HAND_OVERS, 1);
            inbox.handOver();
        }
    }

    @Override
    public void run() {
        awaitMemory();
        boolean goesOn = true;
        while (!crew.isStopped() && goesOn) {
            try {
                goesOn = leadAndRest();
            } catch (Throwable e) {
                recover(e);
            }
        }
        giveUpLead();
        crew.remove(this);
    }

    /**
     * Waits until this thread has the memory to answer. Until then it neither leads nor counts as resting, and other
     * threads do so.
     */
    private void awaitMemory() {
        long napNs = NAP_NS;
        try {
            while (!crew.isStopped() && !tryMakeReady()) {
                leaveToOthers();
                park(napNs);
                napNs = Math.min(2 * napNs, LONGEST_NAP_NS);
            }
        } finally {
            crew.countStarted();
        }
    }

    private void leaveToOthers() {
        try {
            inbox.poll(); // Frames that have left return their memory.
            if (inbox.hasRequests()) {
                lead.request();
            }
        } catch (Throwable e) {
            recover(e); // Other threads count on this one.
        }
    }

    /** Returns false if there is no memory to run a request. */
    boolean tryMakeReady() {
        try {
            runner.makeReady();
            return true;
        } catch (OutOfMemoryError | LinkageError e) { // Linking a class also takes memory.
            crew.troubles().report("a crew thread", e, "calls wait until there is memory");
            return false;
        }
    }

    private void recover(Throwable e) {
        try {
            crew.troubles().report("a crew thread", e, "the thread continues");
            LockSupport.parkNanos(NAP_NS); // Memory may be available after the pause.
        } catch (Throwable another) {
            // There is no memory even for the report.
        }
    }

    private boolean leadAndRest() {
        boolean asksForLead = binding.takeAskForLead();
        if (lead.isHeldBy(this) || lead.take(this) || asksForLead && takeLeadForCaller()) {
            lead();
        }
        if (binding.handed() != null) {
            serveHanded();
            return true; // The lead may be free now.
        }
        return rest();
    }

    /** Takes the lead for the further calls of its caller, from a thread that runs no method. */
    private boolean takeLeadForCaller() {
        CrewThread leads = lead.holder();
        return leads != null && !leads.isInMethod() && lead.takeFrom(leads, this);
    }

    /** Runs the request that was handed to this thread, while another one leads. */
    private void serveHanded() {
        if (tryMakeReady()) {
            Frame request = inbox.nextHanded(taker);
            if (request != null) {
                serve(request);
            }
        } else {
            inbox.poll(); // Frames that have left return their memory.
            park(NAP_NS);
        }
    }

    // ---- leading

    private void lead() {
        lead.leaderWoke();
        isLeading = true;
        try {
            if (!crew.ensureDeputy()) {
                inbox.unbind(taker);
                loneLead.lead();
            }
            takeRequests();
        } finally {
            isLeading = false;
        }
    }

    /** Takes requests until none have come for a while, or until other threads poll. */
    private void takeRequests() {
        hasLedLast = false;
        IdleStrategy strategy = crew.strategy();
        boolean sharesCores = crew.cores().areShared();
        int idle = 0;
        int others = 0;
        long polls = inbox.polls();
        while (lead.isHeldBy(this) && !crew.isStopped()) {
            if (!tryMakeReady()) {
                inbox.poll(); // Frames that have left return their memory.
                park(NAP_NS);
                continue;
            }
            Frame request = inbox.nextRequest(taker);
            if (request != null) {
                taker.hasHandedLast = false;
                serve(request);
                idle = 0;
                others = 0;
                polls = inbox.polls();
                continue;
            }
            if (taker.leavesRequests) {
                leaveToUnbound();
                return;
            }
            if (taker.hasHandedOver) {
                taker.hasHandedOver = false;
                idle = 0;
                others = 0;
                polls = inbox.polls();
                continue;
            }
            if (inbox.polls() != ++polls) {
                polls = inbox.polls();
                others++;
            }
            boolean leaves = others > OTHERS && !sharesCores; // With shared cores, a wake-up costs more than polling.
            boolean isIdle = idle >= strategy.pollsBeforeSleep();
            if (leaves || isIdle && !inbox.needsPolling()) {
                isLeading = false; // From here on this thread goes to rest, however long it waits for the poll lock.
                hasLedLast = lead.giveUp(this); // Its rest begins with a poll.
            } else if (isIdle) {
                park(strategy.shortestNs());
            } else {
                idle = strategy.idle(idle) ? idle + 1 : strategy.pollsBeforeSleep();
            }
        }
    }

    /** This thread is bound, and leaves the queued requests to one that is not. */
    private void leaveToUnbound() {
        taker.leavesRequests = false;
        if (lead.isHeldBy(this)) {
            giveUpLead();
        } else {
            crew.bell().ringCrew();
        }
    }

    void serve(Frame request) {
        for (Frame next = request; next != null;) {
            try {
                runner.run(next);
            } catch (Throwable e) {
                crew.troubles().report("processing a frame", e, "no call is lost");
            }
            steps.setOpaque(steps.getPlain() + 1);
            name.restore();
            next = order.isRunning() ? nextDelayed() : null;
        }
    }

    private Frame nextDelayed() {
        while (true) {
            try {
                if (tryMakeReady()) {
                    return inbox.nextDelayed(taker);
                }
                inbox.poll();
            } catch (OutOfMemoryError e) {
                crew.troubles().report("taking a delayed call", e, "the thread retries");
            }
            park(NAP_NS);
        }
    }

    // ---- resting

    /** Returns true when this thread may lead, and false when the crew has enough threads without it. */
    private boolean rest() {
        if (binding.isBound()) {
            restBound();
            return true;
        }
        CrewThread leads = lead.holder();
        boolean isOtherNext = leads == null ? taker.hasHandedLast && crew.bell().reachesAll() : leads.binding.isBound();
        Sleeper sleeper = crew.addResting(!isOtherNext);
        if (sleeper == null) {
            return waitAsSpare();
        }
        try {
            rest.untilNeeded(sleeper);
            return true;
        } finally {
            crew.removeResting(sleeper);
        }
    }

    /** Rests while this thread is bound. If it has led last, it sleeps on the bell as the next leader. */
    private void restBound() {
        boolean hasLed = hasLedLast;
        hasLedLast = false;
        Sleeper sleeper = hasLed ? crew.tryBecomeNextLeader() : null;
        if (sleeper != null) {
            binding.setRestsOnBell(true);
            try {
                rest.untilNeeded(sleeper);
            } finally {
                binding.setRestsOnBell(false);
                crew.clearNextLeader();
            }
        } else {
            if (hasLed) {
                inbox.handOver();
            }
            waitForCaller();
        }
    }

    /** Returns when a request was handed to this thread, or when it is bound no more. */
    private void waitForCaller() {
        long until = System.nanoTime() + SPARE_LIFE_NS;
        binding.setParks(true);
        try {
            while (!crew.isStopped() && binding.isBound() && binding.handed() == null) {
                park(SPARE_LIFE_NS);
                if (System.nanoTime() - until >= 0 && binding.handed() == null) {
                    inbox.unbind(taker);
                }
            }
        } finally {
            binding.setParks(false);
        }
    }

    private boolean waitAsSpare() {
        crew.addSpare(this);
        if (!crew.hasResting() && crew.removeSpare(this)) {
            return true; // The leader may count on this thread to rest.
        }
        inbox.handOver();
        long until = System.nanoTime() + SPARE_LIFE_NS;
        while (!crew.isStopped() && isSpare) {
            park(SPARE_LIFE_NS);
            isEnding = System.nanoTime() - until >= 0;
            if (isEnding && crew.removeSpare(this)) {
                return false;
            }
            isEnding = false;
        }
        return true;
    }

    /** Records that another thread has taken the lead from this one in this step, since its method took long. */
    void loseLeadInStep(long step) {
        leadWasTaken = true;
        name.showCall(step);
    }

    /**
     * Sleeps. Clears an interrupt first: between methods an interrupt has no addressee, and an interrupted thread
     * cannot sleep.
     */
    void park(long nanoseconds) {
        interrupted();
        LockSupport.parkNanos(this, nanoseconds);
    }

    /** Shows the call that this thread runs if it is the same as at the last check. Called by a resting thread. */
    void showLongMethod() {
        name.showLongMethod();
    }

    CallRunner runner() {
        return runner;
    }

    /** Describes the call that this thread runs, in the words of its runner. */
    String call() {
        return runner.toString();
    }
}
