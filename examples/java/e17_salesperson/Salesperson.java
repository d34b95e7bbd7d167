package e17_salesperson;

import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import processes.Comparison;
import processes.Processes;

/**
 * The travelling salesperson's problem by branch and bound: the shortest tour through all cities. Process 0 has a queue
 * of jobs, which are the beginnings of tours. Each process takes one job after the other. The length of the shortest
 * tour so far bounds the search of all.
 *
 * <p>Arguments: cities, how often.
 */
public final class Salesperson {
    private static final int CITIES = 20;
    private static final int CITIES_OF_JOB = 4;
    private static final long SEED = 1;

    private final Processes processes;
    private final Search search;
    private final DeskObject ownDesk = new DeskObject();
    private final List<Bound> bounds = new ArrayList<>();
    private Desk desk;

    private Salesperson(Processes processes, int cities) {
        this.processes = processes;
        search = new Search(cities, SEED);
    }

    /** Called by any thread. */
    private final class DeskObject implements Desk {
        private Iterator<byte[]> jobs;
        private int shortest;

        synchronized void begin() {
            jobs = search.beginnings(CITIES_OF_JOB).iterator();
            shortest = Integer.MAX_VALUE;
        }

        @Override
        public synchronized byte[] next() {
            return jobs.hasNext() ? jobs.next() : null;
        }

        @Override
        public void found(int length) throws RemoteException {
            if (isShortest(length)) {
                for (Bound bound : bounds) {
                    bound.shorten(length);
                }
            }
        }

        private synchronized boolean isShortest(int length) {
            boolean isShortest = length < shortest;
            shortest = Math.min(shortest, length);
            return isShortest;
        }

        synchronized int shortest() {
            return shortest;
        }
    }

    public static void main(String[] args) throws Exception {
        Processes processes = new Processes();
        Salesperson person = new Salesperson(processes, args.length > 0 ? Integer.parseInt(args[0]) : CITIES);
        person.find();
        Comparison.run(processes, args.length > 1 ? Integer.parseInt(args[1]) : 1, person::sequential, person::byJobs);
        processes.end();
    }

    private void find() throws Exception {
        processes.bind("bound", search);
        if (processes.rank() == 0) {
            processes.bind("desk", ownDesk);
            for (int i = 0; i < processes.size(); i++) {
                bounds.add(processes.find("bound", i));
            }
            desk = ownDesk;
        } else {
            desk = processes.find("desk", 0);
        }
    }

    private Integer sequential() throws Exception {
        search.forget();
        for (byte[] beginning : search.beginnings(CITIES_OF_JOB)) {
            search.run(beginning, length -> {});
        }
        return search.bound();
    }

    private Integer byJobs() throws Exception {
        search.forget();
        if (processes.rank() == 0) {
            ownDesk.begin();
        }
        processes.meet(); // the jobs are there
        for (byte[] job = desk.next(); job != null; job = desk.next()) {
            search.run(job, desk::found);
        }
        processes.meet(); // all jobs are done
        return processes.rank() == 0 ? ownDesk.shortest() : null;
    }
}
