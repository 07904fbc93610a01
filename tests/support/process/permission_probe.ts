/**
 * Preloaded into a server (`deno run --preload`): on SIGUSR2 it tries from inside the process what an attacker there would
 * try, and prints each outcome as one line. PROBE_FOLDER is the data folder.
 */
import https from "node:https";
import process from "node:process";

const folder = Deno.env.get("PROBE_FOLDER")!;
const project = new URL("../../../", import.meta.url).pathname;

const ATTEMPTS: Readonly<Record<string, () => unknown>> = {
  "read the data folder": () => Deno.readTextFileSync(`${folder}/secret`),
  "write the data folder": () => Deno.writeTextFileSync(`${folder}/probe`, ""),
  "read the bundle": () => Deno.statSync(`${project}build/winnow.bundle`),
  "read /etc/passwd": () => Deno.readTextFileSync("/etc/passwd"),
  "read the environment of a process": () => Deno.readTextFileSync(`/proc/${Deno.pid}/environ`),
  "read deno.json": () => Deno.readTextFileSync(`${project}deno.json`),
  "write outside": () => {
    const path = `/tmp/winnow-probe-${Deno.pid}`;
    Deno.writeTextFileSync(path, "");
    Deno.removeSync(path);
  },
  "write the bundle": () => Deno.openSync(`${project}build/winnow.bundle`, { write: true }).close(),
  "read a variable": () => Deno.env.get("PATH"),
  "read all variables": () => Deno.env.toObject(),
  "find a variable in process.env": () => {
    if (process.env["PATH"] === undefined) throw new Error("not there");
  },
  "start a process": () => new Deno.Command("true").outputSync(),
  "load a library": () => Deno.dlopen("libc.so.6", {}).close(),
  "read the host name": () => Deno.hostname(),
  "import from another host": () => import(["https:", "", "127.0.0.1:1", "x.js"].join("/")),
  "send an HTTPS request": () => closedPort(),
};

/** Resolves when the request reaches the network, where nothing listens. */
function closedPort(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = https.request({ host: "127.0.0.1", port: 1, agent: false });
  request.on("error", (error: Error) => /ECONNREFUSED/.test(error.message) ? resolve() : reject(error));
  return promise;
}

Deno.addSignalListener("SIGUSR2", async () => {
  const outcomes: Record<string, "done" | "denied" | "failed"> = {};
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    try {
      await attempt();
      outcomes[name] = "done";
    } catch (error) {
      // An import is refused with another error, which names the flag too.
      const denied = error instanceof Deno.errors.NotCapable || /--allow-/.test(String(error));
      outcomes[name] = denied ? "denied" : "failed";
    }
  }
  console.log(`PROBE ${JSON.stringify(outcomes)}`);
});
