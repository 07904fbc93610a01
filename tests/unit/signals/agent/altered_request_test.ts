/** A valid request with any byte flipped never verifies, and whatever the bytes, the result is one of the documented reasons. */
import assert from "node:assert/strict";
import { AppError } from "../../../../src/model/error.ts";
import { REASONS } from "../../../../src/signals/agent/reasons.ts";
import {
  NOW,
  openTestDirectories,
  STRING_FORM,
  verifyRequest,
} from "../../../support/fixtures/agent_verification.ts";
import {
  AGENT_HOST,
  makeAgentKey,
  signAgentRequest,
  type SignedAgentRequest,
  startKeyDirectory,
} from "../../../support/servers/key_directory.ts";

const key = await makeAgentKey();

/** Everything in it is covered, so nothing in it may change. */
async function fullyCovered(): Promise<SignedAgentRequest> {
  const url = "https://shop.example/basket/7?item=9&note=a%20b";
  const headers = { "Content-Type": "application/json", "Content-Digest": "sha-256=:AAAA:" };
  return await signAgentRequest({
    key,
    now: NOW,
    method: "POST",
    url,
    headers,
    covered: [
      ['"@method"', "POST"],
      ['"@target-uri"', url],
      ['"@authority"', "shop.example"],
      ['"content-type"', headers["Content-Type"]],
      ['"content-digest"', headers["Content-Digest"]],
      ['"signature-agent";key="sig1"', STRING_FORM],
    ],
  });
}

/** `verified` is the only thing it must not be; a request the API refuses as a whole (400) counts as not verified. */
async function verdictOf(
  request: SignedAgentRequest,
  verify: typeof verifyRequest,
  directories: Directories,
) {
  try {
    return (await verify(request, directories)).reason;
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_value") return "refused";
    throw error;
  }
}

type Directories = ReturnType<typeof openTestDirectories>;

function flipped(text: string, at: number, mask: number): string {
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ mask) + text.slice(at + 1);
}

/** Bits of the last character before the padding that base64 does not use: RFC 9651 has them tolerated, the bytes are the same. */
function isPadBit(name: string, text: string, at: number, changed: string): boolean {
  if (name !== "Signature") return false;
  const bytes = (value: string) => {
    try {
      return Uint8Array.fromBase64(/:([^:]*):$/.exec(value)?.[1] ?? "!", { lastChunkHandling: "loose" })
        .toHex();
    } catch {
      return value;
    }
  };
  return text.slice(0, at).startsWith("sig1=:") && bytes(text) === bytes(changed);
}

Deno.test("no bit of a fully covered request can change without losing the verification", async () => {
  await using directory = startKeyDirectory([key]);
  const directories = openTestDirectories({ [AGENT_HOST]: directory.url });
  const request = await fullyCovered();
  assert.equal(await verdictOf(request, verifyRequest, directories), "verified");
  const verified: string[] = [];
  let tried = 0;
  async function attempt(place: string, changed: SignedAgentRequest): Promise<void> {
    tried++;
    if (await verdictOf(changed, verifyRequest, directories) === "verified") verified.push(place);
  }
  for (const mask of [1, 2, 4, 8, 16, 32, 64, 255]) {
    for (const [name, text] of Object.entries(request.headers)) {
      for (let at = 0; at < text.length; at++) {
        const changed = flipped(text, at, mask);
        if (isPadBit(name, text, at, changed)) continue;
        await attempt(`${name} ${at} ^ ${mask}`, {
          ...request,
          headers: { ...request.headers, [name]: changed },
        });
      }
    }
    for (let at = 0; at < request.url.length; at++) {
      await attempt(`url ${at} ^ ${mask}`, { ...request, url: flipped(request.url, at, mask) });
    }
    // Bit 32 only changes the case of the method, and the API upper-cases it.
    for (let at = 0; at < request.method.length && mask !== 32; at++) {
      await attempt(`method ${at} ^ ${mask}`, { ...request, method: flipped(request.method, at, mask) });
    }
  }
  assert.deepEqual(verified, []);
  assert.ok(tried > 3_000, `${tried} changes were tried`);
});

Deno.test("taking out or doubling any header of a fully covered request loses the verification", async () => {
  await using directory = startKeyDirectory([key]);
  const directories = openTestDirectories({ [AGENT_HOST]: directory.url });
  const request = await fullyCovered();
  for (const name of Object.keys(request.headers)) {
    const { [name]: value, ...rest } = request.headers;
    assert.notEqual(
      await verdictOf({ ...request, headers: rest }, verifyRequest, directories),
      "verified",
      name,
    );
    const doubled = { ...request.headers, [name.toUpperCase()]: value! };
    if (name === "Signature-Agent") continue; // the same Dictionary twice is the same Dictionary
    assert.notEqual(
      await verdictOf({ ...request, headers: doubled }, verifyRequest, directories),
      "verified",
      name,
    );
  }
});

Deno.test("any bytes in any header give a documented reason and never throw", async () => {
  await using directory = startKeyDirectory([key]);
  const directories = openTestDirectories({ [AGENT_HOST]: directory.url });
  const request = await fullyCovered();
  const samples = [
    "",
    "\0",
    "\u00ff".repeat(50),
    "\ud800",
    "🤖",
    "a".repeat(300_000),
    "(".repeat(16_000),
    "a=(".repeat(5_000),
    '"'.repeat(16_000),
    ":".repeat(16_000),
    `${"=".repeat(16_000)}x`,
    ";a".repeat(8_000),
    `sig1=(${'"@authority" '.repeat(1_200)});tag="web-bot-auth"`,
    `sig1=("@authority");created=1;expires=999999999999999;keyid="x";tag="web-bot-auth"`,
    'sig1="https://[::"',
    'sig1="https://%"',
    'sig1="https://a..b"',
    `sig1="https://${"a.".repeat(200)}example"`,
    "__proto__=1, constructor=2",
    " ".repeat(16_000),
    `x${" ".repeat(16_000)}\r\n${" ".repeat(16_000)}x`,
  ];
  for (const name of Object.keys(request.headers)) {
    for (const sample of samples) {
      const changed = { ...request, headers: { ...request.headers, [name]: sample } };
      const reason = await verdictOf(changed, verifyRequest, directories);
      assert.ok(reason in REASONS && reason !== "verified", `${name}: ${sample.slice(0, 20)} gave ${reason}`);
    }
  }
});
