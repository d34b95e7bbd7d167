package chat;

import java.net.InetAddress;
import java.rmi.Naming;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;

/** Calls its guests back, and parks its main thread forever. */
public class RoomServer extends UnicastRemoteObject implements Room {
    private static final long serialVersionUID = 1L;

    private final List<Guest> guests = new ArrayList<>();

    protected RoomServer() throws RemoteException {}

    @Override
    public synchronized void join(Guest guest) throws RemoteException {
        guests.add(guest);
        say("room", guest.name() + " came");
    }

    @Override
    public synchronized void say(String name, String text) {
        guests.removeIf(guest -> {
            try {
                guest.heard(name, text);
                return false;
            } catch (RemoteException e) {
                System.out.println("lost a guest: " + e);
                return true;
            }
        });
    }

    @Override
    public synchronized void leave(Guest guest) throws RemoteException {
        if (!guests.remove(guest)) {
            throw new RemoteException("no such guest");
        }
        say("room", guest.name() + " went");
    }

    public static void main(String[] args) throws Exception {
        try {
            LocateRegistry.createRegistry(1099);
        } catch (RemoteException e) {
            System.out.println("registry is there: " + e);
        }
        Naming.rebind("//" + InetAddress.getLocalHost().getHostName() + "/room", new RoomServer());
        System.out.println("room open");
        Object forEver = new Object();
        synchronized (forEver) {
            forEver.wait();
        }
    }
}
