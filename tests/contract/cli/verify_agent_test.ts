/** `winnow verify-agent`, called as the command line calls it. */
import assert from "node:assert/strict";
import { UsageError } from "../../../src/cli/usage.ts";
import { verifyAgentCommand } from "../../../src/cli/verify_agent/verify_agent.ts";
import { readConfig } from "../../../src/app/settings/config.ts";
import { KEY_SETS, signCardRequest, VISA_HOST } from "../../support/fixtures/agent_profiles.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  directoryResponse,
  makeAgentKey,
  signAgentRequest,
  type SignedAgentRequest,
  startKeyDirectory,
} from "../../support/servers/key_directory.ts";

const key = await makeAgentKey();

interface Said {
  readonly code: number;
  readonly text: string;
}

async function command(directoryUrl: string, args: readonly string[], input = "", now = NOW): Promise<Said> {
  const env = {
    WINNOW_OFFLINE: "false",
    WINNOW_DNS: "127.0.0.1:9",
    WINNOW_AGENT_DIRECTORY_OVERRIDES: JSON.stringify({
      [AGENT_HOST]: directoryUrl,
      [VISA_HOST]: directoryUrl,
    }),
    WINNOW_AGENT_KEYSETS: JSON.stringify({ "visa-tap": KEY_SETS["visa-tap"] }),
  };
  const lines: string[] = [];
  const code = await verifyAgentCommand(args, {
    config: readConfig(env),
    env,
    print: (line) => lines.push(line),
    warn: (line) => lines.push(line),
    readInput: () => Promise.resolve(input),
    now: () => now * 1000,
  });
  return { code, text: lines.join("\n") };
}

function rawText({ method, url, headers }: SignedAgentRequest, lineEnd = "\r\n", prefix = ""): string {
  const { host, pathname, search } = new URL(url);
  const lines = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ];
  return lines.map((line) => prefix + line).join(lineEnd);
}

Deno.test("verify-agent explains a request that verifies, given as JSON, HAR or raw HTTP", async () => {
  await using directory = startKeyDirectory([key]);
  const request = await signAgentRequest({ key, now: NOW, headers: { "X-Note": "a" } });
  const har = Object.entries(request.headers).map(([name, value]) => ({ name, value }));
  const inputs = [
    ["JSON", JSON.stringify(request)],
    ["a score request", JSON.stringify({ ip: "203.0.113.7", agent: request })],
    ["HAR", JSON.stringify({ request: { ...request, headers: har } })],
    ["raw HTTP", rawText(request)],
    ["raw HTTP with plain line feeds", rawText(request, "\n")],
    ["curl -v", rawText(request, "\n", "> ")],
  ] as const;
  for (const [name, input] of inputs) {
    const { code, text } = await command(directory.url, [], input);
    assert.equal(code, 0, `${name}: ${text}`);
    const explained = [
      'covered    "@authority" "@method" "@path" "signature-agent";key="sig1"',
      '"@path": /path',
      `key        ${key.thumbprint}  <- keyid`,
      "result     verified: ed25519",
      "outcome    verified",
    ];
    for (const part of explained) assert.ok(text.includes(part), `${name}: ${part}`);
  }
});

Deno.test("verify-agent explains a failure and its remedy, and --at verifies at the time of capture", async () => {
  await using directory = startKeyDirectory([key]);
  const request = await signAgentRequest({ key, now: NOW });
  const late = await command(directory.url, [], JSON.stringify(request), NOW + 100);
  assert.equal(late.code, 1);
  assert.match(late.text, /result {5}expired: expired 40 s ago/);
  assert.match(late.text, /to fix {5}Sign each request when it is sent/);
  for (const at of [String(NOW), new Date(NOW * 1000).toISOString(), "2027-01-15T09:00+01:00"]) {
    const then = await command(directory.url, ["--at", at], JSON.stringify(request), NOW + 100);
    assert.equal(then.code, 0, `${at}: ${then.text}`);
  }
  for (const at of ["yesterday", "2027-01-15", "2027-13-15T08:00:00Z", "-5", ""]) {
    await assert.rejects(() => command(directory.url, ["--at", at], JSON.stringify(request)), UsageError, at);
  }
  const changed = await command(directory.url, [], JSON.stringify({ ...request, method: "PUT" }));
  assert.match(changed.text, /signature_failed/);
  const none = await command(directory.url, [], "GET / HTTP/1.1\nHost: shop.example\n\n");
  assert.deepEqual([none.code, /not_web_bot_auth \(unsigned\)/.test(none.text)], [1, true]);
  directory.answer = () => new Response(null, { status: 404 });
  const withoutDirectory = await command(directory.url, [], JSON.stringify(request));
  assert.match(withoutDirectory.text, /answered {3}status 404[\s\S]*directory_unavailable/);
});

Deno.test("verify-agent explains signatures of other profiles by their configured key sets", async () => {
  await using directory = startKeyDirectory([key]);
  const visa = await signCardRequest({ profile: "visa-tap-payer", key, now: NOW });
  const said = await command(directory.url, [], JSON.stringify(visa));
  assert.equal(said.code, 0, said.text);
  assert.match(said.text, /profile {4}Visa Trusted Agent Protocol \(paying\)/);
  assert.match(said.text, /directory {2}https:\/\/visa\.example\/\.well-known\/jwks/);
  assert.match(said.text, /proven {5}the host visa\.example/);
  const other = await signCardRequest({ profile: "mastercard-agent-pay", key, now: NOW });
  const none = await command(directory.url, [], JSON.stringify(other));
  assert.match(none.text, /keyset_not_configured: WINNOW_AGENT_KEYSETS has no mastercard-agent-pay/);
  const sample = {
    ...visa,
    headers: { ...visa.headers, "Signature-Input": 'sig2=("@authority"); keyId="a"' },
  };
  const wrong = await command(directory.url, [], JSON.stringify(sample));
  assert.match(wrong.text, /keyid_misspelled: keyId is not keyid/);
});

Deno.test("verify-agent --json prints the facts", async () => {
  await using directory = startKeyDirectory([key]);
  const request = await signAgentRequest({ key, now: NOW });
  const { code, text } = await command(directory.url, ["--json"], JSON.stringify(request));
  const facts = JSON.parse(text);
  assert.equal(code, 0);
  assert.deepEqual([facts.reason, facts.signatures[0].label], ["verified", "sig1"]);
  assert.match(facts.signatures[0].base, /^"@authority": shop\.example\n/);
});

Deno.test("verify-agent refuses input that is no request", async () => {
  const rows = [
    ["nothing", "  \n"],
    ["broken JSON", "{"],
    ["JSON without headers", '{"url":"https://shop.example/"}'],
    ["JSON with a header of two values", '{"url":"https://shop.example/","headers":{"a":["b"]}}'],
    ["a HAR header that is none", '{"url":"https://shop.example/","headers":[null,{"name":"a"}]}'],
    ["a relative URL", '{"url":"/","headers":{}}'],
    ["no request line", "hello\n"],
    ["no Host", "GET / HTTP/1.1\nAccept: */*\n\n"],
    ["no header line", "GET / HTTP/1.1\nHost\n\n"],
  ] as const;
  for (const [name, input] of rows) {
    await assert.rejects(() => command("http://127.0.0.1:1", [], input), UsageError, name);
  }
  await assert.rejects(() => command("http://127.0.0.1:1", ["--what"]), UsageError);
  await assert.rejects(
    () => command("http://127.0.0.1:1", ["--directory", "http://agent.example"]),
    UsageError,
  );
});

Deno.test("verify-agent --directory lints a directory", async () => {
  await using directory = startKeyDirectory([]);
  const cached = { "cache-control": "max-age=3600" };
  const good = { ...key.publicJwk, kid: key.thumbprint, use: "sig" };
  const rows: readonly {
    name: string;
    answer: () => Response;
    code: number;
    says: RegExp;
    silent?: RegExp;
  }[] = [
    {
      name: "clean",
      answer: () => directoryResponse({ keys: [good], client_name: "Bot" }, cached),
      code: 0,
      says: /keys {7}1 usable[\s\S]*card {7}name "Bot"[\s\S]*outcome {4}usable/,
      silent: /error|warning/,
    },
    {
      name: "no caching",
      answer: () => directoryResponse({ keys: [good] }),
      code: 0,
      says: /warning {4}no Cache-Control/,
    },
    {
      name: "another media type",
      answer: () => Response.json({ keys: [good] }, { headers: cached }),
      code: 0,
      says: /warning {4}the media type is application\/json/,
    },
    {
      name: "a kid that is a label",
      answer: () => directoryResponse({ keys: [{ ...good, kid: "key-1" }] }, cached),
      code: 0,
      says: /warning {4}key 0 has a kid that is not its thumbprint/,
    },
    {
      name: "alg of the other registry",
      answer: () => directoryResponse({ keys: [{ ...good, alg: "ed25519" }] }, cached),
      code: 0,
      says: /warning {4}key 0 has alg ed25519/,
    },
    {
      name: "dates in milliseconds",
      answer: () => directoryResponse({ keys: [{ ...good, nbf: (NOW - 9) * 1000 }] }, cached),
      code: 0,
      says: /warning {4}key 0 has nbf in milliseconds/,
    },
    {
      name: "a private key and a broken one",
      answer: () => directoryResponse({ keys: [key.privateJwk, { kty: "OKP" }, good] }, cached),
      code: 1,
      says: /weak_key, the private key is published[\s\S]*key 1 is ignored[\s\S]*2 errors/,
    },
    {
      name: "a wrong alg",
      answer: () => directoryResponse({ keys: [{ ...good, alg: "PS512" }] }, cached),
      code: 1,
      says: /alg PS512/,
    },
    {
      name: "404",
      answer: () => new Response(null, { status: 404 }),
      code: 1,
      says: /directory_unavailable: status 404/,
    },
    {
      name: "HTML",
      answer: () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      code: 1,
      says: /directory_invalid/,
    },
  ];
  for (const { name, answer, code, says, silent } of rows) {
    directory.answer = answer;
    const result = await command(directory.url, ["--directory", `https://${AGENT_HOST}`]);
    assert.equal(result.code, code, `${name}: ${result.text}`);
    assert.match(result.text, says, name);
    if (silent !== undefined) assert.doesNotMatch(result.text, silent, name);
  }
});
