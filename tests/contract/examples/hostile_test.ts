/** The servers among the examples, with what a hostile or broken client sends: each goes on answering. */
import assert from "node:assert/strict";
import { isInstalled } from "../../support/clients/installed_client.ts";
import { pythonEnvironment } from "../../support/clients/python.ts";
import { postForm, WELCOME } from "../../support/examples/signup_form.ts";
import { inFolder } from "../../support/folder.ts";
import { type Listening, startExample, startListening } from "../../support/process/example.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const SECRET = `whsec_${btoa("0123456789abcdef0123456789abcdef")}`;
const HEAD = "POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n";
const SIZE = 3 * 1024 * 1024;

interface Sent {
  readonly name: string;
  readonly parts: readonly string[];
}

/** A server may also close the connection. */
const REFUSED = /^([45]\d\d)?$/;

const filler = Array.from({ length: SIZE / 65_536 }, () => "a".repeat(65_536));

const SENT: Sent[] = [
  { name: "a connection that says nothing", parts: [] },
  { name: "no HTTP", parts: ["\x16\x03\x01\x00\u00ff"] },
  { name: "half a head", parts: [HEAD] },
  { name: "half a body", parts: [`${HEAD}content-length: 1000\r\n\r\n{"email":`] },
  {
    name: "half a body in chunks",
    parts: [`${HEAD}transfer-encoding: chunked\r\n\r\n9\r\n{"email"`],
  },
  { name: "a length that is none", parts: [`${HEAD}content-length: x\r\n\r\n`] },
  { name: "a length below zero", parts: [`${HEAD}content-length: -1\r\n\r\n`] },
  {
    name: "a length of many digits",
    parts: [`${HEAD}content-length: ${"9".repeat(5000)}\r\n\r\n`],
  },
  {
    name: "a body of 3 MB",
    parts: [`${HEAD}content-length: ${SIZE}\r\n\r\n`, ...filler],
  },
  {
    name: "a body of 3 MB in chunks",
    parts: [
      `${HEAD}transfer-encoding: chunked\r\n\r\n`,
      ...filler.map((text) => `10000\r\n${text}\r\n`),
      "0\r\n\r\n",
    ],
  },
  {
    name: "JSON of great depth",
    parts: [`${HEAD}content-length: 200000\r\n\r\n${"[".repeat(200_000)}`],
  },
  { name: "null", parts: [`${HEAD}content-length: 4\r\n\r\nnull`] },
];

/** The status of the answer; empty when there is none. */
async function send(origin: string, path: string, { parts }: Sent): Promise<string> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const encoder = new TextEncoder();
  try {
    for (const part of parts) {
      const bytes = encoder.encode(part.replace("POST / ", `POST ${path} `));
      for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    }
    await connection.closeWrite();
    const answer = new Uint8Array(1024);
    const length = await connection.read(answer);
    return /^HTTP\/1\.\d (\d+)/.exec(new TextDecoder().decode(answer.subarray(0, length ?? 0)))?.[1] ?? "";
  } catch (error) {
    // The server closed the connection before all was sent.
    if (error instanceof Deno.errors.ConnectionReset || error instanceof Deno.errors.BrokenPipe) return "";
    throw error;
  }
}

const environment = await pythonEnvironment();
const env = { API_URL: "http://127.0.0.1:9", API_KEY: "wk_live_x", WEBHOOK_SECRET: SECRET, PORT: "0" };
const inNode = (file: string) => () => startListening("node", { args: [`examples/${file}`], cwd: ROOT, env });

interface Server {
  readonly file: string;
  readonly path: string;
  readonly missing: string | null;
  readonly start: () => Promise<Listening>;
  /** What it answers to an empty object. */
  readonly alive: number;
}

const node = isInstalled("node") ? null : "needs node";
const SERVERS: Server[] = [
  ...["signup_server.mjs", "express.mjs"].map((file) => ({
    file,
    path: file === "express.mjs" ? "/signup" : "/",
    missing: null,
    start: () => startExample(file, env),
    alive: 400,
  })),
  { file: "events_receiver.mjs", path: "/", missing: node, start: inNode("events_receiver.mjs"), alive: 401 },
  {
    file: "events_receiver.py",
    path: "/",
    missing: "missing" in environment ? environment.missing : null,
    start: () =>
      startListening("python" in environment ? environment.python : "", {
        args: ["examples/events_receiver.py"],
        cwd: ROOT,
        env,
      }),
    alive: 401,
  },
  {
    file: "webhook_receiver.ts",
    path: "/",
    missing: null,
    start: () => startExample("webhook_receiver.ts", env),
    alive: 401,
  },
];

for (const { file, path, missing, start, alive } of SERVERS) {
  Deno.test({
    name: `examples/${file} survives what a hostile client sends${missing === null ? "" : ` (${missing})`}`,
    ignore: missing !== null,
    fn: async () => {
      await using server = await start();
      for (const sent of SENT) {
        const answered = await Promise.all([1, 2, 3].map(() => send(server.origin, path, sent)));
        for (const status of answered) {
          assert.match(status, REFUSED, `${sent.name}\n${server.output()}`);
        }
        const { status } = await postForm(`${server.origin}${path}`, {});
        assert.equal(status, alive, `after ${sent.name}\n${server.output()}`);
      }
    },
  });
}

Deno.test("examples/signup_server.mjs goes on without its page", async () => {
  await inFolder(async (folder) => {
    await Deno.copyFile(`${ROOT}examples/signup_server.mjs`, `${folder}/signup_server.mjs`);
    await Deno.writeTextFile(
      `${folder}/deno.json`,
      JSON.stringify({
        imports: {
          "winnow-client": `${ROOT}clients/typescript/src/index.ts`,
          "openapi-fetch": `file://${ROOT}node_modules/openapi-fetch/dist/index.mjs`,
        },
      }),
    );
    const args = ["run", "--no-check", "-A", "--no-lock", "signup_server.mjs"];
    await using server = await startListening(Deno.execPath(), { args, cwd: folder, env });
    for (let i = 0; i < 2; i++) {
      const page = await fetch(server.origin);
      await page.body?.cancel();
      assert.equal(page.status, 500);
    }
    assert.equal((await postForm(server.origin, { email: "jane.doe@gmail.com" })).message(), WELCOME);
  });
});
