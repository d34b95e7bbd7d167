package org.rmi4mpi.jpvm.rewrite;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets handlers pass on the exit of a task, since the exit of a JVM reaches no handler. Each handler of a named type of
 * exception begins with a call of {@code TaskCalls.passOnExit}. The JDK may wrap the exit, for example in a
 * CompletionException, so this holds for all types. Handlers without a type stay as they are: they leave monitors, and
 * run blocks of finally.
 */
final class ExitHandlers extends MethodVisitor {
    private final String calls;
    private final boolean hasFrames;
    private final Set<Label> handlers = new HashSet<>();
    /** Whether a handler has begun, whose frame comes before its first instruction. */
    private boolean isBegun;

    /**
     * @param calls internal name of the class that has the method to call
     * @param hasFrames whether each handler begins with a stack map frame: classes of Java 5 and before have none
     */
    ExitHandlers(MethodVisitor next, String calls, boolean hasFrames) {
        super(Opcodes.ASM9, next);
        this.calls = calls;
        this.hasFrames = hasFrames;
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        if (type != null) {
            handlers.add(handler);
        }
        super.visitTryCatchBlock(start, end, handler, type);
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        isBegun = handlers.contains(label);
        if (!hasFrames) {
            passOn();
        }
    }

    @Override
    public void visitFrame(int type, int numLocal, Object[] local, int numStack, Object[] stack) {
        super.visitFrame(type, numLocal, local, numStack, stack);
        passOn();
    }

    private void passOn() {
        if (isBegun) {
            isBegun = false;
            super.visitInsn(Opcodes.DUP);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, calls, "passOnExit", "(Ljava/lang/Throwable;)V", false);
        }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 1, maxLocals);
    }
}
