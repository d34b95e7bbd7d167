package org.rmi4mpi.gateway;

import java.lang.ref.WeakReference;
import java.rmi.Remote;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What one user has come to outside: by the objects that stand for those of ranks. Without logins all clients share one session.
 * Synchronized.
 */
final class Session {
    private final String user;
    private final Map<String, Passage> passages = new HashMap<>();

    Session(String user) {
        this.user = user;
    }

    String user() {
        return user;
    }

    /** Who makes the call of this thread. A login counts more than a certificate. */
    Caller caller() {
        Connection connection = Connection.current();
        Caller caller = connection == null ? new Caller(Caller.NOBODY, "") : connection.caller();
        return user.equals(Caller.NOBODY) ? caller : new Caller(user, caller.address());
    }

    /** The passage by a published name, whose object has these interfaces. */
    synchronized Passage passage(String name, Set<Class<?>> interfaces, Crossing crossing) {
        Passage known = passages.get(name);
        if (known == null || !known.interfaces().equals(interfaces)) {
            known = new Passage(this, name, interfaces, Signatures.ofRanks(interfaces), crossing, new Standins());
            passages.put(name, known);
        }
        return known;
    }

    /** The objects that stand outside for those of ranks, while somebody refers to them. Synchronized. */
    static final class Standins {
        private final Map<Object, WeakReference<Remote>> all = new HashMap<>();

        synchronized Remote get(Object key) {
            WeakReference<Remote> known = all.get(key);
            return known == null ? null : known.get();
        }

        synchronized void put(Object key, Remote standin) {
            if (all.size() > 64 && all.size() % 64 == 0) {
                all.values().removeIf(each -> each.get() == null);
            }
            all.put(key, new WeakReference<>(standin));
        }
    }
}
