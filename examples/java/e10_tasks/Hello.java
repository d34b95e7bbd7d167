package e10_tasks;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/** Spawns tasks of its own class. Each of them says hello. */
final class Hello {
    private static final int TASKS = 4;
    private static final int GREETING = 1;

    private Hello() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() == jpvmEnvironment.PvmNoParent) {
            listen(jpvm);
        } else {
            jpvmBuffer greeting = new jpvmBuffer();
            greeting.pack("hello from " + jpvm.pvm_mytid());
            jpvm.pvm_send(greeting, jpvm.pvm_parent(), GREETING);
        }
        jpvm.pvm_exit();
    }

    private static void listen(jpvmEnvironment jpvm) throws jpvmException {
        jpvmTaskId[] tasks = new jpvmTaskId[TASKS];
        int started = jpvm.pvm_spawn("e10_tasks.Hello", TASKS, tasks);
        System.out.println(started + " tasks on " + jpvm.pvm_config().numHosts + " ranks");
        for (int i = 0; i < started; i++) {
            jpvmMessage message = jpvm.pvm_recv(tasks[i], GREETING);
            System.out.println("task " + i + ": " + message.buffer.upkstr());
        }
    }
}
