package chat;

import java.rmi.Naming;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;

/** Is called back while it calls, and ends when all have said something. */
public class GuestClient extends UnicastRemoteObject implements Guest {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final StringBuilder heard = new StringBuilder();
    private int lines;

    public GuestClient(String name) throws RemoteException {
        this.name = name;
    }

    public String name() {
        return name;
    }

    public synchronized void heard(String from, String text) {
        if (!from.equals("room")) {
            heard.append(text).append(';');
            lines++;
            notifyAll();
        }
    }

    synchronized void awaitLines(int number) throws InterruptedException {
        while (lines < number) {
            wait();
        }
    }

    public static void main(String[] args) throws Exception {
        int guests = Integer.parseInt(args[0]);
        Room room = (Room) Naming.lookup("rmi://localhost:1099/room");
        GuestClient me = new GuestClient("guest " + System.getProperty("rmi4mpi.rank"));
        UnicastRemoteObject asObject = (UnicastRemoteObject) (Remote) me;
        room.join(me);
        for (int i = 0; me.lines < guests; i++) { // until all have come
            room.say(me.name, i + " of " + me.name);
            Thread.sleep(20);
        }
        me.awaitLines(guests);
        room.leave(me);
        System.out.println(me.name + " heard something: " + (me.heard.length() > 0));
        UnicastRemoteObject.unexportObject(asObject, true);
        try {
            UnicastRemoteObject.unexportObject(me, true);
        } catch (NoSuchObjectException e) {
            System.out.println(me.name + " is gone");
        }
    }
}
