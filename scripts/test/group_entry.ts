/** What `deno test` runs for files that share a process: their tests, in the order of the files, which are its arguments. */
import { pathToFileURL } from "node:url";

for (const path of Deno.args) await import(pathToFileURL(path).href);
