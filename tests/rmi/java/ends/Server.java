package ends;

import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Serves in one of several ways. */
public class Server extends UnicastRemoteObject implements Service {
    private static final long serialVersionUID = 1L;

    public Server() throws RemoteException {}

    @Override
    public String ping(String text) {
        return text;
    }

    @Override
    public void remind(Reminder reminder) {
        new Thread(() -> {
            try {
                Thread.sleep(500);
                reminder.remind("reminded");
            } catch (RemoteException | InterruptedException e) {
                System.out.println("nobody to remind: " + e);
            }
        }).start();
    }

    @Override
    public void keep(Reminder reminder) throws RemoteException {
        reminder.remind("kept");
        while (true) {
            LockSupport.park();
        }
    }

    @Override
    public void shutdown() {
        System.exit(0);
    }

    @Override
    public void shutdownWithLock() {
        new Thread(() -> {
            synchronized (this) {
                pause();
                System.exit(0);
            }
        }).start();
    }

    @Override
    public synchronized String pingWithLock(String text) {
        return text;
    }

    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void shutdownSoon() {
        new Thread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                return;
            }
            Runtime.getRuntime().exit(0);
        }).start();
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("begins-late")) {
            pause();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("server's hook")));
        LocateRegistry.createRegistry(2020).rebind("service", new Server());
        switch (args[0]) {
            case "returns", "begins-late" -> {}
            case "sleeps" -> Thread.sleep(Long.MAX_VALUE);
            case "looks-on" -> lookOn();
            case "reads" -> System.in.transferTo(System.out);
            case "schedules" ->
                Executors.newScheduledThreadPool(1).scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.SECONDS);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Looks for a name until the job ends, and goes on then. Any exception other than a RemoteException is a fault. */
    private static void lookOn() throws Exception {
        while (true) {
            try {
                ((Service) LocateRegistry.getRegistry(2020).lookup("service")).ping("");
                LocateRegistry.getRegistry(2020).list();
            } catch (RemoteException e) {
                Thread.sleep(1);
            } catch (IllegalStateException e) {
                System.out.println("unexpected: " + e);
                throw e;
            }
        }
    }
}
