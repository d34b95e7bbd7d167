package org.rmi4mpi.bridge;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.Test;

/** The decision for each JDK, collector and JVM. MovedArraysTest has the collectors themselves. */
public class PinningTest {
    private static final String HOTSPOT = "OpenJDK 64-Bit Server VM";
    private static final Pinning WITH_LARGE_ARRAYS = new Pinning(false, 1 << 19);
    private static final Pinning PINNED = new Pinning(true, 0);

    /** The options of a JVM with regions of 1 MiB, if it has any. */
    private static UnaryOperator<String> options(String collector, String... others) {
        Map<String, String> values = new HashMap<>(Map.of("CheckJNICalls", "false", "G1HeapRegionSize", "1048576"));
        for (String each : List.of("Serial", "Parallel", "G1", "Shenandoah", "Z", "Epsilon")) {
            values.put("Use" + each + "GC", "" + each.equals(collector));
        }
        for (int i = 0; i < others.length; i += 2) {
            values.put(others[i], others[i + 1]);
        }
        return name -> {
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException("VM option \"" + name + "\" does not exist"); // as HotSpot's MXBean
            }
            return values.get(name);
        };
    }

    private static Pinning g1(int jdk) {
        return Pinning.of(jdk, HOTSPOT, options("G1"));
    }

    @Test
    public void g1KeepsLargeArraysInPlaceOn17() {
        assertThat(g1(17), is(WITH_LARGE_ARRAYS));
    }

    @Test
    public void g1CopiesFrom18To21() {
        IntStream.rangeClosed(18, 21).forEach(jdk -> assertThat("" + jdk, g1(jdk), is(Pinning.NONE)));
    }

    @Test
    public void g1PinsFrom22To26() {
        IntStream.rangeClosed(22, 26).forEach(jdk -> assertThat("" + jdk, g1(jdk), is(PINNED)));
    }

    @Test
    public void g1CopiesOnAnUnknownJdk() {
        List.of(11, 16, 27, 28, 100).forEach(jdk -> assertThat("" + jdk, g1(jdk), is(Pinning.NONE)));
    }

    @Test
    public void otherCollectorsCopyOnEachJdk() {
        for (String collector : List.of("Serial", "Parallel", "Shenandoah", "Z", "Epsilon", "Unknown")) {
            IntStream.rangeClosed(17, 30).forEach(jdk -> assertThat(collector + " " + jdk,
                    Pinning.of(jdk, HOTSPOT, options(collector)), is(Pinning.NONE)));
        }
    }

    @Test
    public void checkedJniCopies() {
        for (int jdk : List.of(17, 21, 25)) {
            assertThat(Pinning.of(jdk, HOTSPOT, options("G1", "CheckJNICalls", "true")), is(Pinning.NONE));
        }
    }

    @Test
    public void hotSpotAloneKeepsArraysInPlace() {
        assertThat(Pinning.of(25, "Java HotSpot(TM) 64-Bit Server VM", options("G1")), is(PINNED));
        for (String vm : List.of("Eclipse OpenJ9 VM", "Zing 64-Bit Tiered VM", "Substrate VM", "")) {
            assertThat(vm, Pinning.of(17, vm, options("G1")), is(Pinning.NONE));
            assertThat(vm, Pinning.of(25, vm, options("G1")), is(Pinning.NONE));
        }
    }

    @Test
    public void regionsOfUnknownSizeCopy() {
        assertThat(Pinning.of(17, HOTSPOT, options("G1", "G1HeapRegionSize", "0")), is(Pinning.NONE));
    }

    @Test
    public void sectionsKeepArraysOnHotSpotAlone() {
        for (String collector : List.of("Serial", "Parallel", "G1", "Shenandoah", "Z", "Epsilon")) {
            assertThat(collector, Pinning.keepsArraysInSections(HOTSPOT, options(collector)), is(true));
        }
        assertThat(Pinning.keepsArraysInSections("Eclipse OpenJ9 VM", options("G1")), is(false));
    }

    @Test
    public void sectionsOfCheckedJniHaveCopies() {
        assertThat(Pinning.keepsArraysInSections(HOTSPOT, options("G1", "CheckJNICalls", "true")), is(false));
    }
}
