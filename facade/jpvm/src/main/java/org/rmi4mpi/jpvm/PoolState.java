package org.rmi4mpi.jpvm;

import java.io.Serializable;
import java.util.List;

/**
 * What a rank has to do still.
 *
 * @param sent how much mail its tasks have sent since the job began
 * @param accepted how much mail has come for them
 */
record PoolState(List<TaskInfo> tasks, long sent, long accepted) implements Serializable {
    boolean allWait() {
        return tasks.stream().allMatch(TaskInfo::waits);
    }
}
