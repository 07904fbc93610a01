/** /docs/agents: the doors in Express and Hono ask about signed requests only, and send no secret. */
import assert from "node:assert/strict";
import { startHttpServer } from "../../support/servers/http_server.ts";
import { startListening } from "../../support/process/example.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
/** The package is for Node; the rest is the same in Deno. */
const NODE_SERVER = 'import { serve } from "@hono/node-server";';
const DENO_SERVER =
  "const serve = ({ fetch, hostname, port }, onListen) => Deno.serve({ hostname, port, onListen }, fetch);";

async function temporaryFolder() {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

const SIGNED = {
  "signature-input": 'sig1=("@authority" "x-covered" "cookie");created=1;tag="web-bot-auth"',
  "signature": "sig1=:AAAA:",
  "signature-agent": '"https://agent.example"',
  "x-covered": "yes",
  "cookie": "session=secret",
  "authorization": "Bearer secret",
  "user-agent": "ExampleBot",
};
const SENT = ["signature", "signature-agent", "signature-input", "x-covered"];

for (const name of ["express", "hono"]) {
  Deno.test(`${name}: people pass unasked, signed agents are asked about without secrets, a denial is a 403`, async () => {
    // deno-lint-ignore no-explicit-any -- bodies of any shape
    const asked: any[] = [];
    let decision = "allow";
    await using winnow = startHttpServer(async (request) => {
      asked.push(await request.json());
      return decision === "down"
        ? new Response(null, { status: 503 })
        : Response.json({ decision, help_url: null });
    });
    await using folder = await temporaryFolder();
    const file = `${folder.path}/agents_${name}.mjs`;
    const text = await Deno.readTextFile(`${ROOT}examples/agents_${name}.mjs`);
    await Deno.writeTextFile(file, text.replace(NODE_SERVER, DENO_SERVER));
    await using server = await startListening(Deno.execPath(), {
      args: ["run", "-A", "--config", `${ROOT}deno.json`, file],
      cwd: ROOT,
      env: { API_KEY: "wk_test_x", API_URL: winnow.url, SITE_URL: "https://shop.example", PORT: "0" },
    });
    const url = `${server.origin}/products?page=2`;
    const person = await fetch(url, { headers: { cookie: "session=secret" } });
    assert.deepEqual([person.status, (await person.json()).agent, asked.length], [200, null, 0]);
    for (
      const [said, status, agent] of [["allow", 200, "allow"], ["review", 200, "review"], [
        "down",
        200,
        "review",
      ]] as const
    ) {
      decision = said;
      const answer = await fetch(url, { headers: SIGNED });
      assert.deepEqual([answer.status, (await answer.json()).agent], [status, agent], said);
    }
    decision = "deny";
    const denied = await fetch(url, { headers: SIGNED });
    assert.equal(denied.status, 403);
    await denied.body?.cancel();
    for (const body of asked) {
      assert.deepEqual([body.method, body.url], ["GET", "https://shop.example/products?page=2"]);
      assert.deepEqual(Object.keys(body.headers).sort(), SENT);
    }
    if (name === "hono") {
      const door = (headers: Record<string, string>) =>
        fetch(`${server.origin}/agent-door`, {
          headers: { ...headers, "x-original-uri": "/products?page=2", "x-original-method": "GET" },
        });
      assert.deepEqual([(await door(SIGNED)).status, (await door({})).status], [403, 204]);
    }
  });
}
