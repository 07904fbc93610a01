/** The recipes for Next.js: loaded without secrets, as `next build` does, and what they let in. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { loadExample, withBrokenWinnows } from "../../support/examples/example.ts";
import { pretendHeaders } from "../../support/examples/next_headers.ts";
import {
  assertLimits,
  assertScreens,
  assertScreensAlone,
  BLOCK,
  REVIEW,
  WELCOME,
} from "../../support/examples/signup_form.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";

interface Route {
  readonly POST: (request: Request) => Promise<Response>;
}
interface Action {
  readonly signUp: (previous: { message: string }, form: FormData) => Promise<{ message: string }>;
}

/** The environment stays, because the recipes read it when they are first used. */
async function withEnvironment(env: Record<string, string>, use: () => Promise<void>): Promise<void> {
  for (const [name, value] of Object.entries(env)) Deno.env.set(name, value);
  try {
    await use();
  } finally {
    for (const name of Object.keys(env)) Deno.env.delete(name);
  }
}

const formOf = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

Deno.test("examples/next_route.ts is loaded without secrets, and screens sign-ups", async () => {
  const { POST } = await loadExample<Route>("next_route.ts", {});
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  // As Next.js does: the address of the connection, where no proxy told one.
  await using server = startHttpServer((request) => {
    const headers = new Headers(request.headers);
    if (!headers.has("x-forwarded-for")) headers.set("x-forwarded-for", "127.0.0.1");
    return POST(new Request(request, { headers }));
  });
  await withEnvironment({ API_URL: app.origin, API_KEY: key }, async () => {
    await assertScreens((path, options) => app.ask(path, options), server.url);
    await app.close();
    await assertScreensAlone(server.url);
    await assertLimits(server.url, true);
  });
});

Deno.test("examples/next_action.ts is loaded without secrets, and screens sign-ups", async () => {
  const { signUp } = await loadExample<Action>("next_action.ts", {});
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  const ask = async (fields: Record<string, string | File>, ip = "203.0.113.7") => {
    pretendHeaders(ip === "" ? {} : { "x-forwarded-for": `198.51.100.1, ${ip}` });
    return (await signUp({ message: "" }, formOf(fields))).message;
  };
  await withEnvironment({ API_URL: app.origin, API_KEY: key }, async () => {
    const email = "jane.doe@gmail.com";
    const rows: [fields: Record<string, string | File>, message: string][] = [
      [{ email }, WELCOME],
      [{ email, device: "" }, WELCOME],
      [
        { email, device: '{"device_id":"9f86d081884c7d659a2feaa0c55ad015","signals":{},"automation":{}}' },
        WELCOME,
      ],
      [{ email: "someone@blocked.example" }, BLOCK],
      [{ email: "someone@blocked.example", device: "nonsense" }, BLOCK],
      [{ email, device: "nonsense" }, REVIEW],
      [{ email, device: "[1]" }, REVIEW],
      [{ email, device: '{"device_id":"nonsense"}' }, REVIEW],
      [{ email, device: new File(["x"], "x") }, REVIEW],
      [{ email: `${"a".repeat(5000)}@gmail.com` }, REVIEW],
      [{}, "An e-mail, please."],
      [{ email: "" }, "An e-mail, please."],
      [{ email: " " }, "An e-mail, please."],
      [{ email: new File(["x"], "x") }, "An e-mail, please."],
    ];
    for (const [fields, message] of rows) assert.equal(await ask(fields), message, JSON.stringify(fields));
    assert.notEqual(await ask({ email: "bot@mailinator.com" }, "185.220.101.1"), WELCOME);
    assert.equal(await ask({ email }, ""), WELCOME, "no address is known");
    let message = "";
    for (let count = 0; count < 100 && !message.includes("minute"); count++) {
      message = await ask({}, "203.0.113.99");
    }
    assert.match(message, /try again in a minute/);
    assert.equal(await ask({ email }, "203.0.113.98"), WELCOME, "another address");
  });
});

Deno.test("both are reviewed while the limits or the key stand in the way, and let in while Winnow is away", async () => {
  await withBrokenWinnows(async ({ name, url, refuses, limits }) => {
    await withEnvironment({ API_URL: url, API_KEY: "wk_live_x" }, async () => {
      const wanted = refuses || limits ? REVIEW : WELCOME;
      pretendHeaders({ "x-forwarded-for": "203.0.113.7" });
      const { signUp } = await loadExample<Action>("next_action.ts", {});
      assert.equal(
        (await signUp({ message: "" }, formOf({ email: "jane@gmail.com" }))).message,
        wanted,
        name,
      );
    });
  });
});

Deno.test("what edge runtimes load imports nothing of Node, and Workers and Deno are told what they need", async () => {
  const read = (file: string) => Deno.readTextFile(new URL(`../../../examples/${file}`, import.meta.url));
  for (const file of ["next_route.ts", "next_action.ts", "stripe_webhook.ts", "clerk_decision.ts"]) {
    assert.doesNotMatch(await read(file), /from "node:|require\(/, file);
  }
  for (const file of ["stripe_webhook.ts", "clerk_decision.ts", "hono.mjs"]) {
    const text = (await read(file)).replaceAll("\n *", "");
    assert.match(text, /nodejs_compat/, file);
    assert.match(text, /--allow-net and? ?--allow-env|--allow-net --allow-env/, file);
  }
});
