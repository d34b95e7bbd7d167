/**
 * Remote calls in OpenTelemetry: spans that are joined across ranks, and metrics. The program brings the SDK, and adds the
 * interceptor by {@code Calls.intercept}.
 *
 * <p>Names are those of OpenTelemetry's semantic conventions for RPC, version 1.45.
 */
package org.rmi4mpi.opentelemetry;
