/**
 * Verification of agents, as ratios within one run:
 *   1. a verification with a cached key against bare Web Crypto Ed25519, for each profile (target: at least 0.6 of its rate);
 *   2. the cost with 10,000 cached directories against 10 (target: at most 1.2 times).
 * Run with `deno run -A --unstable-kv bench/agent_bench.ts`. The rounds of the two sides alternate; the lower quartile of
 * each side counts, since other load on the machine only adds time.
 */
import type { HttpResponse } from "../src/net/http/http_client.ts";
import { collectAgent } from "../src/signals/agent/collect.ts";
import { AgentDirectories } from "../src/signals/agent/directory/directory.ts";
import { parseAgentRequest } from "../src/signals/agent/parse.ts";
import { verificationOf } from "../src/signals/agent/score.ts";
import { CARD_PROFILES, signCardRequest } from "../tests/support/fixtures/agent_profiles.ts";
import {
  AGENT_HOST,
  DIRECTORY_TYPE,
  makeAgentKey,
  signAgentRequest,
  type SignedAgentRequest,
} from "../tests/support/servers/key_directory.ts";

const ROUNDS = 101;
const OPERATIONS = 150;
const NOW = 1_800_000_000_000;

const key = await makeAgentKey();
const other = await makeAgentKey();

/** Answers every URL with the same directory, without a network. */
function getter(jwk: JsonWebKey) {
  const body = new TextEncoder().encode(JSON.stringify({ keys: [jwk] }));
  const headers = new Headers({ "content-type": DIRECTORY_TYPE, "cache-control": "max-age=86400" });
  return {
    get: (url: string): Promise<HttpResponse> => Promise.resolve({ status: 200, headers, body, url }),
  };
}

const request = await signAgentRequest({ key, now: NOW / 1000 });
const KEY_SETS = {
  "visa-tap": `https://${AGENT_HOST}/jwks`,
  "mastercard-agent-pay": `https://${AGENT_HOST}/jwks`,
};

async function verifierWith(
  cached: number,
  signed: SignedAgentRequest = request,
): Promise<() => Promise<void>> {
  const urls = new Set<string>();
  const mine = getter(key.publicJwk);
  const theirs = getter(other.publicJwk);
  const get = (url: string) => (url.includes(AGENT_HOST) ? mine : theirs).get(url);
  const directories = new AgentDirectories({
    guarded: { get },
    unguarded: { get },
    overrides: {},
    keySets: KEY_SETS,
    now: () => NOW,
  });
  const context = { account: "acc", now: NOW, budget: null };
  for (let index = 0; index < cached - 1; index++) {
    const url = `https://a${index}.example/jwks`;
    urls.add(url);
    const target = { kind: "jwks", url, identifier: url, host: `a${index}.example`, override: null } as const;
    await directories.lookup(target, other.thumbprint, `account ${index}`);
  }
  const verify = async () => {
    const attempts = await collectAgent(parseAgentRequest(signed), { directories }, context);
    if (verificationOf(attempts, NOW / 1000).reason !== "verified") {
      throw new Error("the request does not verify");
    }
  };
  await verify();
  if (directories.size !== cached) {
    throw new Error(`${directories.size} directories are cached, not ${cached}`);
  }
  return verify;
}

/** Microseconds per operation, one after the other. */
async function cost(operation: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < OPERATIONS; index++) await operation();
  return (performance.now() - start) * 1000 / OPERATIONS;
}

/** Cost of each side, and their ratio. */
async function compare(
  one: () => Promise<unknown>,
  two: () => Promise<unknown>,
): Promise<{ one: number; two: number; ratio: number }> {
  await cost(one);
  await cost(two);
  const costs: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    costs[0].push(await cost(one));
    costs[1].push(await cost(two));
  }
  const [first, second] = [lowerQuartile(costs[0]), lowerQuartile(costs[1])];
  return { one: first, two: second, ratio: first / second };
}

function lowerQuartile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 4)]!;
}

const publicKey = await crypto.subtle.importKey("jwk", key.publicJwk, "Ed25519", false, ["verify"]);
const message = new TextEncoder().encode("x".repeat(400));
const signature = new Uint8Array(await key.sign("x".repeat(400)));
const bare = () => crypto.subtle.verify("Ed25519", publicKey, signature, message);

const few = await verifierWith(10);
const many = await verifierWith(10_000);

const signed: readonly (readonly [profile: string, request: SignedAgentRequest])[] = [
  ["web-bot-auth", request],
  ...await Promise.all(
    CARD_PROFILES.map(async (profile) =>
      [profile, await signCardRequest({ profile, key, now: NOW / 1000 })] as const
    ),
  ),
];
for (const [profile, one] of signed) {
  const rate = await compare(bare, await verifierWith(10, one));
  console.log(
    `${profile}: bare Web Crypto ${rate.one.toFixed(1)} us, verification with a cached key ${
      rate.two.toFixed(1)
    } us: ${rate.ratio.toFixed(2)} of the rate (at least 0.60)`,
  );
}
const growth = await compare(many, few);
console.log(
  `with 10,000 directories ${growth.one.toFixed(1)} us, with 10 ${growth.two.toFixed(1)} us: ${
    growth.ratio.toFixed(2)
  } times (at most 1.20)`,
);
