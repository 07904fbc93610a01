/** `paths.ts read|write`: prints the paths that a server with the settings of the environment may read or write, for a flag. */
import { readConfig } from "../src/app/settings/config.ts";
import { pathFlags } from "../src/app/paths.ts";

/** With a wrong setting those of the defaults: the server then names the setting, and opens nothing. */
function settings() {
  try {
    return readConfig(Deno.env.toObject());
  } catch {
    return readConfig({});
  }
}

console.log(pathFlags(settings())[Deno.args[0] === "write" ? "write" : "read"]);
