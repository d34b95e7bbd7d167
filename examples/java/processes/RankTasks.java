package processes;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/** One task of JPVM on each rank, so that a program of tasks may also exchange messages as ranks. Stateless. */
public final class RankTasks {
    private static final int ALL_TASKS = 6;

    private RankTasks() {}

    /**
     * Called by the program's first task, which starts the others, and by these.
     *
     * @param program the class whose main all tasks run
     * @return all tasks, by rank
     */
    public static jpvmTaskId[] start(jpvmEnvironment jpvm, Class<?> program, String[] args) throws jpvmException {
        return jpvm.pvm_parent() == jpvmEnvironment.PvmNoParent ? spawn(jpvm, program, args) : receive(jpvm);
    }

    private static jpvmTaskId[] spawn(jpvmEnvironment jpvm, Class<?> program, String[] args) throws jpvmException {
        jpvmTaskId[] tasks = new jpvmTaskId[jpvm.pvm_config().numHosts];
        tasks[0] = jpvm.pvm_mytid();
        for (int rank = 1; rank < tasks.length; rank++) {
            jpvmTaskId[] one = new jpvmTaskId[1];
            jpvm.pvm_spawn(program.getName(), args, jpvmEnvironment.PvmTaskHost, "rank" + rank, 1, one);
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
