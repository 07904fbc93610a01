/** The published package in Node, Deno and Bun, against the real program while it is stopped and killed. */
import assert from "node:assert/strict";
import { installedClient, isInstalled } from "../../support/clients/installed_client.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { makeKey, startServer } from "../../support/process/program.ts";

const TIMEOUT_MS = 400;
const LATE_MS = 50;

/** Scores for as long as its input is open, one line per decision. */
const APP = `
import { Winnow } from "winnow-client";
const [baseUrl, apiKey] = (globalThis.Deno?.args ?? process.argv.slice(2));
const winnow = new Winnow({ baseUrl, apiKey, timeoutMs: ${TIMEOUT_MS}, onError() {} });
const say = (value) => console.log(JSON.stringify(value));
const { data } = await winnow.api.GET("/v1/score/ip", { params: { query: { ip: "8.8.8.8" } } });
say({ ip: data.ip });
const odd = await winnow.scoreSignup({ email: "bot@mailinator.com", device_id: "nonsense" });
say({ verdict: odd.verdict, reason: odd.reason, fields: odd.invalidFields.map(({ field }) => field) });
for (let i = 0; i < 100; i++) {
  const start = performance.now();
  const { verdict, reason, degraded } = await winnow.scoreSignup({ email: "jane@gmail.com", ip: "8.8.4.4" });
  say({ verdict, reason, degraded, took: performance.now() - start });
  await new Promise((resolve) => setTimeout(resolve, 20));
}
`;

const RUNTIMES: [string, string[]][] = [
  ["node", ["app.mjs"]],
  ["deno", ["run", "--no-config", "--node-modules-dir=manual", "--allow-net", "app.mjs"]],
  ["bun", ["run", "app.mjs"]],
];

interface Line {
  readonly verdict: string;
  readonly reason: string | null;
  readonly degraded: boolean;
  readonly took: number;
}

for (const [program, args] of RUNTIMES) {
  const present = program === "deno" || isInstalled(program);
  const name = `in ${program}: scores, and decides in time while the server is stopped and killed`;
  Deno.test({
    name: present ? name : `${name} (${program} is not installed)`,
    ignore: !present,
    fn: async () => {
      await using data = await temporaryFolder();
      await using app = await installedClient();
      await Deno.writeTextFile(`${app.path}/app.mjs`, APP);
      const { key } = await makeKey(data.path, "shop", "--scope", "score");
      const server = await startServer(data.path);
      const child = new Deno.Command(program === "deno" ? Deno.execPath() : program, {
        args: [...args, server.origin, key],
        cwd: app.path,
        env: { NO_COLOR: "1" },
        stdout: "piped",
        stderr: "inherit",
      }).spawn();
      const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      const next = async () => {
        while (!rest.includes("\n")) {
          const { value, done } = await lines.read();
          if (done) throw new Error(`${program} ended early`);
          rest += value;
        }
        const line = rest.slice(0, rest.indexOf("\n"));
        rest = rest.slice(line.length + 1);
        return JSON.parse(line);
      };
      /** Reads decisions until one has the reason, and that one. */
      const until = async (reason: string | null): Promise<Line> => {
        for (let i = 0; i < 50; i++) {
          const line = await next() as Line;
          if (line.reason === reason) return line;
        }
        throw new Error(`${program}: no decision with the reason ${reason}`);
      };
      try {
        assert.deepEqual(await next(), { ip: "8.8.8.8" });
        const odd = await next();
        assert.equal(odd.verdict === "allow", false);
        assert.deepEqual([odd.reason, odd.fields], ["invalid_input", ["device_id"]]);
        assert.equal((await until(null)).verdict, "allow");
        Deno.kill(server.pid, "SIGSTOP");
        const times = [];
        for (let i = 0; i < 3; i++) {
          const hanging = await until("timeout");
          assert.deepEqual([hanging.verdict, hanging.degraded], ["allow", true]);
          times.push(hanging.took);
        }
        // The best of three: the machine may be busy.
        assert.ok(Math.min(...times) <= TIMEOUT_MS + LATE_MS, `${times} ms`);
        Deno.kill(server.pid, "SIGCONT");
        assert.equal((await until(null)).degraded, false, "and it goes on when the server does");
        await server.kill();
        const away = await until("unreachable");
        assert.deepEqual([away.verdict, away.degraded], ["allow", true]);
        assert.ok(away.took <= TIMEOUT_MS + 2 * LATE_MS);
      } finally {
        child.kill("SIGKILL");
        await lines.cancel();
        await child.status;
        await server.kill();
      }
    },
  });
}
