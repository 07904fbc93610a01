/** Loads a file of `examples/` as its user would run it, with an environment of its own. */
import { startHttpServer } from "../servers/http_server.ts";

const EXAMPLES = new URL("../../../examples/", import.meta.url);
const SAMPLES = new URL("../../contract/examples/samples/", import.meta.url);

/** A documented payload, to change freely. */
// deno-lint-ignore no-explicit-any -- tests break it in every way
export async function sample(name: string): Promise<any> {
  return JSON.parse(await Deno.readTextFile(new URL(`${name}.json`, SAMPLES)));
}

/** A fresh instance of an ES module of the examples. @typeParam T what it exports */
export async function loadExample<T>(file: string, env: Readonly<Record<string, string>>): Promise<T> {
  for (const [name, value] of Object.entries(env)) Deno.env.set(name, value);
  try {
    return await import(new URL(`${file}?${crypto.randomUUID()}`, EXAMPLES).href);
  } finally {
    for (const name of Object.keys(env)) Deno.env.delete(name);
  }
}

/** What a script with CommonJS exports exports, as Auth0 loads an Action. */
export async function loadCommonJs<T extends object>(file: string): Promise<T> {
  const exports = {} as T; // the script fills it
  new Function("exports", await Deno.readTextFile(new URL(file, EXAMPLES)))(exports);
  return exports;
}

interface BrokenWinnow {
  readonly name: string;
  readonly url: string;
  /** True: the answer is about what was sent, so sending it again is no use. */
  readonly refuses?: true;
  /** True: the answer is about the caller's account. */
  readonly limits?: true;
}

/** Services in Winnow's place that give no score, each in its own way. */
export async function withBrokenWinnows(use: (broken: BrokenWinnow) => Promise<void>): Promise<void> {
  let stop = Promise.withResolvers<void>();
  const json = (status: number, body: unknown) => Response.json(body, { status });
  const answers: [string, () => Response | Promise<Response>, ("refuses" | "limits")?][] = [
    ["hanging", () => stop.promise.then(() => new Response(null, { status: 500 }))],
    [
      "with an endless body",
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => {
              controller.enqueue(new TextEncoder().encode('{"verdict":"allow",'));
              void stop.promise.then(() => controller.close()).catch(() => {}); // The client may have left.
            },
          }),
          { headers: { "content-type": "application/json" } },
        ),
    ],
    ["failing", () => json(500, { code: "internal", verdict: "allow" })],
    ["behind a proxy that is alone", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["overloaded", () => json(503, { code: "overloaded" })],
    ["that knows no verdict", () => json(200, { verdict: "maybe", risk_score: 0, request_id: "req_1" })],
    ["that says nothing", () => new Response("", { headers: { "content-type": "application/json" } })],
    ["that does not know the key", () => json(401, { code: "key_invalid" }), "limits"],
    ["whose quota is used up", () => json(429, { code: "quota_exceeded" }), "limits"],
    ["that is asked too often", () => json(429, { code: "rate_limited" }), "limits"],
    ["that refuses the input", () => json(400, { code: "invalid_value", errors: [] }), "refuses"],
    ["behind a firewall that refuses the input", () => new Response("no", { status: 403 }), "refuses"],
  ];
  await use({ name: "dead", url: "http://127.0.0.1:9" });
  for (const [name, answer, kind] of answers) {
    stop = Promise.withResolvers();
    const server = startHttpServer(answer);
    try {
      await use({ name, url: server.url, ...(kind === undefined ? {} : { [kind]: true as const }) });
    } finally {
      stop.resolve();
      await server[Symbol.asyncDispose]();
    }
  }
}
