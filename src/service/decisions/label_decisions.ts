/**
 * Fraud labels that make decisions about addresses. A score holds its address as a hash and a masked network, among whose
 * addresses (of IPv6: /64s) the one with the hash is looked for when labels are enough.
 */
import { networkOf, parseAddress, parseCidr } from "../../model/address/address.ts";
import { scopeOfNetwork } from "../../model/decisions/decision_index.ts";
import { isEnough, LABELLED, type LabelledSignup } from "../../model/decisions/label_evidence.ts";
import type { HeldDecision } from "../../model/decisions/held_decision.ts";
import type { Account, ScoreRecord, StoredComponent } from "../../model/records.ts";
import { networkText } from "../../model/related_texts.ts";
import type { Store } from "../../records/store.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

/** Scores of the address that are looked at, the newest. */
const LOOKED_AT = 60;
/** Sign-ups that a decision names. */
const NAMED = 8;
/** /64s of a /48. */
const LINES = 65_536;
const HASHED_PER_LOOK = 64;

interface LabelDecisionsParts {
  readonly store: Pick<Store, "labels" | "scoreSearch">;
  readonly hasher: IdentifierHasher;
  readonly now: () => number;
}

/** What labels say of one address. */
interface LabelledAddress extends Pick<HeldDecision, "scope" | "value"> {
  readonly count: number;
  /** Of the newest. */
  readonly signups: readonly string[];
}

export class LabelDecisions {
  readonly #parts: LabelDecisionsParts;

  constructor(parts: LabelDecisionsParts) {
    this.#parts = parts;
  }

  /** Null: the labels on the address of the score do not decide, or it cannot be told which it is. */
  async evidenceOf(account: Pick<Account, "id">, record: ScoreRecord): Promise<LabelledAddress | null> {
    const component = addressOf(record);
    if (component === null || record.mode === "test") return null;
    if (this.#parts.now() - record.at > LABELLED.withinMs) return null;
    const signups = await this.#labelledAt(account.id, component);
    if (!isEnough(signups)) return null;
    const named = await this.#valueOf(component);
    if (named === null) return null;
    return {
      ...named,
      count: signups.length,
      signups: signups.slice(0, NAMED).map(({ requestId }) => requestId),
    };
  }

  /** The sign-ups of one address, or /64, that are labelled fraud, the newest first. */
  async #labelledAt(account: string, component: StoredComponent): Promise<LabelledSignup[]> {
    const { store, now } = this.#parts;
    const wanted = lineHash(component);
    if (wanted === null) return [];
    const { records } = await store.scoreSearch.newestWith(account, [wanted], {
      since: now() - LABELLED.withinMs,
      limit: LOOKED_AT,
    });
    const found: LabelledSignup[] = [];
    for (const record of records) {
      const other = addressOf(record);
      if (record.mode === "test" || other === null || lineHash(other) !== wanted) continue;
      const label = await store.labels.get(account, record.id);
      if (label?.outcome !== "fraud") continue;
      const device = record.components.find(({ kind }) => kind === "device")?.hash || null;
      found.push({ requestId: record.id, at: record.at, device });
    }
    return found;
  }

  /** In slices: a /48 has many lines. */
  async #valueOf(component: StoredComponent): Promise<Pick<HeldDecision, "scope" | "value"> | null> {
    const { hasher } = this.#parts;
    const begin = component.mask.slice(0, -1);
    if (!isV6(component)) {
      for (let host = 0; host < 256; host++) {
        const address = parseAddress(`${begin}${host}`);
        if (address === null) return null;
        if (hasher.hashes("ip", address.text).includes(component.hash)) {
          return { scope: "Ip", value: address.text };
        }
      }
      return null;
    }
    const wanted = lineHash(component);
    const network = parseAddress(begin);
    if (wanted === null || network === null) return null;
    const slice = new TimeSlice();
    for (let line = 0; line < LINES; line++) {
      const words = [network.v6[0], (network.v6[1] & 0xffff0000 | line) >>> 0] as const;
      const text = [words[0] >>> 16, words[0] & 0xffff, words[1] >>> 16, words[1] & 0xffff]
        .map((group) => group.toString(16)).join(":");
      const cidr = parseCidr(`${networkOf(parseAddress(`${text}::`)!, 64).text}/64`)!;
      const named = scopeOfNetwork(cidr);
      if (hasher.relatedHashesOf(networkText(named.value)).includes(wanted)) return named;
      if (line % HASHED_PER_LOOK === 0 && slice.isOver) await slice.next();
    }
    return null;
  }
}

/** Whether a label can have made or kept up a decision. */
export function concerns(held: HeldDecision, requestId: string): boolean {
  return held.origin === "winnow-labels" && held.signups?.includes(requestId) === true;
}

function addressOf({ components }: ScoreRecord): StoredComponent | null {
  const found = components.find(({ kind, hash }) => kind === "ip" && hash !== "");
  return found ?? null;
}

function isV6({ mask }: Pick<StoredComponent, "mask">): boolean {
  return mask.includes(":");
}

/** What the scores of one line have in common: the hash of the address, of IPv6 that of its /64; null: the score has none. */
function lineHash(component: StoredComponent): string | null {
  return isV6(component) ? component.relatedHashes.at(-1) ?? null : component.hash;
}
