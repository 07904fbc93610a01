/** `winnow simulate sms`: the rules of the guard on generated sends, against the aims. */
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import { GuardBook } from "../../model/guard/book.ts";
import { judgeSend } from "../../model/guard/judge.ts";
import { NO_SETTINGS } from "../../model/guard/limits.ts";
import type { SendDecision } from "../../model/guard/send.ts";
import { type AimRow, atMost, countAtMost } from "./aims.ts";
import { HOME, type SimulatedSend, simulatedTraffic, WARM_UP_DAYS } from "./sms_traffic.ts";

interface Judged {
  readonly send: SimulatedSend;
  readonly decision: SendDecision;
}

const START = Date.UTC(2026, 0, 15, 12);
const NO_FACTS = { reachable: true, refusedType: false, network: null, address: null, signup: null };
/** Until each country is known. */
const FIRST_DAYS = 2;

export function simulateSms(seed: number): AimRow[] {
  const judged = judgeAll(simulatedTraffic(seed, START));
  const pumped = judged.filter(({ send }) => send.by === "pumping");
  const spent = moneyOf(pumped.filter(({ decision }) => decision === "allow"));
  const honest = judged.filter(({ send }) => send.by === "honest");
  const from = (at: number) => honest.filter(({ send }) => send.at >= at);
  const [attack, calm] = [from(START), from(START + DAY_MS - HOUR_MS)];
  const settled = honest.filter(({ send }) =>
    send.at >= START - (WARM_UP_DAYS - FIRST_DAYS) * DAY_MS && send.at < START
  );
  const first = sendsOfFirstBlock(pumped);
  const hidden = sendsOfFirstBlock(pumped.filter(({ send }) => send.keys.country === HOME));
  const bombed = judged.filter(({ send }) => send.by === "bombing");
  const arrived = bombed.filter(({ decision }) => decision === "allow").length;
  return [
    atMost("Pumped money that is spent", 0.05, spent / moneyOf(pumped)),
    atMost("Honest sends denied, the hour of the attack and the day after", 0.002, share(attack, "deny")),
    atMost("Honest sends delayed then", 0.01, share(attack, "delay")),
    atMost("Honest sends denied on twelve days without an attack", 0.002, share(settled, "deny")),
    atMost("Honest sends delayed then", 0.01, share(settled, "delay")),
    countAtMost("Sends until the first block is stopped", 15, first),
    countAtMost("Sends until the block in the country with most people is stopped", 25, hidden),
    atMost("Honest sends that are not allowed in the last hour of the day", 0.01, 1 - share(calm, "allow")),
    countAtMost(`Mails to one mailbox, of ${bombed.length} from as many addresses`, 6, arrived),
  ];
}

function judgeAll(traffic: readonly SimulatedSend[]): Judged[] {
  const book = new GuardBook();
  const verifications: { readonly at: number; readonly id: string; readonly send: SimulatedSend }[] = [];
  let told = 0;
  return traffic.map((send, index) => {
    for (; told < verifications.length && verifications[told]!.at <= send.at; told++) {
      const { id, at, send: { keys: { country, carrier } } } = verifications[told]!;
      book.tell({ id, at, country, carrier, outcome: "verified" });
    }
    if (index % 1000 === 0) book.advance(send.at);
    const { keys, channel, cost, at } = send;
    const asked = { keys, channel, cost, facts: NO_FACTS, shown: () => "" };
    const { decision, begins, tripped } = judgeSend(book, NO_SETTINGS, asked, at);
    const id = `${index}`;
    book.note({ id, at, channel, keys, cost, decision, byBreaker: tripped }, at);
    for (const { subject, event } of begins) book.happened(subject, event);
    if (decision === "allow" && send.verifiedAfter !== null) {
      verifications.push({ at: at + send.verifiedAfter, id, send });
      for (let place = verifications.length - 1; place > told; place--) {
        const before = verifications[place - 1]!;
        if (before.at <= verifications[place]!.at) break;
        verifications[place - 1] = verifications[place]!;
        verifications[place] = before;
      }
    }
    return { send, decision };
  });
}

/** Of the block that is stopped first: how many were sent by then. */
function sendsOfFirstBlock(pumped: readonly Judged[]): number {
  const sent = new Map<string, number>();
  for (const { send: { keys: { block } }, decision } of pumped) {
    if (block === null) continue;
    if (decision !== "allow") return sent.get(block) ?? 0;
    sent.set(block, (sent.get(block) ?? 0) + 1);
  }
  return pumped.length;
}

function moneyOf(judged: readonly Judged[]): number {
  return judged.reduce((sum, { send }) => sum + send.cost, 0);
}

function share(judged: readonly Judged[], decision: SendDecision): number {
  return judged.filter((each) => each.decision === decision).length / Math.max(1, judged.length);
}
