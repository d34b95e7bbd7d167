package e02_plate;

import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import processes.RankTasks;

/**
 * Solves a plate by tasks of JPVM, one on each rank. The ranks also run {@link Plate}, so that one program has all
 * solvers.
 */
final class PlateTasks {
    private PlateTasks() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        Plate.run(args, new TaskMessages(jpvm, RankTasks.start(jpvm, PlateTasks.class, args)));
        jpvm.pvm_exit();
    }
}
