/** Collects garbage when it is asked to. */
import v8 from "node:v8";
import vm from "node:vm";

/**
 * V8 lets the heap grow by what the machine has before it collects all of it, which on a large machine is gigabytes. A long
 * run of one command knows better when.
 */
export function garbageCollector(): () => void {
  v8.setFlagsFromString("--expose-gc");
  return vm.runInNewContext("gc") as () => void; // what the flag adds to the global object of a new context
}
