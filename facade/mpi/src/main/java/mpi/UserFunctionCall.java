package mpi;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rmi4mpi.message.collective.Reduction;
import org.rmi4mpi.message.data.Layout;

/** Calls a {@link UserFunction}, by the method that its class overrides. Stateless. */
final class UserFunctionCall implements Reduction.Function {
    private final UserFunction function;
    private final boolean takesBytes;

    UserFunctionCall(UserFunction function) {
        this.function = function;
        this.takesBytes = overridesBytes(function.getClass());
    }

    private static boolean overridesBytes(Class<?> type) {
        try {
            return type.getMethod("call", ByteBuffer.class, ByteBuffer.class, int.class, Datatype.class)
                    .getDeclaringClass() != UserFunction.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    @Override
    public void combine(Object in, int inOffset, Object inout, int inoutOffset, int count, Layout layout) {
        Object first = from(in, inOffset);
        Object second = from(inout, inoutOffset);
        if (layout.isObject() || !takesBytes) {
            function.call(first, second, count, Datatype.of(layout));
        } else {
            ByteBuffer left = bytes(first, layout);
            ByteBuffer right = bytes(second, layout);
            function.call(left, right, count, Datatype.of(layout));
            layout.element().read(right, 0, second, 0, Array.getLength(second));
        }
        if (second != inout) {
            System.arraycopy(second, 0, inout, inoutOffset, Array.getLength(second));
        }
    }

    /** The array for the function, which begins with the first element. */
    private static Object from(Object array, int offset) {
        if (offset == 0) {
            return array;
        }
        int length = Array.getLength(array) - offset;
        Object rest = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, offset, rest, 0, length);
        return rest;
    }

    private static ByteBuffer bytes(Object array, Layout layout) {
        int length = Array.getLength(array);
        ByteBuffer bytes = ByteBuffer.allocateDirect(length * layout.elementSize()).order(ByteOrder.nativeOrder());
        layout.element().write(array, 0, length, bytes, 0);
        return bytes;
    }
}
