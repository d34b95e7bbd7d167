package org.rmi4mpi.serial;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.END;

import java.io.IOException;
import java.time.DateTimeException;
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

/**
 * The serialized form of a class of {@code java.time}: its instances replace themselves by {@code java.time.Ser}, which
 * is Externalizable and writes a byte for the class, then the values. This writes and reads the same bytes by public
 * methods of the class, and makes no Ser. Stateless. Source: the documentation of {@code writeReplace} of each class.
 */
enum TimeForm implements ShortForm {
    DURATION(1, Duration.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            Duration duration = (Duration) value;
            return putSeconds(to, at, duration.getSeconds(), duration.getNano());
        }

        @Override
        Object get(byte[] from, int at, int end) {
            return end - at != SECONDS ? null
                    : Duration.ofSeconds(Bytes.getBigLong(from, at), Bytes.getBigInt(from, at + 8));
        }
    },
    INSTANT(2, Instant.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            Instant instant = (Instant) value;
            return putSeconds(to, at, instant.getEpochSecond(), instant.getNano());
        }

        @Override
        Object get(byte[] from, int at, int end) {
            return end - at != SECONDS ? null
                    : Instant.ofEpochSecond(Bytes.getBigLong(from, at), Bytes.getBigInt(from, at + 8));
        }
    },
    LOCAL_DATE(3, LocalDate.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            return putDate((LocalDate) value, to, at);
        }

        @Override
        Object get(byte[] from, int at, int end) {
            return end - at != DATE ? null : getDate(from, at);
        }
    },
    LOCAL_TIME(4, LocalTime.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            return putTime((LocalTime) value, to, at);
        }

        @Override
        Object get(byte[] from, int at, int end) {
            return end - at != lengthOfTime(from, at) ? null : getTime(from, at);
        }
    },
    LOCAL_DATE_TIME(5, LocalDateTime.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            LocalDateTime dateTime = (LocalDateTime) value;
            return putTime(dateTime.toLocalTime(), to, putDate(dateTime.toLocalDate(), to, at));
        }

        @Override
        Object get(byte[] from, int at, int end) {
            return end - at <= DATE || end - at != DATE + lengthOfTime(from, at + DATE) ? null
                    : LocalDateTime.of(getDate(from, at), getTime(from, at + DATE));
        }
    },
    ZONED_DATE_TIME(6, ZonedDateTime.class) {
        @Override
        int longest(Object value) {
            return LONGEST + ID + ((ZonedDateTime) value).getZone().getId().length();
        }

        @Override
        int put(Object value, byte[] to, int at) {
            ZonedDateTime dateTime = (ZonedDateTime) value;
            int offset = putTime(dateTime.toLocalTime(), to, putDate(dateTime.toLocalDate(), to, at));
            return putZone(dateTime.getZone(), to, putOffset(dateTime.getOffset(), to, offset));
        }

        @Override
        Object get(byte[] from, int at, int end) {
            int offset = end - at <= DATE ? end : at + DATE + lengthOfTime(from, at + DATE);
            int zone = offset >= end ? end : offset + lengthOfOffset(from, offset);
            if (zone >= end || end - zone != lengthOfZone(from, zone)) {
                return null;
            }
            LocalDateTime dateTime = LocalDateTime.of(getDate(from, at), getTime(from, at + DATE));
            return zoned(dateTime, getOffset(from, offset), from, zone);
        }
    },
    ZONE_OFFSET(8, ZoneOffset.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            return putOffset((ZoneOffset) value, to, at);
        }

        @Override
        Object get(byte[] from, int at, int end) {
            return end - at != lengthOfOffset(from, at) ? null : getOffset(from, at);
        }
    },
    OFFSET_TIME(9, OffsetTime.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            OffsetTime time = (OffsetTime) value;
            return putOffset(time.getOffset(), to, putTime(time.toLocalTime(), to, at));
        }

        @Override
        Object get(byte[] from, int at, int end) {
            int offset = end == at ? end : at + lengthOfTime(from, at);
            return offset >= end || end - offset != lengthOfOffset(from, offset) ? null
                    : OffsetTime.of(getTime(from, at), getOffset(from, offset));
        }
    },
    OFFSET_DATE_TIME(10, OffsetDateTime.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            OffsetDateTime dateTime = (OffsetDateTime) value;
            int time = putDate(dateTime.toLocalDate(), to, at);
            return putOffset(dateTime.getOffset(), to, putTime(dateTime.toLocalTime(), to, time));
        }

        @Override
        Object get(byte[] from, int at, int end) {
            int offset = end - at <= DATE ? end : at + DATE + lengthOfTime(from, at + DATE);
            return offset >= end || end - offset != lengthOfOffset(from, offset) ? null
                    : OffsetDateTime.of(getDate(from, at), getTime(from, at + DATE), getOffset(from, offset));
        }
    },
    YEAR(11, Year.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            Bytes.putBigInt(to, at, ((Year) value).getValue());
            return at + 4;
        }

        @Override
        Object get(byte[] from, int at, int end) {
            return end - at != 4 ? null : Year.of(Bytes.getBigInt(from, at));
        }
    },
    YEAR_MONTH(12, YearMonth.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            YearMonth month = (YearMonth) value;
            Bytes.putBigInt(to, at, month.getYear());
            to[at + 4] = (byte) month.getMonthValue();
            return at + 5;
        }

        @Override
        Object get(byte[] from, int at, int end) {
            return end - at != 5 ? null : YearMonth.of(Bytes.getBigInt(from, at), from[at + 4]);
        }
    },
    MONTH_DAY(13, MonthDay.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            MonthDay day = (MonthDay) value;
            to[at] = (byte) day.getMonthValue();
            to[at + 1] = (byte) day.getDayOfMonth();
            return at + 2;
        }

        @Override
        Object get(byte[] from, int at, int end) {
            return end - at != 2 ? null : MonthDay.of(from[at], from[at + 1]);
        }
    },
    PERIOD(14, Period.class) {
        @Override
        int put(Object value, byte[] to, int at) {
            Period period = (Period) value;
            Bytes.putBigInt(to, at, period.getYears());
            Bytes.putBigInt(to, at + 4, period.getMonths());
            Bytes.putBigInt(to, at + 8, period.getDays());
            return at + 12;
        }

        @Override
        Object get(byte[] from, int at, int end) {
            return end - at != 12 ? null : Period.of(Bytes.getBigInt(from, at), Bytes.getBigInt(from, at + 4),
                    Bytes.getBigInt(from, at + 8));
        }
    };

    /** Lengths in bytes. */
    private static final int DATE = 6;
    private static final int LONGEST_TIME = 7;
    private static final int LONGEST_OFFSET = 5;
    private static final int SECONDS = 12;
    private static final int LONGEST = 1 + DATE + LONGEST_TIME + LONGEST_OFFSET;
    /** What is before the name of a region: its code, and its length. */
    private static final int ID = 3;
    /** The longest name that is read here. Those of the JDK have up to 32. */
    private static final int LONGEST_ID = 64;
    /** Length of the code and the length of a block. */
    private static final int HEADER = 8;
    private static final int CODE = 4;

    private static final int QUARTER_HOUR = 15 * 60;
    private static final byte OTHER_OFFSET = 127;
    private static final byte REGION = 7;

    /** The class that stands for the values in a stream; null if this JDK has none. */
    static final Class<?> STAND_IN = standIn();
    private static final TimeForm[] BY_CODE = byCode();

    private final byte code;
    final Class<?> type;

    TimeForm(int code, Class<?> type) {
        this.code = (byte) code;
        this.type = type;
    }

    private static Class<?> standIn() {
        try {
            return Class.forName("java.time.Ser", false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static TimeForm[] byCode() {
        TimeForm[] forms = new TimeForm[PERIOD.code + 1];
        for (TimeForm form : values()) {
            forms[form.code] = form;
        }
        return forms;
    }

    /** The most bytes of the values of an instance, and of the form's code. */
    int longest(Object value) {
        return LONGEST;
    }

    /** Puts the values of an instance into bytes that have room for them, and returns where they end. */
    abstract int put(Object value, byte[] to, int at);

    /** Creates an instance from the values between two positions. Returns null if there is another number of bytes. */
    abstract Object get(byte[] from, int at, int end);

    @Override
    public Class<?> written() {
        return STAND_IN;
    }

    /** Writes the data of the stand-in. */
    @Override
    public final void write(Object value, OutputBytes out, Writer writer) throws IOException {
        out.ensure(HEADER + longest(value) + CODE);
        byte[] bytes = out.bytes;
        int start = out.position + HEADER;
        bytes[start] = code;
        int end = put(value, bytes, start + 1);
        Bytes.putInt(bytes, start - HEADER, BLOCK);
        Bytes.putInt(bytes, start - CODE, end - start);
        Bytes.putInt(bytes, end, END);
        out.position = end + CODE;
    }

    /** Reads the data of the stand-in, and returns the instance that it stands for, whichever form it has. */
    @Override
    public final Object read(InputBytes in, Reader reader, int handle) throws IOException {
        int length = in.peekCode() == BLOCK ? in.peekInt(CODE) : 0;
        if (length < 1 || length > LONGEST + ID + LONGEST_ID) {
            return null;
        }
        in.require(HEADER + length + CODE);
        int start = in.position + HEADER;
        int end = start + length;
        int code = in.bytes[start];
        TimeForm form = code > 0 && code < BY_CODE.length ? BY_CODE[code] : null;
        Object value = form == null || Bytes.getInt(in.bytes, end) != END ? null : form.get(in.bytes, start + 1, end);
        if (value != null) {
            in.position = end + CODE;
        }
        return value;
    }

    private static int putSeconds(byte[] to, int at, long seconds, int nanos) {
        Bytes.putBigLong(to, at, seconds);
        Bytes.putBigInt(to, at + 8, nanos);
        return at + SECONDS;
    }

    private static int putDate(LocalDate date, byte[] to, int at) {
        Bytes.putBigInt(to, at, date.getYear());
        to[at + 4] = (byte) date.getMonthValue();
        to[at + 5] = (byte) date.getDayOfMonth();
        return at + DATE;
    }

    private static LocalDate getDate(byte[] from, int at) {
        return LocalDate.of(Bytes.getBigInt(from, at), from[at + 4], from[at + 5]);
    }

    /** Leaves out what is zero at the end: the last part that is there is inverted. */
    private static int putTime(LocalTime time, byte[] to, int at) {
        to[at] = (byte) time.getHour();
        to[at + 1] = (byte) time.getMinute();
        to[at + 2] = (byte) time.getSecond();
        if (time.getNano() != 0) {
            Bytes.putBigInt(to, at + 3, time.getNano());
            return at + LONGEST_TIME;
        }
        int last = time.getSecond() != 0 ? at + 2 : time.getMinute() != 0 ? at + 1 : at;
        to[last] = (byte) ~to[last];
        return last + 1;
    }

    /** The bytes of a time that begins here; the three bytes from here on are in the buffer. */
    private static int lengthOfTime(byte[] from, int at) {
        return from[at] < 0 ? 1 : from[at + 1] < 0 ? 2 : from[at + 2] < 0 ? 3 : LONGEST_TIME;
    }

    private static LocalTime getTime(byte[] from, int at) {
        return switch (lengthOfTime(from, at)) {
            case 1 -> LocalTime.of(~from[at], 0);
            case 2 -> LocalTime.of(from[at], ~from[at + 1]);
            case 3 -> LocalTime.of(from[at], from[at + 1], ~from[at + 2]);
            default -> LocalTime.of(from[at], from[at + 1], from[at + 2], Bytes.getBigInt(from, at + 3));
        };
    }

    private static int putOffset(ZoneOffset offset, byte[] to, int at) {
        int seconds = offset.getTotalSeconds();
        if (seconds % QUARTER_HOUR == 0) {
            to[at] = (byte) (seconds / QUARTER_HOUR);
            return at + 1;
        }
        to[at] = OTHER_OFFSET;
        Bytes.putBigInt(to, at + 1, seconds);
        return at + LONGEST_OFFSET;
    }

    private static int lengthOfOffset(byte[] from, int at) {
        return from[at] == OTHER_OFFSET ? LONGEST_OFFSET : 1;
    }

    private static ZoneOffset getOffset(byte[] from, int at) {
        return ZoneOffset.ofTotalSeconds(
                from[at] == OTHER_OFFSET ? Bytes.getBigInt(from, at + 1) : QUARTER_HOUR * from[at]);
    }

    private static int putZone(ZoneId zone, byte[] to, int at) {
        if (zone instanceof ZoneOffset offset) {
            to[at] = ZONE_OFFSET.code;
            return putOffset(offset, to, at + 1);
        }
        String id = zone.getId();
        to[at] = REGION;
        Bytes.putBigShort(to, at + 1, (short) id.length());
        return ModifiedUtf.put(id, to, at + ID);
    }

    /** The bytes of a zone that begins here. Those of another zone do not fit into any message. */
    private static int lengthOfZone(byte[] from, int at) {
        return from[at] == ZONE_OFFSET.code ? 1 + lengthOfOffset(from, at + 1)
                : from[at] == REGION ? ID + (Bytes.getBigShort(from, at + 1) & 0xFFFF) : Integer.MAX_VALUE;
    }

    /** Returns null where the JDK does not know the region, or the region does not have the offset at that time. */
    private static ZonedDateTime zoned(LocalDateTime dateTime, ZoneOffset offset, byte[] from, int zone) {
        try {
            return ZonedDateTime.ofStrict(dateTime, offset, from[zone] == ZONE_OFFSET.code ? getOffset(from, zone + 1)
                    : ZoneId.of(new String(from, zone + ID, lengthOfZone(from, zone) - ID, ISO_8859_1)));
        } catch (DateTimeException e) {
            return null;
        }
    }
}
