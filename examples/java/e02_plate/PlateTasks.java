package e02_plate;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/**
 * Solves a plate by tasks of JPVM, one on each rank. The ranks also run {@link Plate}, so that one program has all
 * solvers.
 */
final class PlateTasks {
    private static final int ALL_TASKS = 6;

    private PlateTasks() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        jpvmTaskId[] tasks = jpvm.pvm_parent() == jpvmEnvironment.PvmNoParent ? spawn(jpvm, args) : receive(jpvm);
        Plate.run(args, new TaskMessages(jpvm, tasks));
        jpvm.pvm_exit();
    }

    private static jpvmTaskId[] spawn(jpvmEnvironment jpvm, String[] args) throws jpvmException {
        jpvmTaskId[] tasks = new jpvmTaskId[jpvm.pvm_config().numHosts];
        tasks[0] = jpvm.pvm_mytid();
        for (int rank = 1; rank < tasks.length; rank++) {
            jpvmTaskId[] one = new jpvmTaskId[1];
            jpvm.pvm_spawn("e02_plate.PlateTasks", args, jpvmEnvironment.PvmTaskHost, "rank" + rank, 1, one);
            tasks[rank] = one[0];
        }
        jpvmBuffer all = new jpvmBuffer();
        all.pack(tasks.length);
        all.pack(tasks, tasks.length, 1);
        for (int rank = 1; rank < tasks.length; rank++) {
            jpvm.pvm_send(all, tasks[rank], ALL_TASKS);
        }
        return tasks;
    }

    private static jpvmTaskId[] receive(jpvmEnvironment jpvm) throws jpvmException {
        jpvmBuffer all = jpvm.pvm_recv(jpvm.pvm_parent(), ALL_TASKS).buffer;
        jpvmTaskId[] tasks = new jpvmTaskId[all.upkint()];
        all.unpack(tasks, tasks.length, 1);
        return tasks;
    }
}
