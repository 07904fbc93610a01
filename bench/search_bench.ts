/**
 * Searching an account with many stored scores: what a search takes, by value, user id, ring and filter.
 * `deno run -A --unstable-kv bench/search_bench.ts [scores]`, 2,000,000 unless it says otherwise. Filling the store and
 * making its index take minutes, and about 3 GB in the temporary folder.
 */
import { parseAddress } from "../src/model/address/address.ts";
import { addressTexts, hostTexts } from "../src/model/related_texts.ts";
import type { Caller, ScoreRecord, StoredComponent } from "../src/model/records.ts";
import { IdentifierHasher } from "../src/service/access/identifier_hasher.ts";
import { valueOf } from "../src/service/cases/value.ts";
import { refOf } from "../src/service/cases/value_ref.ts";
import { searchScores } from "../src/service/cases/search.ts";
import { ANY_SCORE, readSearch, type SearchRequest } from "../src/service/cases/search_request.ts";
import { MINUTE_MS } from "../src/model/duration.ts";
import { RateLimiter } from "../src/service/access/rate_limit.ts";
import type { Services } from "../src/service/context.ts";
import { MAX_MATCHES } from "../src/service/feedback/outcome.ts";
import { newestScores } from "../src/service/feedback/people.ts";
import { Store } from "../src/records/store.ts";
import { packScore } from "../tests/support/fixtures/packed_score.ts";

const SCORES = Number(Deno.args[0] ?? 2_000_000);
const SPAN_MS = 170 * 86_400_000;
/** Records of a commit. */
const PER_SEGMENT = 20;
const TARGET_MS = 100;
const ROUNDS = 9;
const ACCOUNT = "acc_00000000000000000000";

const folder = await Deno.makeTempDir({ prefix: "winnow-search-bench-" });
const hasher = new IdentifierHasher("a secret of the bench, and of nothing else");
let clock = Date.now() - SPAN_MS;
const store = await Store.open({
  location: `${folder}/bench.kv`,
  now: () => clock,
  random: Math.random,
  id: () => crypto.randomUUID(),
  follow: false,
});

function component(
  kind: StoredComponent["kind"],
  value: string,
  related: readonly string[],
): StoredComponent {
  return {
    kind,
    hash: hasher.hash(kind, value),
    relatedHashes: hasher.relatedHashes(related),
    mask: "•••",
    score: 3,
    verdict: "allow",
    findings: [],
    trust: [],
    unknown: {},
    rule: null,
  };
}

/** A third of the addresses at one provider, a device in a thousand sign-ups each, the rest mostly new. */
function record(id: string, number: number): ScoreRecord {
  const ip = `${20 + number % 40}.${(number >> 3) % 250}.${(number * 7) % 250}.${number % 250}`;
  const host = number % 3 === 0 ? "gmail.com" : `shop${number % 50_000}.example`;
  const node = id.slice(4).replaceAll("-", "");
  return {
    id,
    account: ACCOUNT,
    key: "key_bench",
    mode: "live",
    subject: "user",
    via: "user",
    at: clock,
    expiresAt: clock,
    strictness: 1,
    dataVersion: "bench",
    score: number % 100,
    verdict: number % 40 === 0 ? "block" : number % 15 === 0 ? "review" : "allow",
    summary: "Low risk: nothing stands out",
    topSignals: [],
    rule: null,
    agentDecision: null,
    components: [
      component("ip", ip, addressTexts(parseAddress(ip)!, 64_500 + number % 3000)),
      component("email", `user${number}@${host}`, hostTexts(host)),
      component("phone", `+4420${number % 1_500_000}`, []),
      component("device", (0x10000000 + number % Math.ceil(SCORES / 1000)).toString(16), []),
    ],
    signup: {
      linkage: {
        device_email_count: 1,
        email_device_count: 1,
        email_ip_count: 1,
        subnet_rate_1h: 1,
        domain_rate_1h: 1,
        referral_rate_1h: null,
      },
      ring: null,
      node,
      actor: { type: "unknown", proven: false, basis: "none", operator: null, trigger: null, detail: "" },
      agent: null,
      userId: `user-${number}`,
      links: { score: 0, findings: [], counted: false },
    },
  };
}

async function fill(): Promise<void> {
  for (let made = 0; made < SCORES;) {
    const writing: Promise<void>[] = [];
    for (let segment = 0; segment < 40 && made < SCORES; segment++, made += PER_SEGMENT) {
      clock += SPAN_MS / (SCORES / PER_SEGMENT);
      const records = Array.from({ length: PER_SEGMENT }, (_, at) => {
        const slot = store.segments.reserve();
        return { slot, owner: ACCOUNT, packed: packScore(record(slot.requestId, made + at)) };
      });
      writing.push(store.writer.write({ records }));
      await store.writer.flush();
    }
    await Promise.all(writing);
  }
}

const middle = Math.floor(SCORES / 2);
const SEARCHES: readonly (readonly [name: string, request: Partial<SearchRequest>, limit: number])[] = [
  ["all", {}, 50],
  ["an e-mail address", { value: `user${middle}@shop${middle % 50_000}.example` }, 50],
  ["an e-mail address that is in no score", { value: "nobody@nowhere.example" }, 50],
  ["a domain of some sign-ups", { value: "shop4123.example" }, 50],
  ["a domain of a third of all", { value: "gmail.com" }, 50],
  ["the same, 500 results", { value: "gmail.com" }, 500],
  ["a device of 1,000 sign-ups, 500 results", { value: "10000007" }, 500],
  ["an AS number", { value: "AS65000" }, 50],
  ["a user id", { userId: `user-${middle}` }, 50],
  ["a ring", { ringId: `ring_${"0".repeat(32)}` }, 50],
  ["a verdict", { verdict: "review" }, 50],
  ["a finding that is in no score, one page", { finding: "none" }, 50],
];

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  const median = times.sort((one, other) => one - other)[ROUNDS >> 1]!;
  console.log(`| ${name} | ${median.toFixed(1)} ms | <= ${TARGET_MS} ms |`);
}

try {
  const started = performance.now();
  await fill();
  const filled = performance.now();
  clock += 3_600_000;
  await store.postings.compact(ACCOUNT);
  await store.columns.compact(ACCOUNT);
  const { size } = await Deno.stat(`${folder}/bench.kv`);
  console.log(
    `${SCORES.toLocaleString("en")} scores, ${Math.round(size / 1e6)} MB; filled in ${
      Math.round((filled - started) / 1000)
    } s, indexed in ${Math.round((performance.now() - filled) / 1000)} s\n`,
  );
  // What a search uses of them.
  const workLimiter = new RateLimiter(MINUTE_MS);
  const services = { store, hasher, workLimiter, now: () => clock } as Partial<Services> as Services;
  const caller = { account: { id: ACCOUNT }, key: { mode: "live", ratePerMinute: 60 } } as Caller;
  const refuse = (field: string, why: string) => new Error(`${field} ${why}`);
  console.log("| Search | Median | Target |\n|---|---|---|");
  for (const [name, request, limit] of SEARCHES) {
    const search = await readSearch(services, caller, { ...ANY_SCORE, ...request }, refuse);
    await measure(name, () => searchScores(services, caller, search, { limit, cursor: null }, refuse));
  }
  let labelled = 0;
  const labelOne = async (count: number) => {
    const people = Array.from({ length: count }, (_, at) => {
      const userId = `user-${middle + 7 * at + labelled}`;
      return { kind: "user_id", userId } as const;
    });
    labelled++;
    const found = await newestScores(services, caller, people, MAX_MATCHES);
    await Promise.all(found.map(async (scores) => {
      if (scores === null) throw new Error("a user was not found");
      const record = await store.scores.get(ACCOUNT, scores.newest, clock);
      await store.labels.relabel(record!, { outcome: "fraud" }, clock);
    }));
  };
  await measure("a label by a user id", () => labelOne(1));
  await measure("500 labels by user ids", () => labelOne(500));
  const ref = refOf(hasher, ACCOUNT, { kind: "device", hash: hasher.hash("device", "10000007") })!;
  await measure("the page of a value of 1,000 sign-ups", () => valueOf(services, caller, ref));
} finally {
  await store.close();
  await Deno.remove(folder, { recursive: true });
}
