/**
 * `check_binary.ts COMMAND…`: checks that a built program starts and scores on this machine: its version and commit, a first
 * start on an empty folder, a score over HTTP with the key of that start, and where there is SIGTERM a clean stop.
 */
import assert from "node:assert/strict";
import { VERSION } from "../../src/model/service.ts";

const [program, ...args] = Deno.args;
if (program === undefined) throw new Error("usage: check_binary.ts COMMAND…");
const expected = Deno.env.get("WINNOW_COMMIT");
const folder = await Deno.makeTempDir({ prefix: "winnow-check-" });
const env = {
  WINNOW_DATA_DIR: `${folder}/data`,
  WINNOW_PORT: "0",
  WINNOW_OFFLINE: "true",
  WINNOW_FEED_REFRESH: "false",
  NO_COLOR: "1",
};

try {
  const { stdout, code } = await new Deno.Command(program, { args: [...args, "version", "--json"] }).output();
  const version = JSON.parse(new TextDecoder().decode(stdout));
  assert.equal(code, 0);
  assert.equal(version.version, VERSION);
  if (expected !== undefined) assert.equal(version.commit, expected);
  assert.ok(version.data.places && version.data.networks && version.data.domains, "the data is missing");
  await scores();
  console.log(`${program}: ${version.version} (${version.commit}) for ${version.target} starts and scores`);
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function scores(): Promise<void> {
  const server = new Deno.Command(program!, {
    args: [...args, "serve"],
    env,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const tooLong = setTimeout(() => server.kill("SIGKILL"), 60_000);
  const listening = Promise.withResolvers<string>();
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    let text = "";
    for await (const part of stream.pipeThrough(new TextDecoderStream())) {
      text += part;
      // The keys of the first start are written before the line that reads them.
      const origin = /listening on (http:[^\s"]+)/.exec(text)?.[1];
      if (origin !== undefined) listening.resolve(origin);
    }
    return text;
  };
  const output = Promise.all([read(server.stdout), read(server.stderr)]);
  void output.then((texts) => listening.reject(new Error(`the server ended: ${texts.join("\n")}`)));
  try {
    const origin = await listening.promise;
    const key = await firstKey();
    const response = await fetch(`${origin}/v1/score/user`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ ip: "185.220.101.1", email: "someone@mailinator.com" }),
    });
    const answer = await response.json();
    assert.equal(response.status, 200, JSON.stringify(answer));
    assert.equal(answer.verdict, "block", JSON.stringify(answer));
  } finally {
    clearTimeout(tooLong);
    server.kill(Deno.build.os === "windows" ? "SIGKILL" : "SIGTERM");
  }
  const { code } = await server.status;
  await output;
  if (Deno.build.os !== "windows") assert.equal(code, 0);
}

async function firstKey(): Promise<string> {
  for (let tries = 0;; tries++) {
    try {
      return (await Deno.readTextFile(`${env.WINNOW_DATA_DIR}/live.key`)).trim();
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
