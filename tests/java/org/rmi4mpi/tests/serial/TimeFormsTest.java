package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;
import static org.rmi4mpi.tests.serial.FormStreams.bytesOf;
import static org.rmi4mpi.tests.serial.FormStreams.read;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.rmi4mpi.serial.ArrayCopyInputStream;
import org.rmi4mpi.serial.ArrayCopyOutputStream;
import org.rmi4mpi.tests.runner.Deadline;

/**
 * The objects of java.time are written and read without the object that they replace themselves by. The bytes and the
 * answers are those of the longer way, which a stream takes if it replaces objects, or has a filter.
 */
@Deadline(60)
public class TimeFormsTest {
    private static final int RANDOM_VALUES = 200;
    private static final int CHANGES = 20_000;
    private static final ObjectInputFilter PERMITS = info -> Status.UNDECIDED;

    private static List<Object> values(Random random) {
        List<Object> values = new ArrayList<>(List.of(Duration.ZERO, Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), Instant.EPOCH, Instant.MIN, Instant.MAX, LocalDate.MIN,
                LocalDate.MAX, LocalTime.MIDNIGHT, LocalTime.MAX, LocalTime.of(23, 0), LocalTime.of(0, 59),
                LocalTime.of(0, 0, 59), LocalTime.of(0, 0, 0, 1), LocalDateTime.MIN, LocalDateTime.MAX, ZoneOffset.UTC,
                ZoneOffset.MIN, ZoneOffset.MAX, ZoneOffset.ofHoursMinutes(-3, -30), ZoneOffset.ofTotalSeconds(1),
                OffsetDateTime.MIN, OffsetDateTime.MAX, Year.of(Year.MIN_VALUE), Year.of(Year.MAX_VALUE),
                YearMonth.of(Year.MIN_VALUE, 1), YearMonth.of(Year.MAX_VALUE, 12), MonthDay.of(2, 29), Period.ZERO,
                Period.of(Integer.MIN_VALUE, Integer.MAX_VALUE, -1), OffsetTime.MIN, OffsetTime.MAX,
                OffsetTime.of(LocalTime.NOON, ZoneOffset.ofTotalSeconds(1)),
                LocalDateTime.MIN.atZone(ZoneOffset.MIN), LocalDateTime.MAX.atZone(ZoneOffset.ofTotalSeconds(1)),
                ZonedDateTime.ofInstant(Instant.EPOCH, ZoneId.of("America/Argentina/ComodRivadavia")),
                ZonedDateTime.ofInstant(Instant.EPOCH, ZoneId.of("UTC+01:30")),
                ZonedDateTime.ofInstant(Instant.EPOCH, ZoneOffset.UTC)));
        for (int i = 0; i < RANDOM_VALUES; i++) {
            LocalDate date = LocalDate.ofEpochDay(random.nextInt());
            LocalTime time = LocalTime.ofNanoOfDay(random.nextLong(24L * 3600 * 1_000_000_000));
            ZoneOffset offset = ZoneOffset.ofTotalSeconds(random.nextInt(-18 * 3600, 18 * 3600 + 1));
            values.addAll(List.of(date, time, date.atTime(time), date.atTime(time).atOffset(offset), offset,
                    time.atOffset(offset), date.atTime(time).atZone(ZoneId.of("Europe/Berlin"))));
        }
        return values;
    }

    @Test
    public void bytesAreThoseOfTheLongerWay() throws Exception {
        for (Object value : values(new Random(1))) {
            byte[] bytes = bytesOf(value, false);
            assertThat(value.toString(), bytes, is(bytesOf(value, true)));
            assertThat(read(bytes, null), is(value));
            assertThat(read(bytes, PERMITS), is(value));
        }
    }

    @Test
    public void oneObjectStaysOne() throws Exception {
        LocalDate date = LocalDate.of(2026, 11, 28);
        LocalDate other = LocalDate.of(2026, 11, 28);
        Object[] read = (Object[]) read(bytesOf(new Object[] {date, date, List.of(date), other}, false), null);
        assertThat(read[1], sameInstance(read[0]));
        assertThat(((List<?>) read[2]).get(0), sameInstance(read[0]));
        assertThat(read[3] == read[0], is(false));
    }

    @Test
    public void unsharedObjectsAreNotReferredTo() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Year year = Year.of(2026);
        try (ObjectOutputStream out = new ArrayCopyOutputStream(bytes)) {
            out.writeUnshared(year);
            out.writeUnshared(year);
            out.writeObject(year);
        }
        ObjectInputStream in = new ArrayCopyInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(in.readUnshared(), is(year));
        assertThat(in.readObject(), is(year));
        assertThat(in.readObject(), is(year));
    }

    /** What a filter sees is the class of the replacement, then the object. */
    @Test
    public void filtersSeeTheReplacementFirst() throws Exception {
        ObjectInputStream in = new ArrayCopyInputStream(
                new ByteArrayInputStream(bytesOf(LocalTime.NOON, false)));
        List<String> seen = new ArrayList<>();
        in.setObjectInputFilter(info -> {
            seen.add(info.serialClass().getName());
            return Status.UNDECIDED;
        });
        in.readObject();
        assertThat(seen, is(List.of("java.time.Ser", "java.time.LocalTime")));
    }

    /** Both ways make the same object from damaged bytes, or both fail. */
    @Test
    public void damagedBytesGiveTheSameOnBothWays() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<byte[]> good = new ArrayList<>();
        for (Object value : values(random).subList(0, 50)) {
            good.add(bytesOf(new Object[] {value, "after"}, false));
        }
        for (int i = 0; i < CHANGES; i++) {
            byte[] bytes = Mutation.of(random, good.get(random.nextInt(good.size())), good);
            assertThat("seed " + seed + ", change " + i, textOf(bytes, null), is(textOf(bytes, PERMITS)));
        }
    }

    private static String textOf(byte[] bytes, ObjectInputFilter filter) {
        try {
            Object read = read(bytes, filter);
            return read instanceof Object[] array ? Arrays.deepToString(array) : read.getClass() + "";
        } catch (Exception | StackOverflowError e) {
            return "fails";
        }
    }
}
