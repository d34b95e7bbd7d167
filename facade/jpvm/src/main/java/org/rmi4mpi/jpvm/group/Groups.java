package org.rmi4mpi.jpvm.group;

import java.lang.reflect.Array;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.jpvm.mail.Endpoint;
import org.rmi4mpi.jpvm.mail.Envelope;
import org.rmi4mpi.jpvm.mail.Mail;
import org.rmi4mpi.jpvm.mail.MailPattern;
import org.rmi4mpi.jpvm.pack.ElementType;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.pack.Unpacking;

/** The groups of one environment, and the collective operations of their members. Used by the task's threads. */
public final class Groups {
    private final GroupService service;
    private final Endpoint endpoint;
    private final Set<String> joined = ConcurrentHashMap.newKeySet();

    public Groups(GroupService service, Endpoint endpoint) {
        this.service = service;
        this.endpoint = endpoint;
    }

    /** A query to rank 0. */
    private interface Request<T> {
        T ask(GroupServer server) throws RemoteException;
    }

    private <T> T ask(String what, String group, Request<T> request) throws TaskException {
        if (group == null) {
            throw new TaskException(what + ": the name of the group is null");
        } else if (endpoint.isClosed()) {
            throw left(what, group);
        }
        try {
            return request.ask(service.server());
        } catch (RemoteException e) {
            throw new TaskException(what + ": rank 0, which keeps the groups, cannot be asked: " + e, e);
        }
    }

    private static TaskException left(String what, String group) {
        return new TaskException(what + " of group " + group + ": the environment has been left by pvm_exit");
    }

    /** Returns this task's number in the group. */
    public int join(String group) throws TaskException {
        int instance = ask("pvm_joingroup", group, server -> server.join(group, endpoint.port()));
        joined.add(group);
        if (endpoint.isClosed()) { // by another thread, which may not have seen this group
            leaveAll();
            throw left("pvm_joingroup", group);
        }
        return instance;
    }

    public void leave(String group) throws TaskException {
        if (!ask("pvm_lvgroup", group, server -> server.leave(group, endpoint.port()))) {
            throw notMember("pvm_lvgroup", group);
        }
        joined.remove(group);
    }

    /** Leaves all groups, when the environment is left. */
    public void leaveAll() {
        for (String each : joined) {
            try {
                service.server().leave(each, endpoint.port());
            } catch (RemoteException e) {
                // The job is ending.
            }
        }
    }

    private TaskException notMember(String what, String group) {
        return new TaskException(what + ": this task, port #" + endpoint.port() + ", is not a member of group " + group
                + ": call pvm_joingroup first");
    }

    /** Ports of the members, indexed by number; {@link MailPattern#NOBODY} for free numbers. */
    private int[] members(String what, String group) throws TaskException {
        return ask(what, group, server -> server.members(group));
    }

    /** Waits until the given number of members have called this method; -1 for all. */
    public void barrier(String group, int count) throws TaskException {
        if (count < -1 || count == 0) {
            throw new TaskException("pvm_barrier of group " + group + ": a count of " + count
                    + ": give the number of members to wait for, or -1 for all");
        }
        int number = ask("pvm_barrier", group, server -> server.arrive(group, count, endpoint.port()));
        if (number < 0) {
            throw notMember("pvm_barrier", group);
        }
        endpoint.receive(new MailPattern(Envelope.GROUP, false, service.port(), false, number), 0);
    }

    private int[] checkedMembers(String what, String group, int root) throws TaskException {
        int[] members = members(what, group);
        if (instance(members, endpoint.port()) < 0) {
            throw notMember(what, group);
        } else if (root < 0 || root >= members.length || members[root] == MailPattern.NOBODY) {
            throw new TaskException(what + ": the root " + root + " is not a member of group " + group
                    + ", which has numbers up to "
                    + (members.length - 1));
        }
        return members;
    }

    private static int instance(int[] members, int port) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == port) {
                return i;
            }
        }
        return -1;
    }

    /** Number of members; 0 if there is no such group. */
    public int size(String group) throws TaskException {
        return (int) Arrays.stream(members("pvm_gsize", group)).filter(each -> each != MailPattern.NOBODY).count();
    }

    /** Number of a task in a group; -1 if it is not a member. */
    public int instance(String group, int port) throws TaskException {
        int[] members = members("pvm_getinst", group);
        return port == MailPattern.NOBODY ? -1 : instance(members, port);
    }

    /** The member with this number; {@link MailPattern#NOBODY} if there is none. */
    public int member(String group, int instance) throws TaskException {
        int[] members = members("pvm_gettid", group);
        return instance < 0 || instance >= members.length ? MailPattern.NOBODY : members[instance];
    }

    /** The members except this task. */
    public int[] others(String what, String group) throws TaskException {
        return Arrays.stream(members(what, group))
                .filter(each -> each != MailPattern.NOBODY && each != endpoint.port()).toArray();
    }

    private static ElementType typeOf(String what, String name, Object array, long least) throws TaskException {
        for (ElementType type : ElementType.values()) {
            if (type.size > 0 && array != null && type.newArray(0).getClass() == array.getClass()) {
                if (Array.getLength(array) < least) {
                    throw new TaskException(what + ": " + name + " has " + Array.getLength(array) + " elements < "
                            + least);
                }
                return type;
            }
        }
        throw new TaskException(what + ": " + name + " is " + (array == null ? "null" : array.getClass().getTypeName())
                + ": give an array of byte, char, short, int, long, float or double");
    }

    private static void checkCount(String what, int count) throws TaskException {
        if (count < 0) {
            throw new TaskException(what + ": a count of " + count + ": give one from 0");
        }
    }

    private void send(ElementType type, Object array, int from, int count, int member, int tag) throws TaskException {
        Object part = array;
        if (from > 0) {
            part = type.newArray(count);
            System.arraycopy(array, from, part, 0, count);
        }
        Packing packing = new Packing();
        packing.pack(type, part, count, count, 1);
        endpoint.sendToMember(packing, member, tag);
    }

    private void receive(String what, String group, ElementType type, Object array, int to, int count, int member,
            int tag) throws TaskException {
        Mail mail = endpoint.receiveFromMember(new MailPattern(Envelope.GROUP, false, member, false, tag),
                () -> instance(members(what, group), member) >= 0);
        if (mail == null) {
            throw new TaskException(what + ": member port #" + member + " has left group " + group
                    + " before it sent its data with tag " + tag);
        }
        Object part = type.newArray(count);
        new Unpacking(mail.open()).unpack(type, part, count, count, 1);
        System.arraycopy(part, 0, array, to, count);
    }

    /**
     * Combines the data of all members element by element, in the order of their numbers. The result replaces the
     * root's data.
     */
    public void reduce(Reduction reduction, Object data, int count, int tag, String group,
            int root) throws TaskException {
        checkCount("pvm_reduce", count);
        ElementType type = typeOf("pvm_reduce", "data", data, count);
        int[] members = checkedMembers("pvm_reduce", group, root);
        if (members[root] != endpoint.port()) {
            send(type, data, 0, count, members[root], tag);
            return;
        }
        Object all = null;
        for (int member : members) {
            if (member == MailPattern.NOBODY) {
                continue;
            }
            Object next = type.newArray(count);
            if (member == endpoint.port()) {
                System.arraycopy(data, 0, next, 0, count);
            } else {
                receive("pvm_reduce", group, type, next, 0, count, member, tag);
            }
            if (all == null) {
                all = next;
            } else {
                reduction.combine(all, next, count);
            }
        }
        System.arraycopy(all, 0, data, 0, count);
    }

    /** Gathers the data of all members at the root, concatenated in the order of their numbers. */
    public void gather(Object result, Object data, int count, int tag, String group, int root) throws TaskException {
        checkCount("pvm_gather", count);
        ElementType type = typeOf("pvm_gather", "data", data, count);
        int[] members = checkedMembers("pvm_gather", group, root);
        if (members[root] != endpoint.port()) {
            send(type, data, 0, count, members[root], tag);
            return;
        }
        checkSame("pvm_gather", type, typeOf("pvm_gather", "result", result, (long) count * members.length));
        for (int i = 0; i < members.length; i++) {
            if (members[i] == endpoint.port()) {
                System.arraycopy(data, 0, result, i * count, count);
            } else if (members[i] != MailPattern.NOBODY) {
                receive("pvm_gather", group, type, result, i * count, count, members[i], tag);
            }
        }
    }

    /** Distributes the root's data in equal parts to all members, in the order of their numbers. */
    public void scatter(Object result, Object data, int count, int tag, String group, int root) throws TaskException {
        checkCount("pvm_scatter", count);
        ElementType type = typeOf("pvm_scatter", "result", result, count);
        int[] members = checkedMembers("pvm_scatter", group, root);
        if (members[root] != endpoint.port()) {
            receive("pvm_scatter", group, type, result, 0, count, members[root], tag);
            return;
        }
        checkSame("pvm_scatter", type, typeOf("pvm_scatter", "data", data, (long) count * members.length));
        for (int i = 0; i < members.length; i++) {
            if (members[i] == endpoint.port()) {
                System.arraycopy(data, i * count, result, 0, count);
            } else if (members[i] != MailPattern.NOBODY) {
                send(type, data, i * count, count, members[i], tag);
            }
        }
    }

    private static void checkSame(String what, ElementType one, ElementType other) throws TaskException {
        if (one != other) {
            throw new TaskException(what + ": data and result are of different types: " + one + " and " + other);
        }
    }
}
