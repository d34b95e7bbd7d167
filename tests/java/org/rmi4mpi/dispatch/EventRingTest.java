package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;

/** The last events of a thread, as another thread reads them. */
@Deadline(60)
public class EventRingTest {
    private static final int READS = 2_000;

    private final EventRing ring = new EventRing(Thread.currentThread());

    private static List<RecentEvent> eventsOf(EventRing ring) {
        List<RecentEvent> all = new ArrayList<>();
        ring.addTo(all);
        return all;
    }

    private long addMessage(long number) {
        return ring.add(EventKind.SENT, false, (int) number, number, number, "Send", null, number);
    }

    @Test
    public void aNewRingIsEmpty() {
        assertThat(eventsOf(ring), empty());
    }

    @Test
    public void theLastEventsAreThereInTheirOrder() {
        for (int number = 0; number < 1000; number++) {
            addMessage(number);
            List<RecentEvent> events = eventsOf(ring);
            assertThat(events, not(empty()));
            for (int i = 0; i < events.size(); i++) {
                assertThat(events.get(i).id(), is((long) number - events.size() + 1 + i));
            }
        }
        assertThat(eventsOf(ring).size(), greaterThanOrEqualTo(EventRing.MOST - 1));
        assertThat(ring.count(), is(1000L));
    }

    @Test
    public void aCallIsOpenUntilItEnds() {
        long number = ring.add(EventKind.SENT, true, 1, 7, 0, "app.Greeter.greet", null, 1);
        assertThat(eventsOf(ring).get(0).isOpen(), is(true));
        ring.end(number);
        assertThat(eventsOf(ring), hasSize(1));
        assertThat(eventsOf(ring).get(0).isOpen(), is(false));
        assertThat(eventsOf(ring).get(0).what(), is("app.Greeter.greet"));
    }

    @Test
    public void theEndOfACallThatIsOverwrittenChangesNothing() {
        long number = ring.add(EventKind.SENT, true, 1, 7, 0, "app.Greeter.greet", null, 1);
        for (int i = 0; i < EventRing.MOST; i++) {
            ring.add(EventKind.SENT, true, 1, i, 0, "app.Greeter.greet", null, 1);
        }
        ring.end(number);
        assertThat(eventsOf(ring).stream().allMatch(RecentEvent::isOpen), is(true));
    }

    /** All parts of an event that is read are of one event, also while the thread overwrites it. */
    @Test
    public void eventsAreWholeWhileTheThreadAddsOthers() throws InterruptedException {
        Thread writer = new Thread(() -> {
            for (long number = 0; !Thread.currentThread().isInterrupted(); number++) {
                addMessage(number & Integer.MAX_VALUE);
            }
        });
        writer.start();
        long seen = 0;
        try {
            while (ring.count() == 0) {
                Thread.onSpinWait();
            }
            for (int read = 0; read < READS; read++) {
                long before = -1;
                List<RecentEvent> events = eventsOf(ring);
                seen += events.size();
                for (RecentEvent event : events) {
                    assertThat(event.id(), is(event.time()));
                    assertThat(event.bytes(), is(event.time()));
                    assertThat((long) event.peer(), is(event.time()));
                    assertThat(before < 0 || event.id() == before + 1, is(true));
                    before = event.id();
                }
            }
        } finally {
            writer.interrupt();
            writer.join();
        }
        assertThat(seen, greaterThan(0L));
    }

    /** The threads of a rank share a clock, which may go back. */
    @Test
    public void timesOfAThreadDoNotFall() {
        for (long time : new long[] {100, 90, 110}) {
            ring.add(EventKind.SENT, false, 1, 0, 0, "Send", null, time);
        }
        assertThat(eventsOf(ring).stream().map(RecentEvent::time).toList(), is(List.of(100L, 100L, 110L)));
    }
}
