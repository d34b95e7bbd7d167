package org.rmi4mpi.peer;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.io.StreamCorruptedException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.RemoteReference;
import org.rmi4mpi.ref.stub.StubFactory;
import org.rmi4mpi.rmi.BoundStub;
import org.rmi4mpi.wire.PeerCodes;

/**
 * Reads the values of one frame, as the types that are declared for them. It believes no length beyond the end of the frame.
 * Owned by one thread.
 */
final class ValueReader {
    private static final int NO_NUMBER = -1;
    private static final int NO_LENGTH = -1;
    private static final Object PENDING = new Object();
    private static final Map<Integer, Class<?>> TYPED_ARRAYS = Map.of(
            PeerCodes.UINT8_ARRAY, byte.class, PeerCodes.INT8_ARRAY, byte.class, PeerCodes.UINT16_ARRAY, char.class,
            PeerCodes.INT16_ARRAY, short.class, PeerCodes.INT32_ARRAY, int.class, PeerCodes.INT64_ARRAY, long.class,
            PeerCodes.FLOAT32_ARRAY, float.class, PeerCodes.FLOAT64_ARRAY, double.class,
            PeerCodes.BOOLEAN_ARRAY, boolean.class);
    private static final Map<Class<?>, Class<?>> BOXES = Map.of(boolean.class, Boolean.class, byte.class, Byte.class,
            char.class, Character.class, short.class, Short.class, int.class, Integer.class, long.class, Long.class,
            float.class, Float.class, double.class, Double.class);

    private final ReferenceLayer layer;
    private final ByteBuffer in;
    private final ClassLoader loader;
    private final PeerFilter filter;
    /** Whether references stay what the registry keeps, which knows no interfaces. */
    private final boolean isForRegistry;
    private final List<Object> shared = new ArrayList<>();
    /** The class that was found last, and its name: elements of an array share one string. */
    private String foundName;
    private Class<?> found;
    private int depth;

    /**
     * @param in little-endian, at the first value
     * @param ofObject the filter of the called object; null if there is none
     */
    ValueReader(ReferenceLayer layer, ByteBuffer in, ClassLoader loader, ObjectInputFilter ofObject,
            boolean isForRegistry) {
        this.layer = layer;
        this.in = in;
        this.loader = loader;
        this.isForRegistry = isForRegistry;
        filter = PeerFilter.of(ofObject, layer.rank());
    }

    int position() {
        return in.position();
    }

    void goTo(int position) {
        in.position(position);
    }

    /** @throws StreamCorruptedException if bytes are left */
    void end() throws StreamCorruptedException {
        if (in.hasRemaining()) {
            throw damaged(in.remaining() + " bytes behind the value");
        }
    }

    // ---- parts of CBOR

    private StreamCorruptedException damaged(String what) {
        return new StreamCorruptedException(
                "damaged bytes at " + in.position() + " of a frame of " + in.limit() + ": " + what);
    }

    private int next() throws StreamCorruptedException {
        need(1);
        return in.get() & 0xff;
    }

    private void need(long bytes) throws StreamCorruptedException {
        if (bytes < 0 || bytes > in.remaining()) {
            throw damaged("a length of " + Long.toUnsignedString(bytes) + " > " + in.remaining() + " that are left");
        }
    }

    /** The argument of an item, unsigned. */
    private long argument(int first) throws StreamCorruptedException {
        int low = first & 31;
        if (low < 24) {
            return low;
        }
        return switch (low) {
            case 24 -> next();
            case 25 -> {
                need(2);
                yield Short.reverseBytes(in.getShort()) & 0xffffL;
            }
            case 26 -> {
                need(4);
                yield Integer.reverseBytes(in.getInt()) & 0xffff_ffffL;
            }
            case 27 -> {
                need(8);
                yield Long.reverseBytes(in.getLong());
            }
            default -> throw damaged("an item of indefinite length, or of a form that CBOR lacks");
        };
    }

    /** Reads the head of an array. Returns its length. */
    int readArrayHead() throws StreamCorruptedException {
        int first = next();
        long count = argument(first);
        if (first >> 5 != PeerCodes.ARRAY) {
            throw damaged("expected an array, got " + name(first));
        }
        need(count);
        return (int) count;
    }

    private void expectArray(int count, String what) throws StreamCorruptedException {
        int found = readArrayHead();
        if (found != count) {
            throw damaged(what + " of " + found + " parts, expected " + count);
        }
    }

    long readInteger() throws IOException {
        return (Long) read(long.class);
    }

    /** Reads a text or null. */
    String readText() throws IOException {
        return (String) read(String.class);
    }

    private String readName() throws IOException {
        String name = readText();
        if (name == null) {
            throw damaged("null in place of a name");
        }
        return name;
    }

    private static String name(int first) {
        return switch (first >> 5) {
            case PeerCodes.UNSIGNED, PeerCodes.NEGATIVE -> "an integer";
            case PeerCodes.BYTES -> "bytes";
            case PeerCodes.TEXT -> "a text";
            case PeerCodes.ARRAY -> "a list";
            case PeerCodes.MAP -> "a map";
            case PeerCodes.TAG -> "a tagged value";
            default -> switch (first) {
                case PeerCodes.TRUE, PeerCodes.FALSE -> "a boolean";
                case PeerCodes.NULL, PeerCodes.UNDEFINED -> "null";
                default -> "a floating-point number";
            };
        };
    }

    /** Skips a value. */
    void skip() throws StreamCorruptedException {
        long left = 1;
        while (left > 0) {
            left--;
            int first = next();
            int major = first >> 5;
            long argument = argument(first);
            switch (major) {
                case PeerCodes.BYTES, PeerCodes.TEXT -> {
                    need(argument);
                    in.position(in.position() + (int) argument);
                }
                case PeerCodes.ARRAY -> {
                    need(argument);
                    left += argument;
                }
                case PeerCodes.MAP -> {
                    need(argument);
                    left += 2 * argument;
                }
                case PeerCodes.TAG -> left++;
                default -> {}
            }
        }
    }

    // ---- how well a value fits a type, to choose a method

    /** Returns how well the value at the position fits a type: 0 for not at all. Moves behind the value. */
    int fit(Class<?> type) throws IOException {
        int at = in.position();
        int first = next();
        long argument = argument(first);
        while (first >> 5 == PeerCodes.TAG && argument == PeerCodes.SHARED) {
            first = next();
            argument = argument(first);
        }
        int fit = fit(first, argument, type);
        in.position(at);
        skip();
        return fit;
    }

    private int fit(int first, long argument, Class<?> type) {
        Class<?> boxed = BOXES.getOrDefault(type, type);
        boolean isObject = type == Object.class;
        return switch (first >> 5) {
            case PeerCodes.UNSIGNED, PeerCodes.NEGATIVE -> integerFit(first, argument, boxed, isObject);
            case PeerCodes.TEXT -> type == String.class ? 9 : boxed == Character.class && argument == 1 ? 8
                    : type.isEnum() ? 7 : type.isAssignableFrom(String.class) ? 2 : 0;
            case PeerCodes.BYTES -> type == byte[].class ? 9 : isObject ? 2 : 0;
            case PeerCodes.ARRAY -> type == List.class ? 9 : type == Collection.class ? 8
                    : Collection.class.isAssignableFrom(type) ? 7 : type.isArray() ? 6 : isObject ? 2 : 0;
            case PeerCodes.MAP -> type == Map.class ? 9 : Map.class.isAssignableFrom(type) ? 8 : isObject ? 2
                    : isOfProgram(type) ? 1 : 0;
            case PeerCodes.TAG -> tagFit((int) argument, type);
            default -> simpleFit(first, boxed, type);
        };
    }

    private static int simpleFit(int first, Class<?> boxed, Class<?> type) {
        return switch (first) {
            case PeerCodes.TRUE, PeerCodes.FALSE -> boxed == Boolean.class ? 9 : type == Object.class ? 2 : 0;
            case PeerCodes.NULL, PeerCodes.UNDEFINED -> type.isPrimitive() ? 0 : type == Object.class ? 2 : 9;
            case PeerCodes.FLOAT32 -> boxed == Float.class ? 9 : boxed == Double.class ? 8
                    : type.isAssignableFrom(Float.class) ? 2 : 0;
            default ->
                boxed == Double.class ? 9 : boxed == Float.class ? 8 : type.isAssignableFrom(Double.class) ? 2 : 0;
        };
    }

    private static int integerFit(int first, long argument, Class<?> boxed, boolean isObject) {
        boolean isHuge = argument < 0;
        long value = first >> 5 == PeerCodes.UNSIGNED ? argument : ~argument;
        if (isHuge) {
            return boxed == BigInteger.class ? 9 : isObject ? 1 : 0;
        } else if (boxed == Integer.class) {
            return value == (int) value ? 9 : 0;
        } else if (boxed == Long.class) {
            return 8;
        } else if (boxed == Short.class) {
            return value == (short) value ? 7 : 0;
        } else if (boxed == Byte.class) {
            return value == (byte) value ? 6 : 0;
        } else if (boxed == BigInteger.class) {
            return 5;
        } else if (boxed == Double.class) {
            return (long) (double) value == value ? 4 : 0;
        } else if (boxed == Float.class) {
            return (long) (float) value == value ? 3 : 0;
        }
        return boxed.isAssignableFrom(Integer.class) ? isObject ? 1 : 2 : 0;
    }

    private static boolean isOfProgram(Class<?> type) {
        return type.getClassLoader() != null && !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    }

    private static int tagFit(int tag, Class<?> type) {
        if (type == Object.class) {
            return 2;
        }
        Class<?> element = TYPED_ARRAYS.get(tag);
        if (element != null) {
            return type == element.arrayType() ? 9 : Collection.class.isAssignableFrom(type) ? 3 : 0;
        }
        return switch (tag) {
            case PeerCodes.POSITIVE_BIGNUM, PeerCodes.NEGATIVE_BIGNUM -> type == BigInteger.class ? 9 : 0;
            case PeerCodes.SET -> Set.class.isAssignableFrom(type) ? 9 : type.isAssignableFrom(Set.class) ? 5 : 0;
            case PeerCodes.OBJECT_ARRAY -> type.isArray() && !type.getComponentType().isPrimitive() ? 9
                    : Collection.class.isAssignableFrom(type) ? 3 : 0;
            case PeerCodes.ROW_MAJOR_ARRAY -> type.isArray() && type.getComponentType().isArray() ? 9 : 0;
            case PeerCodes.REMOTE -> type.isInterface() ? 9 : 0;
            case PeerCodes.THROWABLE -> Throwable.class.isAssignableFrom(type) ? 9 : 0;
            case PeerCodes.ENUM -> type.isEnum() ? 9 : 0;
            case PeerCodes.CHAR -> type == char.class || type == Character.class ? 9 : 0;
            case PeerCodes.OBJECT -> isOfProgram(type) ? 9 : type.isPrimitive() || type.isArray() ? 0 : 5;
            default -> 1; // such as a value that came before
        };
    }

    // ---- values

    /** Reads a value as this type. */
    Object read(Type type) throws IOException {
        if (++depth > PeerCodes.MOST_DEPTH) {
            throw damaged("values are nested more than " + PeerCodes.MOST_DEPTH + " deep");
        }
        Object value = read(type, NO_NUMBER);
        depth--;
        return value;
    }

    private Object read(Type type, int number) throws IOException {
        int first = next();
        long argument = argument(first);
        Class<?> raw = rawOf(type);
        switch (first >> 5) {
            case PeerCodes.UNSIGNED:
                return argument >= 0 ? integer(argument, raw)
                        : big(new BigInteger(Long.toUnsignedString(argument)), raw);
            case PeerCodes.NEGATIVE:
                return argument >= 0 ? integer(~argument, raw)
                        : big(new BigInteger(Long.toUnsignedString(argument)).not(), raw);
            case PeerCodes.BYTES:
                return enter(number, checked(bytes(argument), raw));
            case PeerCodes.TEXT:
                return text(argument, raw);
            case PeerCodes.ARRAY:
                need(argument);
                return elements((int) argument, type, raw, number);
            case PeerCodes.MAP:
                need(argument);
                return map((int) argument, type, raw, number);
            case PeerCodes.TAG:
                return tagged(argument, type, raw, number);
            default:
                return simple(first, argument, raw);
        }
    }

    private Object enter(int number, Object value) {
        if (number != NO_NUMBER) {
            shared.set(number, value);
        }
        return value;
    }

    private Object checked(Object value, Class<?> type) throws InvalidObjectException {
        if (value != null && !BOXES.getOrDefault(type, type).isInstance(value)) {
            throw mismatch(type, nameOf(value));
        }
        return value;
    }

    private static String nameOf(Object value) {
        return value instanceof PeerObject object ? object.className() : value.getClass().getTypeName();
    }

    private static InvalidObjectException mismatch(Class<?> type, String found) {
        return new InvalidObjectException("expected " + type.getTypeName() + ", got " + found);
    }

    private static Class<?> rawOf(Type type) {
        if (type instanceof Class<?> known) {
            return known;
        } else if (type instanceof ParameterizedType parameterized) {
            return rawOf(parameterized.getRawType());
        } else if (type instanceof GenericArrayType array) {
            return rawOf(array.getGenericComponentType()).arrayType();
        } else if (type instanceof WildcardType wildcard) {
            return rawOf(wildcard.getUpperBounds()[0]);
        }
        return rawOf(((TypeVariable<?>) type).getBounds()[0]);
    }

    /** A type argument of a collection or map; Object where it is not known. */
    private static Type argumentOf(Type type, int index, int count) {
        return type instanceof ParameterizedType parameterized && parameterized.getActualTypeArguments().length == count
                ? parameterized.getActualTypeArguments()[index] : Object.class;
    }

    private Object simple(int first, long argument, Class<?> raw) throws IOException {
        switch (first) {
            case PeerCodes.NULL, PeerCodes.UNDEFINED:
                if (raw.isPrimitive() && raw != void.class) {
                    throw mismatch(raw, "null");
                }
                return null;
            case PeerCodes.TRUE:
                return checked(true, raw);
            case PeerCodes.FALSE:
                return checked(false, raw);
            case PeerCodes.FLOAT16:
                return floating(ofHalf((int) argument), true, raw);
            case PeerCodes.FLOAT32:
                return floating(Float.intBitsToFloat((int) argument), true, raw);
            case PeerCodes.FLOAT64:
                return floating(Double.longBitsToDouble(argument), false, raw);
            default:
                throw damaged("an item that this form does not have: " + Integer.toHexString(first));
        }
    }

    private static double ofHalf(int bits) {
        int exponent = bits >> 10 & 31;
        int mantissa = bits & 1023;
        double size = exponent == 0 ? Math.scalb((double) mantissa, -24)
                : exponent < 31 ? Math.scalb((double) (mantissa + 1024), exponent - 25)
                : mantissa == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        return bits >> 15 == 0 ? size : -size;
    }

    private Object floating(double value, boolean isFloat, Class<?> raw) throws IOException {
        Class<?> boxed = BOXES.getOrDefault(raw, raw);
        if (boxed == Double.class) {
            return value;
        } else if (boxed == Float.class) {
            if (Float.isInfinite((float) value) && !Double.isInfinite(value)) {
                throw new InvalidObjectException(value + " > the largest float: declare double");
            }
            return (float) value;
        } else if (boxed == BigDecimal.class && !Double.isNaN(value) && !Double.isInfinite(value)) {
            return new BigDecimal(value);
        }
        return isFloat ? checked((float) value, raw) : boxed.isAssignableFrom(Double.class) ? value
                : checked(value, raw);
    }

    private Object integer(long value, Class<?> raw) throws IOException {
        Class<?> boxed = BOXES.getOrDefault(raw, raw);
        if (boxed == Integer.class) {
            return (int) inRange(value, Integer.MIN_VALUE, Integer.MAX_VALUE, raw);
        } else if (boxed == Long.class) {
            return value;
        } else if (boxed == Double.class) {
            return exact(value, (long) (double) value, raw) ? (double) value : null;
        } else if (boxed == Float.class) {
            return exact(value, (long) (float) value, raw) ? (float) value : null;
        } else if (boxed == Short.class) {
            return (short) inRange(value, Short.MIN_VALUE, Short.MAX_VALUE, raw);
        } else if (boxed == Byte.class) {
            return (byte) inRange(value, Byte.MIN_VALUE, Byte.MAX_VALUE, raw);
        } else if (boxed == BigInteger.class) {
            return BigInteger.valueOf(value);
        } else if (boxed == BigDecimal.class) {
            return BigDecimal.valueOf(value);
        } else if (value == (int) value) {
            return checked((int) value, raw);
        }
        return checked(value, raw);
    }

    private static long inRange(long value, long least, long most, Class<?> type) throws InvalidObjectException {
        if (value < least || value > most) {
            throw new InvalidObjectException(value + (value < least ? " < " + least : " > " + most) + ", the "
                    + (value < least ? "least " : "largest ") + type.getTypeName() + ": declare long, or send less");
        }
        return value;
    }

    private static boolean exact(long value, long back, Class<?> type) throws InvalidObjectException {
        if (value != back) {
            throw new InvalidObjectException("the integer " + value + " is no exact " + type.getTypeName()
                    + ": send it as a floating-point number");
        }
        return true;
    }

    private Object big(BigInteger value, Class<?> raw) throws IOException {
        if (value.bitLength() < Long.SIZE) {
            return integer(value.longValue(), raw);
        } else if (BOXES.containsKey(raw) && raw != boolean.class && raw != char.class || raw == Long.class) {
            throw new InvalidObjectException(
                    value + " is beyond the range of " + raw.getTypeName() + ": declare BigInteger");
        }
        return checked(value, raw);
    }

    private byte[] bytes(long length) throws StreamCorruptedException {
        need(length);
        byte[] bytes = new byte[(int) length];
        in.get(bytes);
        return bytes;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an enum, as the class says
    private Object text(long length, Class<?> raw) throws IOException {
        byte[] bytes = bytes(length);
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw damaged("a text that is not UTF-8");
        }
        if ((raw == char.class || raw == Character.class) && text.length() == 1) {
            return text.charAt(0);
        } else if (raw.isEnum()) {
            return constant((Class<? extends Enum>) raw, text);
        } else if (!raw.isAssignableFrom(String.class)) {
            throw mismatch(raw, "the text \"" + (text.length() > 40 ? text.substring(0, 40) + "..." : text) + "\"");
        }
        return text;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an enum, as the class says
    private static Object constant(Class<? extends Enum> type, String name) throws InvalidObjectException {
        try {
            return Enum.valueOf(type, name);
        } catch (IllegalArgumentException e) {
            throw new InvalidObjectException(type.getName() + " has no constant " + name + " but "
                    + List.of(type.getEnumConstants()));
        }
    }

    // ---- collections

    private Object elements(int count, Type type, Class<?> raw, int number) throws IOException {
        if (raw.isArray()) {
            return array(count, type, raw, number);
        }
        Collection<Object> found = collection(count, raw);
        enter(number, found);
        Type element = argumentOf(type, 0, 1);
        for (int i = 0; i < count; i++) {
            found.add(element(element, i));
        }
        return found;
    }

    private Object element(Type type, int index) throws IOException {
        try {
            return read(type);
        } catch (InvalidObjectException e) {
            throw new InvalidObjectException("element " + index + ": " + e.getMessage());
        }
    }

    @SuppressWarnings("unchecked") // what it is made for
    private Collection<Object> collection(int count, Class<?> raw) throws IOException {
        Collection<Object> made;
        if (raw.isAssignableFrom(ArrayList.class)) {
            made = new ArrayList<>(Math.min(count, 1 << 16));
        } else if (raw.isAssignableFrom(LinkedHashSet.class)) {
            made = new LinkedHashSet<>();
        } else if (raw.isAssignableFrom(TreeSet.class)) {
            made = new TreeSet<>();
        } else if (Collection.class.isAssignableFrom(raw)) {
            ask(raw, NO_LENGTH);
            return (Collection<Object>) make(raw);
        } else {
            throw mismatch(raw, "a list");
        }
        ask(made.getClass(), NO_LENGTH);
        return made;
    }

    private static Object make(Class<?> raw) throws InvalidObjectException {
        try {
            Constructor<?> constructor = raw.getConstructor();
            return constructor.newInstance();
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new InvalidObjectException(
                    raw.getName() + " cannot be made: it needs a public constructor without arguments ("
                            + e + "); declare List, Set or Map");
        }
    }

    private Object array(int count, Type type, Class<?> raw, int number) throws IOException {
        Class<?> component = raw.getComponentType();
        Type element = type instanceof GenericArrayType generic ? generic.getGenericComponentType() : component;
        ask(raw, count);
        Object array = Array.newInstance(component, count);
        enter(number, array);
        for (int i = 0; i < count; i++) {
            Array.set(array, i, element(element, i));
        }
        return array;
    }

    @SuppressWarnings("unchecked") // what it is made for
    private Object map(int count, Type type, Class<?> raw, int number) throws IOException {
        Map<Object, Object> map;
        if (raw.isAssignableFrom(LinkedHashMap.class)) {
            map = new LinkedHashMap<>();
        } else if (raw.isAssignableFrom(TreeMap.class)) {
            map = new TreeMap<>();
        } else if (raw.isAssignableFrom(ConcurrentHashMap.class)) {
            map = new ConcurrentHashMap<>();
        } else if (Map.class.isAssignableFrom(raw)) {
            ask(raw, NO_LENGTH);
            map = (Map<Object, Object>) make(raw);
        } else if (isOfProgram(raw) && raw != PeerObject.class) {
            return object(raw, count, number);
        } else {
            throw mismatch(raw, "a map");
        }
        ask(map.getClass(), NO_LENGTH);
        enter(number, map);
        Type key = argumentOf(type, 0, 2);
        Type value = argumentOf(type, 1, 2);
        for (int i = 0; i < count; i++) {
            map.put(read(key), read(value));
        }
        return map;
    }

    // ---- tags

    private Object tagged(long tag, Type type, Class<?> raw, int number) throws IOException {
        Class<?> element = tag < Integer.MAX_VALUE ? TYPED_ARRAYS.get((int) tag) : null;
        if (element != null) {
            return typedArray(element, type, raw, number);
        }
        switch ((int) Math.min(tag & Long.MAX_VALUE, Integer.MAX_VALUE)) {
            case PeerCodes.SHARED:
                if (number != NO_NUMBER) {
                    throw damaged("tag 28 twice before one value");
                }
                return sharedValue(type);
            case PeerCodes.SHARED_REFERENCE:
                return earlier(raw);
            case PeerCodes.POSITIVE_BIGNUM:
                return big(new BigInteger(1, (byte[]) read(byte[].class)), raw);
            case PeerCodes.NEGATIVE_BIGNUM:
                return big(new BigInteger(1, (byte[]) read(byte[].class)).not(), raw);
            case PeerCodes.SET:
                int count = readArrayHead();
                return elements(count, raw == Object.class || raw == Collection.class ? LinkedHashSet.class : type,
                        raw == Object.class || raw == Collection.class ? LinkedHashSet.class : raw, number);
            case PeerCodes.ROW_MAJOR_ARRAY:
                return enter(number, checked(rows(), raw));
            case PeerCodes.CHAR:
                long unit = readInteger();
                if (unit < 0 || unit > Character.MAX_VALUE) {
                    throw damaged("a char of " + unit);
                }
                return checked((char) unit, raw);
            case PeerCodes.OBJECT_ARRAY:
                return objectArray(type, raw, number);
            case PeerCodes.ENUM:
                return enumConstant(raw);
            case PeerCodes.OBJECT:
                return named(raw, number);
            case PeerCodes.REMOTE:
                return remote(raw);
            case PeerCodes.THROWABLE:
                return checked(enter(number, throwable()), raw);
            default:
                throw damaged("tag " + Long.toUnsignedString(tag) + ", which this form does not have");
        }
    }

    private Object sharedValue(Type type) throws IOException {
        int number = shared.size();
        shared.add(PENDING);
        Object value = read(type, number);
        if (shared.get(number) == PENDING) {
            shared.set(number, value);
        }
        return value;
    }

    private Object earlier(Class<?> raw) throws IOException {
        long number = readInteger();
        if (number < 0 || number >= shared.size()) {
            throw damaged("a reference to shared value " + number + " of " + shared.size());
        }
        Object value = shared.get((int) number);
        if (value == PENDING) {
            throw new InvalidObjectException(
                    "a record, or an exception, that contains itself: let a class or a list be between");
        }
        return checked(value, raw);
    }

    private Object typedArray(Class<?> element, Type type, Class<?> raw, int number) throws IOException {
        int first = next();
        long length = argument(first);
        if (first >> 5 != PeerCodes.BYTES) {
            throw damaged("a typed array of " + name(first));
        }
        need(length);
        Object array = primitives(element, (int) length);
        if (raw.isInstance(array)) {
            return enter(number, array);
        } else if (Collection.class.isAssignableFrom(raw)) {
            int count = Array.getLength(array);
            Collection<Object> found = collection(count, raw);
            Class<?> wanted = BOXES.getOrDefault(rawOf(argumentOf(type, 0, 1)), rawOf(argumentOf(type, 0, 1)));
            for (int i = 0; i < count; i++) {
                found.add(checked(Array.get(array, i), wanted));
            }
            return enter(number, found);
        }
        throw mismatch(raw, array.getClass().getTypeName() + ": convert the array before");
    }

    private Object primitives(Class<?> element, int bytes) throws IOException {
        int size = element == byte.class || element == boolean.class ? 1
                : element == short.class || element == char.class ? 2
                : element == int.class || element == float.class ? 4 : 8;
        if (bytes % size != 0) {
            throw damaged(bytes + " bytes for elements of " + size);
        }
        ask(element.arrayType(), bytes / size);
        Object array = Array.newInstance(element, bytes / size);
        if (array instanceof double[] a) {
            in.asDoubleBuffer().get(a);
        } else if (array instanceof byte[] a) {
            in.duplicate().get(a);
        } else if (array instanceof int[] a) {
            in.asIntBuffer().get(a);
        } else if (array instanceof long[] a) {
            in.asLongBuffer().get(a);
        } else if (array instanceof float[] a) {
            in.asFloatBuffer().get(a);
        } else if (array instanceof short[] a) {
            in.asShortBuffer().get(a);
        } else if (array instanceof char[] a) {
            in.asCharBuffer().get(a);
        } else {
            boolean[] a = (boolean[]) array;
            for (int i = 0; i < a.length; i++) {
                a[i] = in.get(in.position() + i) != 0;
            }
        }
        in.position(in.position() + bytes);
        return array;
    }

    private Object rows() throws IOException {
        expectArray(2, "an array of rows and columns");
        expectArray(2, "its sizes");
        long rows = readInteger();
        long columns = readInteger();
        Object all = read(Object.class);
        int count = all != null && all.getClass().isArray() ? Array.getLength(all) : -1;
        if (rows < 0 || columns < 0 || rows > Integer.MAX_VALUE || columns > Integer.MAX_VALUE
                || rows * columns != count
                || columns == 0 && rows > in.limit()) {
            throw damaged("an array of " + rows + " rows and " + columns + " columns, with " + count + " elements");
        }
        Class<?> row = all.getClass();
        ask(row.arrayType(), rows);
        Object found = Array.newInstance(row, (int) rows);
        for (int i = 0; i < rows; i++) {
            Object each = Array.newInstance(row.getComponentType(), (int) columns);
            System.arraycopy(all, (int) (i * columns), each, 0, (int) columns);
            Array.set(found, i, each);
        }
        return found;
    }

    private Object objectArray(Type type, Class<?> raw, int number) throws IOException {
        expectArray(2, "an array of objects");
        String name = readName();
        int count = readArrayHead();
        if (Collection.class.isAssignableFrom(raw)) {
            return elements(count, type, raw, number);
        }
        Class<?> component = find(name);
        Class<?> found = component.arrayType();
        if (!raw.isAssignableFrom(found)) {
            throw mismatch(raw, found.getTypeName());
        }
        return array(count, raw.isArray() && rawOf(type) == found ? type : found, found, number);
    }

    private Object enumConstant(Class<?> raw) throws IOException {
        expectArray(2, "an enum constant");
        String className = readName();
        String name = readName();
        if (raw == PeerObject.class) {
            return new PeerObject(className, Map.of("name", name));
        }
        Class<?> found = find(className);
        if (!found.isEnum()) {
            throw new InvalidClassException(className, "is no enum");
        }
        ask(found, NO_LENGTH);
        return checked(constant(found.asSubclass(Enum.class), name), raw);
    }

    private Object named(Class<?> raw, int number) throws IOException {
        expectArray(2, "an object");
        String className = readName();
        int first = next();
        long count = argument(first);
        if (first >> 5 != PeerCodes.MAP) {
            throw damaged("the fields of an object are " + name(first));
        }
        need(count);
        if (raw == PeerObject.class) {
            Map<String, Object> fields = new LinkedHashMap<>();
            Object object = enter(number, new PeerObject(className, fields));
            for (int i = 0; i < count; i++) {
                fields.put(readName(), read(Object.class));
            }
            return object;
        }
        Class<?> found = find(className);
        if (!raw.isAssignableFrom(found)) {
            throw mismatch(raw, className);
        }
        return object(found, (int) count, number);
    }

    private Object object(Class<?> type, int count, int number) throws IOException {
        ClassShape shape = ClassShape.of(type);
        ask(type, NO_LENGTH);
        if (shape.isRecord()) {
            Object[] values = shape.newComponents();
            for (int i = 0; i < count; i++) {
                Field field = shape.field(readName());
                values[shape.place(field)] = readField(shape, field);
            }
            return enter(number, shape.newRecord(values));
        }
        Object object = enter(number, shape.newInstance());
        for (int i = 0; i < count; i++) {
            setField(object, shape, shape.field(readName()));
        }
        return object;
    }

    private Object readField(ClassShape shape, Field field) throws IOException {
        try {
            return read(shape.typeOf(field));
        } catch (InvalidObjectException e) {
            throw new InvalidObjectException(
                    "field " + field.getDeclaringClass().getName() + "." + field.getName() + ": "
                            + e.getMessage());
        }
    }

    private void setField(Object object, ClassShape shape, Field field) throws IOException {
        Object value = readField(shape, field);
        try {
            field.set(object, value);
        } catch (IllegalAccessException e) {
            throw new InvalidClassException(field.getDeclaringClass().getName(), e.getMessage());
        }
    }

    private Object remote(Class<?> raw) throws IOException {
        expectArray(4, "a reference");
        long rank = readInteger();
        long id = readInteger();
        long weight = readInteger();
        String[] interfaces = (String[]) read(String[].class);
        if (rank < 0 || rank >= layer.members() || interfaces == null) {
            throw damaged("a reference to rank " + rank + " of " + layer.members());
        }
        RemoteReference reference = layer.arrive((int) rank, id, weight);
        if (isForRegistry) {
            return checked(new BoundStub(reference, interfaces), raw);
        }
        List<Class<?>> found = new ArrayList<>();
        for (String each : interfaces) {
            Class<?> type = find(each);
            if (!type.isInterface() || !Remote.class.isAssignableFrom(type)) {
                throw new InvalidClassException(each, "is no interface that extends java.rmi.Remote");
            }
            found.add(type);
        }
        if (found.isEmpty() && raw.isInterface() && Remote.class.isAssignableFrom(raw)) {
            found.add(raw);
        }
        return checked(StubFactory.create(found, loader, reference), raw);
    }

    // ---- exceptions

    /** Reads an exception. */
    Throwable throwable() throws IOException {
        expectArray(6, "an exception");
        String name = readName();
        String message = readText();
        Throwable cause = (Throwable) read(Throwable.class);
        StackTraceElement[] trace = new StackTraceElement[readArrayHead()];
        for (int i = 0; i < trace.length; i++) {
            expectArray(4, "a line of a trace");
            trace[i] = new StackTraceElement(readName(), readName(), readText(), (Integer) read(int.class));
        }
        List<?> superclasses = (List<?>) read(List.class);
        Throwable thrown =
                superclasses == null || superclasses.isEmpty() && !name.equals(Throwable.class.getName()) ? null
                        : instance(name, message);
        int first = next();
        long count = argument(first);
        if (first >> 5 != PeerCodes.MAP) {
            throw damaged("the fields of an exception are " + name(first));
        }
        need(count);
        ClassShape shape = thrown == null ? null : ClassShape.ofThrowable(thrown.getClass());
        for (int i = 0; i < count; i++) {
            String field = readName();
            if (shape == null || shape.fields().get(field) == null) {
                skip();
            } else {
                setField(thrown, shape, shape.fields().get(field));
            }
        }
        thrown = thrown != null ? thrown : new PeerException(name, message);
        if (cause != null && thrown.getCause() == null) {
            try {
                thrown.initCause(cause);
            } catch (IllegalStateException e) {
                thrown.addSuppressed(cause); // its constructor has set that there is none
            }
        }
        thrown.setStackTrace(trace);
        return thrown;
    }

    /** Returns null if the class is not known here, or cannot be made of a message. */
    private Throwable instance(String name, String message) throws IOException {
        Class<?> found;
        try {
            found = find(name);
        } catch (InvalidClassException e) {
            return null;
        }
        if (!Throwable.class.isAssignableFrom(found)) {
            return null;
        }
        ask(found, NO_LENGTH);
        for (Class<?>[] parameters : new Class<?>[][] {{String.class}, {}, {String.class, Throwable.class},
            {Object.class}}) {
            try {
                Constructor<?> constructor = found.getDeclaredConstructor(parameters);
                constructor.setAccessible(true);
                Throwable made = (Throwable) constructor.newInstance(
                        parameters.length == 0 ? new Object[0]
                                : parameters.length == 1 ? new Object[] {message} : new Object[] {message, null});
                if (parameters.length > 0 || message == null) {
                    return made;
                }
            } catch (ReflectiveOperationException | RuntimeException e) {
                // the next one
            }
        }
        return null;
    }

    // ---- classes

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // a shortcut
    private Class<?> find(String name) throws InvalidClassException {
        if (name != foundName) {
            found = load(name);
            foundName = name;
        }
        return found;
    }

    private Class<?> load(String name) throws InvalidClassException {
        Class<?> primitive = name.indexOf('.') < 0 && name.indexOf('[') < 0 ? primitive(name) : null;
        if (primitive != null) {
            return primitive;
        }
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            try {
                return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
            } catch (ClassNotFoundException | LinkageError again) {
                throw new InvalidClassException(name, "not found at rank " + layer.rank()
                        + ": put it on the class path there, or declare " + PeerObject.class.getName());
            }
        }
    }

    private static Class<?> primitive(String name) {
        for (Class<?> each : BOXES.keySet()) {
            if (each.getName().equals(name)) {
                return each;
            }
        }
        return null;
    }

    private void ask(Class<?> type, long length) throws InvalidClassException {
        if (filter != null) {
            filter.ask(type, length, depth, shared.size(), in.position());
        }
    }
}
