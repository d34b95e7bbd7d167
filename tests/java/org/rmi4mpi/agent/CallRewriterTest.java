package org.rmi4mpi.agent;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.junit.Test;

/** Which classes of a program have a call of {@code ProgramCalls.bindCallers} when they have been rewritten. */
public class CallRewriterTest {
    private static boolean binds(Class<?> type) throws IOException {
        try (InputStream file = type.getResourceAsStream("CallRewriterTest$" + type.getSimpleName() + ".class")) {
            byte[] bytes = file.readAllBytes();
            return ClassRewriter.mayConcern(text(bytes)) && text(ClassRewriter.rewrite(bytes)).contains("bindCallers");
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static class MakesVariable {
        final Object made = new ThreadLocal<String>();
    }

    static class MakesVariableWithValue {
        final Object made = ThreadLocal.withInitial(() -> "");
    }

    static class VariableOfItsOwn extends ThreadLocal<String> {}

    static class MakesLock {
        final Object made = new ReentrantLock();
    }

    static class MakesLockByReference {
        final Supplier<Object> maker = ReentrantLock::new;
    }

    static class LockOfItsOwn extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1L;
    }

    /** The lock may have been read from a stream. */
    static class TakesLock {
        void take(Lock lock) {
            lock.lock();
        }
    }

    static class TriesLock {
        boolean take(ReentrantReadWriteLock.WriteLock lock) {
            return lock.tryLock();
        }
    }

    static class TakesLockByReference {
        Runnable taker(ReentrantLock lock) {
            return lock::lock;
        }
    }

    static class AsksForThread {
        boolean isOwner(Thread owner) {
            return owner == Thread.currentThread();
        }
    }

    static class AsksForThreadByReference {
        final Supplier<Thread> asker = Thread::currentThread;
    }

    static class ThreadThatAsks extends Thread {
        static Object asks() {
            return currentThread();
        }
    }

    static class NeedsNoThread {
        private final Semaphore semaphore = new Semaphore(1);

        synchronized void run(Condition condition) throws InterruptedException {
            semaphore.acquire();
            condition.await();
            Thread.sleep(1);
        }
    }

    @Test
    public void whatTellsThreadsApartBindsCallers() throws IOException {
        for (Class<?> each : List.of(MakesVariable.class, MakesVariableWithValue.class, VariableOfItsOwn.class,
                MakesLock.class, MakesLockByReference.class, LockOfItsOwn.class, TakesLock.class, TriesLock.class,
                TakesLockByReference.class, AsksForThread.class, AsksForThreadByReference.class,
                ThreadThatAsks.class)) {
            assertThat(each.getSimpleName(), binds(each), is(true));
        }
    }

    @Test
    public void otherClassesDoNot() throws IOException {
        assertThat(binds(NeedsNoThread.class), is(false));
    }
}
