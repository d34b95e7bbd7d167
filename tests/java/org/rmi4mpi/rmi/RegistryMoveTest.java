package org.rmi4mpi.rmi;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

/** Rank 0 kept the registry, and is lost. The names move to rank 1. The ranks are in one JVM. */
public class RegistryMoveTest {
    private static final String NAME = "name";
    private static final int RANKS = 3;
    private static final int DEADLINE_S = 60;
    private static final long PATIENCE_MS = 100;

    private static final class Bound implements Remote {}

    private final Remote object = new Bound();
    private final Remote another = new Bound();
    private final Map<Integer, JobRegistry> registries = new HashMap<>();
    private final List<OwnNames> names = new ArrayList<>();
    private volatile int lowest;

    private void start(long patienceMs) {
        for (int rank = 0; rank < RANKS; rank++) {
            names.add(new OwnNames(rank, registries::get, () -> lowest, 1));
            registries.put(rank, new JobRegistryTable(rank, RANKS, names.get(rank), patienceMs));
        }
    }

    private JobRegistry.Change bind(int binder, Remote bound) throws Exception {
        OwnNames.Pending begun = names.get(binder).begin(JobRegistry.JOB, NAME, bound);
        JobRegistry.Change change =
                registries.get(lowest).bindToSurvive(JobRegistry.JOB, NAME, bound, binder, true);
        names.get(binder).settle(begun, change.version());
        return change;
    }

    /** Returns when all ranks have moved their names, and rank 0 counts as one that has. */
    private void loseRankZero() throws Exception {
        lowest = 1;
        names.get(1).startMove();
        names.get(2).startMove();
        registries.get(1).haveMoved(0);
    }

    private Remote lookUp() throws Exception {
        return registries.get(1).lookup(JobRegistry.JOB, NAME);
    }

    private boolean isBound() throws Exception {
        return registries.get(1).list(JobRegistry.JOB).length > 0;
    }

    private void forget(JobRegistry.Change change) throws Exception {
        registries.get(change.before()).forget(change.rank(), NAME, change.version());
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void aNameIsFoundAfterTheMove() throws Exception {
        start(TimeUnit.SECONDS.toMillis(DEADLINE_S));
        bind(2, object);
        loseRankZero();
        assertThat(lookUp() == object, is(true));
        assertThat(registries.get(1).wasBound(JobRegistry.JOB, NAME), is(true));
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void aNameThatAnotherRankHasUnboundStaysAway() throws Exception {
        start(TimeUnit.SECONDS.toMillis(DEADLINE_S));
        bind(2, object);
        forget(registries.get(0).unbindToSurvive(JobRegistry.JOB, NAME));
        loseRankZero();
        assertThat(isBound(), is(false));
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void aNameGoesThatIsUnboundWhileItMoves() throws Exception {
        start(TimeUnit.SECONDS.toMillis(DEADLINE_S));
        bind(2, object);
        JobRegistry.Change change = registries.get(0).unbindToSurvive(JobRegistry.JOB, NAME);
        loseRankZero();
        assertThat(lookUp() == object, is(true));
        forget(change);
        assertThat(isBound(), is(false));
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void theLastOfTwoBindersWins() throws Exception {
        start(TimeUnit.SECONDS.toMillis(DEADLINE_S));
        bind(1, object);
        bind(2, another); // and rank 1 is not told
        loseRankZero();
        assertThat(lookUp() == another, is(true));
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void aBindingMovesAfterTheNewsOfIt() throws Exception {
        start(TimeUnit.SECONDS.toMillis(DEADLINE_S));
        bind(1, object);
        JobRegistry.Change change = bind(2, another);
        lowest = 1;
        forget(change);
        loseRankZero();
        assertThat(lookUp() == another, is(true));
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void aLateMoveYieldsToABindingAtTheNewHome() throws Exception {
        start(PATIENCE_MS);
        JobRegistry.Change old = bind(2, object);
        lowest = 1;
        bind(1, another);
        registries.get(1).move(JobRegistry.JOB, NAME, object, 2, old.version());
        assertThat(lookUp() == another, is(true));
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void aNameFollowsThatIsBoundWhileTheRegistryMoves() throws Exception {
        start(TimeUnit.SECONDS.toMillis(DEADLINE_S));
        OwnNames.Pending begun = names.get(2).begin(JobRegistry.JOB, NAME, object);
        JobRegistry.Change change = registries.get(0).bindToSurvive(JobRegistry.JOB, NAME, object, 2, false);
        loseRankZero();
        assertThat(isBound(), is(false));
        names.get(2).settle(begun, change.version());
        assertThat(lookUp() == object, is(true));
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void aBindingThatWasForgottenBeforeItsReplyIsNotKept() throws Exception {
        start(TimeUnit.SECONDS.toMillis(DEADLINE_S));
        OwnNames.Pending begun = names.get(2).begin(JobRegistry.JOB, NAME, object);
        JobRegistry.Change change = registries.get(0).bindToSurvive(JobRegistry.JOB, NAME, object, 2, false);
        forget(registries.get(0).unbindToSurvive(JobRegistry.JOB, NAME));
        names.get(2).settle(begun, change.version());
        loseRankZero();
        assertThat(isBound(), is(false));
    }

    /** Fails by this at the first call of move. */
    private void assertMovedAfter(Throwable failure) throws Exception {
        start(TimeUnit.SECONDS.toMillis(DEADLINE_S));
        JobRegistry table = registries.get(1);
        CountDownLatch moved = new CountDownLatch(2);
        registries.put(1, (JobRegistry) Proxy.newProxyInstance(JobRegistry.class.getClassLoader(),
                new Class<?>[] {JobRegistry.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("move")) {
                        moved.countDown();
                        if (moved.getCount() > 0) {
                            throw failure;
                        }
                    }
                    try {
                        return method.invoke(table, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
        bind(2, object);
        loseRankZero();
        moved.await();
        while (!isBound()) { // No look-up waits for ever.
            Thread.onSpinWait();
        }
        assertThat(lookUp() == object, is(true));
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void aFailureIsTriedAgain() throws Exception {
        assertMovedAfter(new RemoteException("once"));
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void anErrorIsTriedAgain() throws Exception {
        assertMovedAfter(new OutOfMemoryError("once"));
    }

    @Test(timeout = DEADLINE_S * 1000)
    public void aFailureTellsWhoseNamesHaveNotCome() {
        start(PATIENCE_MS);
        lowest = 1;
        NotBoundException e = assertThrows(NotBoundException.class,
                () -> registries.get(1).unbind(JobRegistry.JOB, NAME));
        assertThat(e.getMessage(), containsString("has not got the names of ranks 0, 1, 2"));
    }
}
