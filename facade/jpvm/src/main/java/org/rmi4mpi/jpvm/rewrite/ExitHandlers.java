package org.rmi4mpi.jpvm.rewrite;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets handlers pass on the exit of a task, since the exit of a JVM reaches no handler. Each handler of a named type of
 * exception begins with a call of {@code TaskCalls.passOnExit}. The JDK may wrap the exit, for example in a
 * CompletionException, so this holds for all types. Handlers without a type stay as they are: they leave monitors, and
 * run blocks of finally. Handlers that close a resource begin with {@code TaskCalls.passOnExitUnlessKilled}; see
 * {@link ClosingHandlers}.
 */
final class ExitHandlers extends EachInstruction {
    private static final String EACH = "passOnExit";
    private static final String CLOSING = "passOnExitUnlessKilled";

    private final BitSet closings;
    private int blocks;
    /** The method of TaskCalls that each handler calls. */
    private final Map<Label, String> handlers = new HashMap<>();
    /** The method to call before the next instruction, which is the first of a handler; otherwise null. */
    private String call;

    /** @param closings numbers of the blocks of try whose handlers close a resource */
    ExitHandlers(MethodVisitor next, BitSet closings) {
        super(next);
        this.closings = closings;
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        if (type != null) {
            handlers.put(handler, closings.get(blocks) ? CLOSING : EACH);
        }
        blocks++;
        super.visitTryCatchBlock(start, end, handler, type);
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        call = handlers.getOrDefault(label, call);
    }

    @Override
    void begins() {
        if (call != null) {
            String called = call;
            call = null; // Before the visit of the new instructions.
            super.visitInsn(Opcodes.DUP);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, TaskRewriter.CALLS, called, "(Ljava/lang/Throwable;)V",
                    false);
        }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 1, maxLocals);
    }
}
