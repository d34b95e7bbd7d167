/**
 * Collections whose elements lie at all ranks: {@link e21_distributed.DistributedMap} and {@link
 * e21_distributed.DistributedArray}, a page each, to be read and changed. {@link e21_distributed.Degrees} uses both.
 */
package e21_distributed;
