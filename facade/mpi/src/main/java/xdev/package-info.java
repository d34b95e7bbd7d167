/**
 * Empty. MPJ Express has a package of this name, and its programs import {@code xdev.*} without using it. The import
 * compiles here, too.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@code Present}</td><td>the only class, so that the package is there</td></tr>
 * </table>
 */
package xdev;
