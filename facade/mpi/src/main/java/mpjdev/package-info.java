/**
 * Empty. MPJ Express has a package of this name, and its programs import {@code mpjdev.*} without using it. The import
 * compiles here, too.
 */
package mpjdev;
