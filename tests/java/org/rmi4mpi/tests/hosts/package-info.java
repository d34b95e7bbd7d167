/**
 * Jobs on several hosts, and what happens to them when links, hosts and ranks fail. {@code make test-hosts} runs these
 * tests on host h1 of three that {@code scripts/hosts} makes. Elsewhere they are skipped.
 */
package org.rmi4mpi.tests.hosts;
