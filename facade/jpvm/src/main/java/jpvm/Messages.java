package jpvm;

import org.rmi4mpi.jpvm.mail.Endpoint;
import org.rmi4mpi.jpvm.mail.Mail;
import org.rmi4mpi.jpvm.mail.MailPattern;

/** The messages of one environment: mail, as programs see it. Used by the task's threads. */
final class Messages {
    private final Endpoint endpoint;
    private final jpvmTaskId own;

    Messages(Endpoint endpoint, jpvmTaskId own) {
        this.endpoint = endpoint;
        this.own = own;
    }

    void send(jpvmBuffer buffer, jpvmTaskId tid, int tag) throws jpvmException {
        if (buffer == null) {
            throw new jpvmException("pvm_send: the buffer is null; it was to go to " + tid + " with tag " + tag);
        } else if (tid == null) {
            throw new jpvmException("pvm_send: the task id is null; tag " + tag);
        }
        Requests.order(() -> endpoint.send(buffer.packing(), tid.getHost(), tid.getPort(), tag, buffer));
    }

    jpvmMessage receive(MailPattern pattern) throws jpvmException {
        return message(Requests.ask(() -> endpoint.receive(pattern, 0)));
    }

    /** Returns null if none comes in time. */
    jpvmMessage receiveWithin(MailPattern pattern, long milliseconds) throws jpvmException {
        return message(Requests.ask(() -> endpoint.receiveWithin(pattern, milliseconds)));
    }

    /** Returns null if none has arrived. */
    jpvmMessage receiveNow(MailPattern pattern) throws jpvmException {
        return message(Requests.ask(() -> endpoint.receiveNow(pattern)));
    }

    boolean probe(MailPattern pattern) throws jpvmException {
        return Requests.ask(() -> endpoint.hasMail(pattern));
    }

    /** Sends to one of several tasks. */
    interface Send {
        void to(int index) throws jpvmException;
    }

    /**
     * Sends to several tasks. A failure does not stop the other sends.
     *
     * @throws jpvmException the first failure, after all sends
     */
    static void sendToAll(int count, Send send) throws jpvmException {
        jpvmException first = null;
        int failed = 0;
        for (int i = 0; i < count; i++) {
            try {
                send.to(i);
            } catch (jpvmException e) {
                first = first == null ? e : first;
                failed++;
            }
        }
        if (first != null) {
            throw new jpvmException("pvm_mcast: " + failed + " of " + count + " tasks were not sent to; the first: "
                    + first.getMessage(), first);
        }
    }

    private jpvmMessage message(Mail mail) {
        if (mail == null) {
            return null;
        }
        jpvmBuffer buffer = mail.original() instanceof jpvmBuffer same ? same : new jpvmBuffer(mail.open());
        int source = mail.envelope().source();
        jpvmTaskId sender = source == own.getPort() ? own : VirtualMachine.id(source);
        return new jpvmMessage(buffer, own, sender, mail.envelope().tag());
    }
}
