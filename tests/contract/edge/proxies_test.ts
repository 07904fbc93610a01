/** The files of `deploy/edge/` in real proxies: visitors from three addresses of the loopback network, and Winnow killed. */
import assert from "node:assert/strict";
import { type IncomingHttpHeaders, request } from "node:http";
import { eventually } from "../../support/eventually.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, type RunningServer, startServer } from "../../support/process/program.ts";
import { EDGE_PROXIES } from "../../support/servers/edge_proxies.ts";
import { freePort } from "../../support/servers/free_port.ts";

const GOOD = "127.0.0.5";
const BLOCKED = "127.0.0.6";
const CURL = "curl/8.5.0";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

interface Given {
  readonly agent?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A visitor with an address of their own; the path is sent as it is. */
function visit(origin: string, address: string, path: string, given: Given = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const asked = request({
      host: hostname,
      port,
      path,
      localAddress: address,
      method: given.method ?? "GET",
      agent: false,
      headers: { "user-agent": given.agent ?? BROWSER, "accept-language": "en", ...given.headers },
    }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => text += part);
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    });
    asked.on("error", reject);
    asked.end(given.body);
  });
}

/** What the application was sent, which it answers with. */
interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function startApplication(): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (asked) => {
    const { pathname, search } = new URL(asked.url);
    const seen: Seen = {
      method: asked.method,
      path: pathname + search,
      headers: Object.fromEntries(asked.headers),
      body: await asked.text(),
    };
    const status = pathname === "/private" ? 401 : pathname === "/broken" ? 500 : 200;
    return Response.json(seen, { status });
  });
}

function seenBy(got: Got): Seen {
  return JSON.parse(got.text);
}

async function call(winnow: RunningServer, key: string, path: string, json?: unknown, method?: string) {
  const response = await fetch(`${winnow.origin}${path}`, {
    method: method ?? (json === undefined ? "GET" : "POST"),
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return await response.json();
}

for (const { name, found, start } of EDGE_PROXIES) {
  const what = `${name} stops, challenges and lets through as Winnow says, and lets through while it is away`;
  Deno.test({
    name: found ? what : `${what} (skipped: no ${name})`,
    ignore: !found,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inFolder(async (dir) => {
        await Deno.mkdir(`${dir}/proxy`);
        const { key } = await makeKey(dir, "main");
        const port = freePort();
        const env = { WINNOW_PORT: String(port), WINNOW_TRUST_PROXY: "127.0.0.1" };
        let winnow = await startServer(dir, env);
        const application = startApplication();
        const ports = { winnow: port, application: application.addr.port };
        const proxy = await start({ dir: `${dir}/proxy`, key, ports });
        try {
          await call(winnow, key, "/v1/rules", { action: "block", values: [BLOCKED] });
          await call(winnow, key, "/v1/settings", { thresholds: { review: 1, block: 100 } }, "PUT");

          // A good visitor: the application sees the verdict, and none that the visitor made up.
          const forged = {
            "winnow-verdict": "forged",
            "winnow-score": "forged",
            "winnow-request-id": "forged",
            "x-forwarded-for": BLOCKED,
            "x-real-ip": BLOCKED,
            "x-original-uri": "//evil.example",
            "x-forwarded-uri": "//evil.example",
          };
          const good = await visit(proxy.origin, GOOD, "/shop?a=b&c=d", { headers: forged });
          assert.equal(good.status, 200, good.text);
          const seen = seenBy(good);
          assert.equal(seen.path, "/shop?a=b&c=d");
          assert.equal(seen.headers["winnow-verdict"], "allow");
          assert.match(seen.headers["winnow-score"]!, /^\d+$/);
          assert.match(seen.headers["winnow-request-id"]!, /^req_[\w-]+$/);
          assert.ok(!JSON.stringify(seen).includes(key), "the key stays between proxy and Winnow");
          const sent = await visit(proxy.origin, GOOD, "/sign-up", {
            method: "POST",
            body: "email=a@b.example",
          });
          assert.equal(seenBy(sent).body, "email=a@b.example");
          assert.equal(seenBy(sent).method, "POST");

          // What the application says itself passes through.
          assert.equal((await visit(proxy.origin, GOOD, "/private")).status, 401);
          assert.equal((await visit(proxy.origin, GOOD, "/broken")).status, 500);

          const blocked = await visit(proxy.origin, BLOCKED, "/shop");
          assert.equal(blocked.status, 403);
          assert.match(blocked.text, /Access denied.*<code>req_[\w-]+<\/code>/s);

          // More headers than Winnow reads open no door: the application reads a few more than are sent to Winnow.
          for (let count = 110; count <= 130; count++) {
            const many = Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-filler-${n}`, "x"]));
            const { status } = await visit(proxy.origin, BLOCKED, "/shop", { headers: many });
            assert.ok([400, 403].includes(status), `${status} with ${count} headers`);
          }

          const doubtful = await visit(proxy.origin, GOOD, "/shop?a=b&c=d", { agent: CURL });
          assert.ok([303, 307].includes(doubtful.status), `${doubtful.status}`);
          assert.equal(doubtful.headers.location, "/winnow/challenge?to=%2Fshop%3Fa%3Db%26c%3Dd");
          const challenge = await visit(proxy.origin, GOOD, doubtful.headers.location, { agent: CURL });
          assert.equal(challenge.status, 200, challenge.text);
          assert.match(challenge.text, /<form/);
          assert.ok(!challenge.text.includes(key), "the page does not show the key");
          for (const [, path] of challenge.text.matchAll(/(?:src|href|action)="(\/winnow[^"]*)"/g)) {
            if (path!.includes("/solve")) continue;
            const part = await visit(proxy.origin, GOOD, path!.replaceAll("&amp;", "&"), { agent: CURL });
            assert.equal(part.status, 200, path);
          }
          const form = await visit(proxy.origin, GOOD, "/sign-up", {
            agent: CURL,
            method: "POST",
            body: "a=b",
          });
          assert.equal(form.status, 303, "the form is not sent to the challenge");
          for (const path of ["//evil.example/", "/\\evil.example/"]) {
            const { headers } = await visit(proxy.origin, GOOD, path, { agent: CURL });
            assert.ok(
              !/evil/.test(headers.location ?? "") || /to=%2F(?!%2F|%5C)/.test(headers.location!),
              headers.location,
            );
          }

          // Of Winnow nothing but the challenge is reached with the proxy's key.
          for (
            const path of [
              "/winnow/challenge/../../v1/usage",
              "/winnow/challenge/%2e%2e/%2e%2e/v1/usage",
              "/winnow/challenge/..%2f..%2fv1/usage",
              "/winnow/challenge/..\\..\\v1/usage",
              "/winnow/challenge;/../../v1/usage",
              "/v1/usage",
              "/winnow-check",
            ]
          ) {
            const { text } = await visit(proxy.origin, GOOD, path);
            assert.ok(!text.includes("monthly_quota"), path);
          }

          // A rule taken back is gone at once.
          const { rules } = await call(winnow, key, "/v1/rules");
          const [{ id }] = rules;
          await call(winnow, key, `/v1/rules/${id}`, undefined, "DELETE");
          assert.equal((await visit(proxy.origin, BLOCKED, "/shop")).status, 200);
          await call(winnow, key, "/v1/rules", { action: "block", values: [BLOCKED] });
          assert.equal((await visit(proxy.origin, BLOCKED, "/shop")).status, 403);

          // Away: everybody passes, and the application is told.
          await winnow.kill();
          for (const [address, agent] of [[GOOD, BROWSER], [BLOCKED, BROWSER], [GOOD, CURL]] as const) {
            const open = await visit(proxy.origin, address, "/shop", {
              agent,
              headers: forged,
              method: "POST",
              body: "x=y",
            });
            assert.equal(open.status, 200, open.text);
            const { headers, body, method } = seenBy(open);
            assert.deepEqual([method, body], ["POST", "x=y"]);
            assert.equal(headers["winnow-verdict"], "unavailable");
            assert.ok(!/forged/.test(`${headers["winnow-score"]}${headers["winnow-request-id"]}`));
          }

          // Silent: no visitor waits longer than a second or so. The listener accepts and never answers.
          const silent = Deno.listen({ hostname: "127.0.0.1", port });
          const held: Deno.Conn[] = [];
          const accepting = (async () => {
            for await (const connection of silent) held.push(connection);
          })();
          const began = performance.now();
          const waited = await visit(proxy.origin, GOOD, "/shop");
          assert.equal(seenBy(waited).headers["winnow-verdict"], "unavailable");
          assert.ok(performance.now() - began < 10_000, "far less than the proxy's own limits of a minute");
          silent.close();
          for (const connection of held) connection.close();
          await accepting;

          // Back by itself.
          winnow = await startServer(dir, env);
          await eventually(
            async () => (await visit(proxy.origin, BLOCKED, "/shop")).status === 403,
            "the verdicts are back",
          );
        } finally {
          await proxy.stop();
          await winnow.kill();
          await application.shutdown();
        }
      }),
  });

  const wrong = `${name} answers 500 with a wrong key`;
  Deno.test({
    name: found ? wrong : `${wrong} (skipped: no ${name})`,
    ignore: !found,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inFolder(async (dir) => {
        await Deno.mkdir(`${dir}/proxy`);
        const port = freePort();
        const winnow = await startServer(dir, { WINNOW_PORT: String(port), WINNOW_TRUST_PROXY: "127.0.0.1" });
        const application = startApplication();
        const ports = { winnow: port, application: application.addr.port };
        const proxy = await start({ dir: `${dir}/proxy`, key: "wk_live_nobodys", ports });
        try {
          assert.equal((await visit(proxy.origin, GOOD, "/shop")).status, 500);
        } finally {
          await proxy.stop();
          await winnow.kill();
          await application.shutdown();
        }
      }),
  });
}
