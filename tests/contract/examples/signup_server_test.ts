/** examples/signup_server.ts: what a visitor sends never turns into an allow. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { withBrokenWinnows } from "../../support/examples/example.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

interface SignUpServer extends AsyncDisposable {
  /** The status and the message that the visitor sees. */
  signUp(body: unknown): Promise<[status: number, message: string]>;
}

async function startServer(url: string, key: string): Promise<SignUpServer> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", "examples/signup_server.ts"],
    cwd: ROOT,
    env: { API_URL: url, API_KEY: key, PORT: "0", NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let output = "";
  let origin: string | undefined;
  while (origin === undefined) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the example ended: ${output}`);
    output += value;
    origin = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
  }
  const draining = (async () => {
    while (!(await reader.read()).done);
  })();
  return {
    signUp: async (body) => {
      const response = await fetch(origin, { method: "POST", body: JSON.stringify(body) });
      return [response.status, (await response.json()).message];
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await draining;
      await child.status;
    },
  };
}

const WELCOME: [number, string] = [200, "Welcome!"];
const LATER: [number, string] = [200, "Thank you. We will write to you soon."];
const REFUSED: [number, string] = [403, "We cannot create this account."];

const ROWS: [name: string, body: unknown, answer: [number, string]][] = [
  ["clean", { email: "jane@gmail.com" }, WELCOME],
  ["blocked", { email: "someone@blocked.example" }, REFUSED],
  ["blocked, with a nonsense device", { email: "x@blocked.example", device: { device_id: "zzz" } }, REFUSED],
  [
    "disposable, with a nonsense device",
    { email: "bot@mailinator.com", device: { device_id: "zzz" } },
    LATER,
  ],
  ["a nonsense device", { email: "jane@gmail.com", device: { device_id: "zzz" } }, LATER],
  ["a device that is a list", { email: "jane@gmail.com", device: { device_id: [1] } }, LATER],
  [
    "signals that are a text",
    { email: "jane@gmail.com", device: { device_id: "deadbeef", signals: "x" } },
    LATER,
  ],
  ["an e-mail that is an object", { email: { $ne: null } }, LATER],
  ["an e-mail of many characters", { email: `${"a".repeat(5000)}@gmail.com` }, LATER],
];

Deno.test("examples/signup_server.ts scores with a key that may do nothing else; bad input is never an allow", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  await using server = await startServer(app.origin, key);
  for (const [name, body, answer] of ROWS) assert.deepEqual(await server.signUp(body), answer, name);
  const large = { email: "jane@gmail.com", device: { signals: { user_agent: "x".repeat(300_000) } } };
  assert.deepEqual(await server.signUp(large), LATER, "more than Winnow takes");
});

Deno.test("examples/signup_server.ts allows while Winnow is away, and reviews what it refuses", async () => {
  await withBrokenWinnows(async ({ name, url, refuses }) => {
    await using server = await startServer(url, "wk_live_x");
    const about = refuses || /key|quota|knows no verdict/.test(name);
    assert.deepEqual(await server.signUp({ email: "jane@gmail.com" }), about ? LATER : WELCOME, name);
  });
});
