package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.arrayWithSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.ObjectStreamException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.NotInCheck;
import org.rmi4mpi.tests.serial.DeepModels.External;
import org.rmi4mpi.tests.serial.DeepModels.Holder;
import org.rmi4mpi.tests.serial.DeepModels.Hooked;
import org.rmi4mpi.tests.serial.DeepModels.HookedByHand;
import org.rmi4mpi.tests.serial.DeepModels.Linked;
import org.rmi4mpi.tests.serial.DeepModels.Node;
import org.rmi4mpi.tests.serial.DeepModels.Replaced;
import org.rmi4mpi.tests.serial.DeepModels.Wrapped;

/**
 * Objects nested far deeper than the stack. Objects without hooks arrive at any depth. Objects that their own methods
 * read or write arrive at depth {@link #SURE}. Beyond it they arrive, or an ObjectStreamException is thrown.
 */
@RunWith(Parameterized.class)
@Deadline(120)
public class DeepGraphsTest {
    private static final int MILLION = 1_000_000;
    /** The JDK's streams reach this depth, too. */
    private static final int SURE = 300;
    private static final int[] BEYOND = {5_000, 100_000};
    private static final long SMALL_STACK = 200 << 10;
    /** Enough for {@link #SURE}, also while the JVM interprets its code, whose frames are larger than compiled ones. */
    private static final long LARGE_STACK = 4 << 20;

    @Parameterized.Parameters(name = "{0}")
    public static Passage[] passages() {
        return new Passage[] {Passage.STREAMS, Passage.FIRST_MESSAGE, Passage.LATER_MESSAGE};
    }

    @Parameterized.Parameter
    public Passage passage;

    @Before
    public void assumeAble() {
        org.junit.Assume.assumeTrue("not said to be able to", passage.can(Streams.Ability.DEEP_GRAPHS));
    }

    private static Object nested(int depth, UnaryOperator<Object> around) {
        Object graph = null;
        for (int i = 0; i < depth; i++) {
            graph = around.apply(graph);
        }
        return graph;
    }

    private static int depth(Object graph, UnaryOperator<Object> into) {
        int depth = 0;
        for (Object each = graph; each != null; each = into.apply(each)) {
            depth++;
        }
        return depth;
    }

    @Test
    public void linkedList() throws Exception {
        Node first = null;
        for (int i = MILLION; i > 0; i--) {
            first = new Node(first, i);
        }
        int expected = 1;
        for (Node node = (Node) passage.copy(first); node != null; node = node.next) {
            assertThat(node.value, is(expected++));
        }
        assertThat(expected, is(MILLION + 1));
    }

    @Test
    public void doublyLinkedListFromItsMiddle() throws Exception {
        Linked middle = null;
        Linked last = new Linked();
        for (int i = 1; i < MILLION; i++) {
            Linked next = new Linked();
            next.before = last;
            last.after = next;
            last = next;
            middle = i == MILLION / 2 ? next : middle;
        }
        Linked first = (Linked) passage.copy(middle);
        while (first.before != null) {
            assertThat(first.before.after, sameInstance(first));
            first = first.before;
        }
        assertThat(depth(first, each -> ((Linked) each).after), is(MILLION));
    }

    @Test
    @NotInCheck
    public void degenerateTrees() throws Exception {
        Linked left = null;
        Linked right = null;
        for (int i = 0; i < MILLION; i++) {
            Linked lower = new Linked();
            lower.before = left;
            left = lower;
            lower = new Linked();
            lower.after = right;
            right = lower;
        }
        assertThat(depth(passage.copy(left), each -> ((Linked) each).before), is(MILLION));
        assertThat(depth(passage.copy(right), each -> ((Linked) each).after), is(MILLION));
    }

    @Test
    public void arraysInArrays() throws Exception {
        Object read = passage.copy(nested(MILLION, part -> new Object[] {part}));
        assertThat(depth(read, each -> ((Object[]) each)[0]), is(MILLION));
    }

    /** The deep part is neither the first nor the last. */
    @Test
    public void arraysInTheMiddleOfArrays() throws Exception {
        Object read = passage.copy(nested(MILLION / 4, part -> new Object[] {"before", part, 5}));
        int depth = 0;
        for (Object[] each = (Object[]) read; each != null; each = (Object[]) each[1]) {
            assertThat(each, arrayWithSize(3));
            assertThat(each[0], is("before"));
            assertThat(each[2], is(5));
            depth++;
        }
        assertThat(depth, is(MILLION / 4));
    }

    @Test
    public void arraysAndObjectsInTurn() throws Exception {
        Object read = passage.copy(nested(MILLION / 2, part -> new Holder(new Object[] {part})));
        assertThat(depth(read, each -> ((Object[]) ((Holder) each).part)[0]), is(MILLION / 2));
    }

    @Test
    public void deepPartOfAnArrayIsSharedWithAnother() throws Exception {
        Object deep = nested(MILLION / 4, Holder::new);
        Object[] read = (Object[]) passage.copy(new Object[] {deep, deep, new ArrayList<>(List.of(deep))});
        assertThat(read[1], sameInstance(read[0]));
        assertThat(((List<?>) read[2]).get(0), sameInstance(read[0]));
    }

    /** A ring of a million nodes: the last one refers to the first. */
    @Test
    public void ring() throws Exception {
        Node first = new Node(null, 0);
        Node ring = first;
        for (int i = 1; i < MILLION; i++) {
            ring = new Node(ring, i);
        }
        first.next = ring;
        Node read = (Node) passage.copy(ring);
        int length = 1;
        for (Node node = read.next; node != read; node = node.next) {
            length++;
        }
        assertThat(length, is(MILLION));
    }

    @Test
    public void arrayLists() throws Exception {
        inHooks(part -> new ArrayList<>(listOf(part)), list -> ((List<?>) list).get(0));
    }

    @Test
    public void linkedLists() throws Exception {
        inHooks(part -> new LinkedList<>(listOf(part)), list -> ((List<?>) list).get(0));
    }

    @Test
    public void arrayDeques() throws Exception {
        inHooks(part -> new ArrayDeque<>(List.of(part == null ? "end" : part)),
                queue -> ((ArrayDeque<?>) queue).peek() instanceof ArrayDeque<?> part ? part : null);
    }

    @Test
    public void hashMaps() throws Exception {
        inHooks(part -> with(new HashMap<>(), part), map -> ((Map<?, ?>) map).get("part"));
    }

    @Test
    public void linkedHashMaps() throws Exception {
        inHooks(part -> with(new LinkedHashMap<>(), part), map -> ((Map<?, ?>) map).get("part"));
    }

    @Test
    public void defaultFieldsInHooks() throws Exception {
        inHooks(Hooked::new, each -> ((Hooked) each).part);
    }

    @Test
    public void hooksByHand() throws Exception {
        inHooks(HookedByHand::new, each -> ((HookedByHand) each).part);
    }

    @Test
    public void externalizables() throws Exception {
        inHooks(External::new, each -> ((External) each).part);
    }

    @Test
    public void records() throws Exception {
        inHooks(Wrapped::new, each -> ((Wrapped) each).part());
    }

    @Test
    public void replacements() throws Exception {
        inHooks(Replaced::new, each -> ((Replaced) each).part);
    }

    @Test
    public void causesOfExceptions() throws Exception {
        inHooks(part -> new Exception("text", (Throwable) part), each -> ((Exception) each).getCause());
    }

    /** Near the end of the stack, a graph that is not deep gets the error of every call there. */
    @Test
    public void shallowGraphsAtTheEndOfTheStack() throws Exception {
        Object graph = new Object[] {"text", new int[10], new Hooked(List.of(1, 2))};
        passage.copy(graph);
        inAThread(SMALL_STACK, () -> assertThrows(StackOverflowError.class, () -> copyAtEachDepth(graph)));
    }

    private void copyAtEachDepth(Object graph) throws Exception {
        passage.copy(graph);
        copyAtEachDepth(graph);
    }

    @Test
    public void allInTurn() throws Exception {
        List<Function<Object, Object>> kinds = List.of(Hooked::new, part -> with(new HashMap<>(), part), Wrapped::new,
                Holder::new, External::new, part -> new Object[] {part}, part -> new ArrayList<>(listOf(part)));
        for (int depth : BEYOND) {
            Object graph = null;
            for (int i = 0; i < depth; i++) {
                graph = kinds.get(i % kinds.size()).apply(graph);
            }
            copyOrFailWell(graph);
        }
    }

    private static Collection<Object> listOf(Object part) {
        List<Object> list = new ArrayList<>(1);
        list.add(part);
        return list;
    }

    private static Map<Object, Object> with(Map<Object, Object> map, Object part) {
        map.put("part", part);
        return map;
    }

    private void inHooks(UnaryOperator<Object> around, UnaryOperator<Object> into) throws Exception {
        inAThread(LARGE_STACK, () -> assertThat(depth(passage.copy(nested(SURE, around)), into), is(SURE)));
        for (int depth : BEYOND) {
            Object graph = nested(depth, around);
            Object read = copyOrFailWell(graph);
            if (read != null) {
                assertThat(depth(read, into), is(depth));
            }
            inAThread(SMALL_STACK, () -> copyOrFailWell(graph));
        }
    }

    /** Null where it is too deep. */
    private Object copyOrFailWell(Object graph) throws Exception {
        try {
            return passage.copy(graph);
        } catch (ObjectStreamException e) {
            assertThat(e.getMessage(), notNullValue());
            return null;
        }
    }

    private interface Task {
        void run() throws Exception;
    }

    private static void inAThread(long stack, Task task) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, () -> {
            try {
                task.run();
            } catch (Exception | Error e) {
                failure.set(e);
            }
        }, "stack-" + stack, stack);
        thread.start();
        thread.join();
        if (failure.get() != null) {
            throw new AssertionError("in a thread with a stack of " + stack + " bytes", failure.get());
        }
    }

    /** An object that was nested too deeply leaves the state of both ranks unchanged. */
    @Test
    public void nextMessageAfterOneThatIsTooDeep() throws Exception {
        org.junit.Assume.assumeTrue(passage.isMessage());
        Messages messages = new Messages();
        Object[] control = Samples.control();
        for (int depth : BEYOND) {
            try {
                messages.copy(nested(depth, HookedByHand::new));
            } catch (ObjectStreamException e) {
                // it is too deep
            }
            assertThat(Models.areAlike(control, messages.copy(control)), is(true));
            messages.agree();
        }
    }
}
