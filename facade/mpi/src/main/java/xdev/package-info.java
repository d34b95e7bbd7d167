/**
 * Empty. MPJ Express has a package of this name, and its programs import {@code xdev.*} without using it. The import
 * compiles here, too.
 */
package xdev;
