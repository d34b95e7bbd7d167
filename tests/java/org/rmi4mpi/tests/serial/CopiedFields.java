package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertArrayEquals;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.rmi4mpi.serial.FieldCopier;

/** Fills fields with extreme values, and compares the fields of copies. Stateless. */
final class CopiedFields {
    private static final Object[] EXTREMES = {
        Boolean.TRUE, Boolean.FALSE, Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) -1, Character.MIN_VALUE,
        Character.MAX_VALUE, '\u8000', Short.MIN_VALUE, Short.MAX_VALUE, (short) -1, Integer.MIN_VALUE,
        Integer.MAX_VALUE, -1, 0x01020304, Long.MIN_VALUE, Long.MAX_VALUE, -1L, 0x0102030405060708L, Float.MIN_VALUE,
        Float.NEGATIVE_INFINITY, -0.0f, Float.intBitsToFloat(0x7fc0_1234), Float.intBitsToFloat(0xffff_ffff),
        Double.MIN_VALUE, Double.NEGATIVE_INFINITY, -0.0, Double.longBitsToDouble(0x7ff8_0000_0000_1234L),
        Double.longBitsToDouble(-1L), "text", new int[] {1}, List.of("list")};

    private CopiedFields() {}

    /** Any value that a field can have. */
    static Object extreme(Class<?> type, Random random) {
        Class<?> boxed = java.lang.invoke.MethodType.methodType(type).wrap().returnType();
        List<Object> fit = Arrays.stream(EXTREMES).filter(boxed::isInstance).toList();
        return fit.isEmpty() ? null : fit.get(random.nextInt(fit.size()));
    }

    private static List<Field> fieldsOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                field.setAccessible(true);
                fields.add(field);
            }
        }
        return fields;
    }

    /** Gives each field any value that it can have. */
    static void fill(Object object, Random random) throws ReflectiveOperationException {
        for (Field field : fieldsOf(object.getClass())) {
            field.set(object, extreme(field.getType(), random));
        }
    }

    static void assertEqualFields(Object copy, Object original) throws ReflectiveOperationException {
        for (Field field : fieldsOf(original.getClass())) {
            if (!field.isSynthetic()) {
                assertThat(field.toString(), GraphText.of(field.get(copy)), is(GraphText.of(field.get(original))));
            }
        }
    }

    /** Each copier reads what either copier has written. */
    static void assertCopied(Object object) throws Throwable {
        Class<?> type = object.getClass();
        Copiers copiers = Copiers.of(type);
        assertThat(type + " has a generated copier", copiers.generated(), notNullValue());
        byte[] bytes = Copiers.written(object, type, copiers.interpreted());
        assertArrayEquals(bytes, Copiers.written(object, type, copiers.generated()));
        for (FieldCopier reader : List.of(copiers.interpreted(), copiers.generated())) {
            Object copy = Copiers.copy(object, copiers.generated(), reader);
            assertThat(copy.getClass(), sameInstance((Object) type));
            assertEqualFields(copy, object);
            assertArrayEquals("to the bit", bytes, Copiers.written(copy, type, copiers.interpreted()));
        }
    }
}
