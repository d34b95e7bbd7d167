package jpvm;

/** The hosts of the virtual machine, one per rank of the job. See {@link jpvmEnvironment#pvm_config}. */
public class jpvmConfiguration {
    public int numHosts;
    public String[] hostNames;
    public jpvmTaskId[] hostDaemonTids;

    public jpvmConfiguration() {}

    public jpvmConfiguration(int hosts) {
        numHosts = hosts;
        hostNames = new String[hosts];
        hostDaemonTids = new jpvmTaskId[hosts];
    }
}
