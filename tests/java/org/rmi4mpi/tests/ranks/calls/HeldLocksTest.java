package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.List;
import java.util.concurrent.Future;
import mpi.MPI;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.ranks.calls.Vault.Knock;
import org.rmi4mpi.tests.ranks.calls.Vault.RankVault;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.MostRanks;
import org.rmi4mpi.tests.runner.RankRunner;

/** A lock stays held while its holder waits for anything. Nobody else enters, whichever thread serves the call. */
@Deadline(60)
@RunWith(RankRunner.class)
public class HeldLocksTest {
    private static final int INTRUDERS = 3;

    @Rule
    public final OnEachRank<Vault, RankVault> vaults = new OnEachRank<>(RankVault::new);

    private final int partner = vaults.size - 1;

    @Before
    public void open() {
        Waiting.open();
    }

    @After
    public void close() {
        Waiting.close();
    }

    @Test
    @MostRanks(3)
    public void aMethodKeepsItsLockInWhateverItWaits() throws Exception {
        for (Waiting waiting : Waiting.values()) {
            besiege(LockKind.OWN_MONITOR, waiting, false);
            besiege(otherThanItsOwn(waiting), waiting, false);
        }
    }

    @Test
    @MostRanks(3)
    public void mainKeepsItsLockInWhateverItWaits() throws Exception {
        for (Waiting waiting : Waiting.values()) {
            besiege(LockKind.OWN_MONITOR, waiting, true);
            besiege(otherThanItsOwn(waiting), waiting, true);
        }
    }

    @Test
    public void everyKindOfLockIsKeptInACallAndInAReceive() throws Exception {
        for (LockKind lock : LockKind.values()) {
            for (boolean byMain : new boolean[] {false, true}) {
                besiege(lock, Waiting.CALL, byMain);
                besiege(lock, Waiting.RECV, byMain);
            }
        }
    }

    private static LockKind otherThanItsOwn(Waiting waiting) {
        LockKind[] kinds = LockKind.values();
        return kinds[1 + waiting.ordinal() % (kinds.length - 1)];
    }

    /** Rank 0 holds a lock and waits for the last rank. Threads of that rank try to enter meanwhile. */
    private void besiege(LockKind lock, Waiting waiting, boolean byMain) throws Exception {
        if (waiting.isCollective() && vaults.size == 1) {
            return; // nobody to wait for
        }
        vaults.own().reset();
        MPI.COMM_WORLD.Barrier();
        Future<Void> siege = vaults.rank == partner ? Crowd.aside(i -> siege(lock, waiting, byMain)) : null;
        if (vaults.rank == 0 && byMain) {
            vaults.own().hold(lock, waiting, partner, vaults.at(partner));
        } else if (vaults.rank > 0 && vaults.rank < partner && waiting.isCollective()) {
            waiting.meet(partner);
        }
        if (siege != null) {
            Crowd.resultOf(siege);
        }
        MPI.COMM_WORLD.Barrier();
    }

    private void siege(LockKind lock, Waiting waiting, boolean byMain) throws Exception {
        Vault vault = vaults.at(0);
        Future<Void> holder =
                byMain ? null : Crowd.aside(i -> vault.hold(lock, waiting, partner, vaults.at(partner)));
        Until.holds(vault::isHeld);
        int before = vault.knocks();
        List<Future<Boolean>> intruders = Crowd.start(INTRUDERS, i -> {
            vault.enter(lock, new Knock());
            return true;
        });
        Until.holds(() -> vault.knocks() == before + INTRUDERS);
        assertThat(lock + " is held in " + waiting, vault.isHeld(), is(true));
        waiting.end(partner, vault, vaults.own());
        Crowd.results(intruders);
        if (holder != null) {
            Crowd.resultOf(holder);
        }
        assertThat("calls that entered " + lock + " held in " + waiting, vault.intrusions(), is(0));
    }
}
