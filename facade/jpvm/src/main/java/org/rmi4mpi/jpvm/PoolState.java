package org.rmi4mpi.jpvm;

import java.io.Serializable;
import java.util.List;
import org.rmi4mpi.jpvm.task.TaskInfo;

/**
 * The state of a rank's tasks.
 *
 * @param sent number of messages that its tasks have sent since the job began
 * @param accepted number of messages that have arrived for them
 */
record PoolState(List<TaskInfo> tasks, long sent, long accepted) implements Serializable {
    boolean allWait() {
        return tasks.stream().allMatch(TaskInfo::waits);
    }
}
