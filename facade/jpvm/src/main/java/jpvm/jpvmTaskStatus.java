package jpvm;

/** The tasks of one host; see {@link jpvmEnvironment#pvm_tasks}. */
public class jpvmTaskStatus {
    public String hostName;
    public int numTasks;
    public String[] taskNames;
    public jpvmTaskId[] taskTids;

    public jpvmTaskStatus() {}

    public jpvmTaskStatus(int tasks) {
        numTasks = tasks;
        taskNames = new String[tasks];
        taskTids = new jpvmTaskId[tasks];
    }
}
