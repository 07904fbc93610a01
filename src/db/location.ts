/** Locations of stores that are neither a path nor a URL: how they begin. */

/** An embedded store that another process of this machine has open: what follows is the path of its socket. */
export const OWNER = "owner:";

/** A store in a file that is gone when the process ends: what follows is its folder. */
export const TEMPORARY = "temporary:";
