/**
 * Erases a person from campaigns: the places of the scores, what people wrote, and a campaign whose text would be of the person
 * alone. What goes as a whole is found again by the next pass where others make it up.
 */
import type { AnyFact, Facts, FactValue } from "../../model/facts/fact.ts";
import { CAMPAIGN, type CampaignRecords, type StoredCampaign } from "../campaigns.ts";
import { entriesOf, type ListErasureParts, type Mentions } from "./erase_lists.ts";

interface CampaignErasureParts extends ListErasureParts {
  readonly campaigns: CampaignRecords;
}

/** Facts of the scores at these places that are stored. */
export type FactsOfSlots = (slots: readonly string[]) => Promise<readonly Facts[]>;

/** Arguments of a count are no values. */
const COUNTS = /\bsignups\("[^"]*", "[^"]*"\)/g;
const LITERALS = /"(?:[^"\\]|\\.)*"/g;

/** Called when the scores are gone. */
export async function eraseFromCampaigns(
  { engine, now, campaigns }: CampaignErasureParts,
  owner: string,
  mentions: Mentions,
  factsOf: FactsOfSlots,
): Promise<void> {
  // What a pass read before has the person in it.
  await campaigns.endPasses(owner, now());
  for await (const { value } of entriesOf(engine, CAMPAIGN.below(owner))) {
    const stored = CAMPAIGN.read(value);
    const left = without(stored, mentions);
    if (left === stored) continue;
    const isGone = left === null || (left.members !== stored.members &&
      !namesOnly(left, await factsOf(left.members.split(" "))));
    await campaigns.rewrite(
      owner,
      stored,
      (current) => isGone ? null : without(current, mentions),
    );
  }
}

/** Null: nobody else is in it, or it names the person. */
function without(campaign: StoredCampaign, mentions: Mentions): StoredCampaign | null {
  const { facts, text, rule } = campaign;
  const described = { facts, text, rule };
  if (JSON.stringify(mentions.clear(described)) !== JSON.stringify(described)) return null;
  const slots = campaign.members.split(" ");
  const members = slots.filter((slot) => !mentions.requestId(slot));
  if (members.length === 0) return null;
  const { note, history } = campaign;
  const written = mentions.clear({ note, history });
  const isSame = members.length === slots.length &&
    JSON.stringify(written) === JSON.stringify({ note, history });
  return isSame ? campaign : { ...campaign, ...written, members: members.join(" ") };
}

/** Whether each value in its text is that of somebody who is left. */
function namesOnly({ facts, rule }: StoredCampaign, left: readonly Facts[]): boolean {
  const held = new Set(left.flatMap((each) => Object.values(each)));
  const has = (name: string, value: FactValue | null) =>
    left.some((each) => (each[name as AnyFact] ?? null) === value);
  const literals = rule.when.replaceAll(COUNTS, "").match(LITERALS) ?? [];
  return Object.entries(facts).every(([name, values]) => values.every((value) => has(name, value))) &&
    literals.every((literal) => held.has(JSON.parse(literal)));
}
