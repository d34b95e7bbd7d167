package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;

import java.io.File;
import java.io.NotSerializableException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Test;

/** Values of the JDK other than collections, in closed packages whose fields nobody may access. */
public class ValuesTest extends StreamContract {
    private void equalsItsCopy(Object... objects) throws Exception {
        for (Object object : objects) {
            assertThat(object.getClass() + "", copy(object), is(object));
        }
        assertThat("together", copy(objects), is(objects));
    }

    @Test
    public void numbers() throws Exception {
        equalsItsCopy(BigInteger.ZERO, new BigInteger("-123456789012345678901234567890"), BigInteger.TWO.pow(5000),
                BigDecimal.ONE, new BigDecimal("-1.2345678901234567890E+500"), new BigDecimal("0.10"),
                MathContext.DECIMAL128);
        BigDecimal read = copy(new BigDecimal("12.50"));
        assertThat(read.add(read).toString(), is("25.00"));
    }

    @Test
    public void times() throws Exception {
        ZonedDateTime zoned = ZonedDateTime.of(2026, 3, 29, 2, 30, 1, 999, ZoneId.of("Europe/Berlin"));
        equalsItsCopy(zoned, zoned.toInstant(), zoned.toLocalDate(), zoned.toLocalTime(), zoned.toLocalDateTime(),
                zoned.toOffsetDateTime(), Instant.EPOCH, Instant.MAX, LocalDate.MIN, LocalTime.MIDNIGHT,
                LocalDateTime.MAX, Duration.ofNanos(-5), Period.of(1, 2, 3), Year.of(4), YearMonth.of(5, 6),
                MonthDay.of(7, 8), ZoneOffset.ofHours(-9), ZoneId.of("UTC"), OffsetDateTime.MIN,
                java.time.DayOfWeek.MONDAY, java.time.Month.MAY, java.time.chrono.JapaneseDate.of(2026, 1, 1));
        Date date = new Date(1234567890123L);
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("America/New_York"), Locale.UK);
        calendar.setTime(date);
        equalsItsCopy(date, calendar, TimeZone.getTimeZone("Asia/Tokyo"), new java.sql.Timestamp(5));
        assertThat(copy(date).toString(), is(date.toString()));
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        assertThat(copy(format).format(date), is("2009-02-13"));
    }

    @Test
    public void names() throws Exception {
        equalsItsCopy(UUID.fromString("12345678-1234-5678-1234-567812345678"), Locale.GERMANY, Locale.ROOT,
                new Locale.Builder().setLanguage("zh").setScript("Hant").setRegion("TW").build(),
                URI.create("mailto:a@b.org"), new URI("file", null, "/a path", null),
                Currency.getInstance("EUR"), new File("/a/b"), new File(""), new File("relative"));
        URL url = new URI("http://user@localhost:8080/path?query#ref").toURL();
        assertThat(copy(url).toExternalForm(), is(url.toExternalForm()));
        assertThat(copy(Currency.getInstance("EUR")), sameInstance(Currency.getInstance("EUR")));
    }

    @Test
    public void addresses() throws Exception {
        InetAddress four = InetAddress.getByAddress("name", new byte[] {127, 0, 0, 1});
        InetAddress six = InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
        equalsItsCopy(four, six, new InetSocketAddress(four, 99), InetSocketAddress.createUnresolved("host", 1));
        assertThat(copy(four).getHostName(), is("name"));
    }

    @Test
    public void randomGoesOnWhereItWas() throws Exception {
        Random random = new Random(42);
        random.nextGaussian();
        Random read = copy(random);
        for (int i = 0; i < 10; i++) {
            assertThat(read.nextGaussian(), is(random.nextGaussian()));
            assertThat(read.nextLong(), is(random.nextLong()));
        }
    }

    @Test
    public void text() throws Exception {
        StringBuilder builder = copy(new StringBuilder("abc€"));
        assertThat(builder.append("d").toString(), is("abc€d"));
        assertThat(copy(new StringBuffer("abc")).reverse().toString(), is("cba"));
        Matcher matcher = copy(Pattern.compile("(a+)(?<n>b)", Pattern.CASE_INSENSITIVE)).matcher("xAAb");
        assertThat(matcher.find(), is(true));
        assertThat(matcher.group("n"), is("b"));
        DecimalFormat format = new DecimalFormat("#,##0.00", new java.text.DecimalFormatSymbols(Locale.ROOT));
        assertThat(copy(format).format(1234.5), is("1,234.50"));
    }

    @Test
    public void atomicsAndLocks() throws Exception {
        assertThat(copy(new AtomicInteger(5)).incrementAndGet(), is(6));
        assertThat(copy(new AtomicLong(-5)).get(), is(-5L));
        assertThat(copy(new AtomicBoolean(true)).get(), is(true));
        assertThat(copy(new AtomicReference<>("text")).get(), is("text"));
        assertThat(copy(new AtomicIntegerArray(new int[] {1, 2})).get(1), is(2));
        LongAdder adder = new LongAdder();
        adder.add(7);
        assertThat(copy(adder).sum(), is(7L));
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        ReentrantLock read = copy(lock);
        assertThat("comes unlocked", read.isLocked(), is(false));
        assertThat(read.isFair(), is(true));
        read.lock();
        read.unlock();
        assertThat(copy(new ReentrantReadWriteLock()).writeLock().tryLock(), is(true));
        assertThat(copy(new Semaphore(3)).availablePermits(), is(3));
        AtomicReference<Object> self = new AtomicReference<>();
        self.set(self);
        AtomicReference<Object> readSelf = copy(self);
        assertThat(readSelf.get(), sameInstance(readSelf));
    }

    @Test
    public void remoteAndOtherLibraries() throws Exception {
        java.rmi.server.UID uid = new java.rmi.server.UID();
        equalsItsCopy(uid, new java.rmi.server.ObjID(5), new java.rmi.dgc.VMID(),
                new javax.management.ObjectName("domain:key=value"));
        java.util.EventObject event = copy(new java.util.EventObject("source"));
        assertThat("the source is transient", event.getSource(), nullValue());
        java.util.OptionalInt none = java.util.OptionalInt.empty();
        failureToWrite(NotSerializableException.class, none);
        failureToWrite(NotSerializableException.class, Path.of("a"));
        failureToWrite(NotSerializableException.class, StandardCharsets.UTF_8);
        failureToWrite(NotSerializableException.class, Thread.currentThread());
    }
}
