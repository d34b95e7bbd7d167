package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.net.MalformedURLException;
import java.rmi.ConnectException;
import java.rmi.Remote;
import java.rmi.server.ExportException;
import org.hamcrest.Matcher;
import org.junit.Test;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.Program;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Names, and what happens where there is no job. */
public class NamingTest {
    @Test
    public void wrongUrlsAreRefused() {
        for (String url : new String[] {"http://host/x", "rmi:x", "//host/x#y", "//host/x?y", "rmi://a b/x",
            "//u@h/x"}) {
            MalformedURLException e = assertThrows(url, MalformedURLException.class, () -> Naming.lookup(url));
            assertThat(e.getMessage(), containsString(url));
        }
        assertThrows(MalformedURLException.class, () -> Naming.rebind("//host/", new Remote() {}));
    }

    /** A separate thread asks. It does not know when the job is finalised. */
    @Test
    public void afterAJobNobodyIsAskedForItsEnd() {
        assertThat(new Program().othersEnded(), is(false));
    }

    /** A test before this one may have had a job, which has ended. */
    private static Matcher<String> tellsTheRemedy() {
        return anyOf(containsString("MPI.Init(args)"), containsString("before MPI.Finalize()"));
    }

    @Test
    public void withoutAJobTheRemedyIsTold() {
        ConnectException lookup = assertThrows(ConnectException.class, () -> Naming.lookup("//:1099/name"));
        assertThat(lookup.getMessage(), tellsTheRemedy());
        ExportException export =
                assertThrows(ExportException.class, () -> UnicastRemoteObject.exportObject(new Remote() {}, 0));
        assertThat(export.getMessage(), tellsTheRemedy());
    }
}
