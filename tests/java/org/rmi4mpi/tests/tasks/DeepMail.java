package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * Tasks send and receive at the end of their stacks. Each message that was sent successfully is received once, in
 * order. The argument names the method that receives.
 */
final class DeepMail {
    private static final int ROUNDS = 3;
    private static final int DATA = 1;
    private static final int COUNT = 2;
    private static final int DONE = 3;

    private final jpvmEnvironment jpvm;
    private final jpvmTaskId other;
    private final boolean waits;
    private int depth;
    private int count;

    private DeepMail(jpvmEnvironment jpvm, jpvmTaskId other, boolean waits) {
        this.jpvm = jpvm;
        this.other = other;
        this.waits = waits;
    }

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        jpvmTaskId[] other = {jpvm.pvm_parent()};
        boolean sends = other[0] == null;
        if (sends) {
            jpvm.pvm_spawn(DeepMail.class.getName(), args, 1, other);
        }
        DeepMail mail = new DeepMail(jpvm, other[0], args[0].equals("pvm_recv"));
        for (int round = 0; round < ROUNDS; round++) {
            if (sends) {
                mail.sendDown();
                jpvm.pvm_send(Expect.buffer(mail.count), other[0], COUNT);
                jpvm.pvm_recv(other[0], DONE);
            } else {
                int sent = jpvm.pvm_recv(other[0], COUNT).buffer.upkint();
                while (mail.count < sent) {
                    mail.receiveDown(sent);
                }
                assertThat("more than were sent", jpvm.pvm_probe(other[0], DATA), is(false));
                jpvm.pvm_send(new jpvmBuffer(), other[0], DONE);
            }
        }
        if (sends) {
            System.out.println(args[0] + " at the end of the stack as expected");
        }
    }

    /** Begins with the deepest. */
    private void sendDown() throws jpvmException {
        try {
            sendDown();
        } catch (StackOverflowError e) {
            // one less deep is tried
        }
        if (++depth % 8 == 0) {
            try {
                jpvm.pvm_send(Expect.buffer(count), other, DATA);
                count++;
            } catch (StackOverflowError e) {
                // it has not been sent
            }
        }
    }

    private void receiveDown(int sent) throws jpvmException {
        try {
            receiveDown(sent);
        } catch (StackOverflowError e) {
            // one less deep is tried
        }
        if (count < sent) {
            try {
                jpvmMessage message = waits ? jpvm.pvm_recv(other, DATA) : jpvm.pvm_nrecv(other, DATA);
                if (message != null) {
                    int number = message.buffer.upkint();
                    if (number != count) {
                        throw new AssertionError("message " + number + " in place of " + count);
                    }
                    count++;
                }
            } catch (StackOverflowError e) {
                // none has been received
            }
        }
    }
}
