/** Everything that an account stores about a person, as JSON. */
import { linksOwner } from "../../model/records.ts";
import { originOf } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import { timestamp } from "../../model/timestamp.ts";
import { RULE_KIND_WORDS } from "../../model/rules/rule.ts";
import { exportedSends } from "../guard/person_sends.ts";
import { exportedLogins } from "../login/person_logins.ts";
import { readWritten } from "../appeals/written.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import type { Caller } from "../../model/records.ts";
import { shownRule } from "../rules/rules.ts";
import { storedScore } from "../score/stored_score.ts";
import { namingRules } from "./erase_person.ts";
import { PersonMentions } from "./mentions.ts";
import type { PersonRequest } from "./parts.ts";
import { findPerson } from "./person.ts";

/** Scores of one answer: the newest. Each is some kilobytes. */
const MAX_EXPORTED = 10_000;
const AT_ONCE = 20;

/** @throws AppError as `findPerson` */
export async function exportPerson(services: Services, caller: Caller, request: PersonRequest) {
  const { store, hasher, now, privacy } = services;
  const account = caller.account.id;
  const person = await findPerson(services, caller, request);
  const { scores, userIds, own, shared, field } = person;
  const receipt = `exp_${crypto.randomUUID().replaceAll("-", "")}`;
  const event = { account, action: "data_exported", subjects: [receipt], count: scores.length } as const;
  await store.audit.record(event, originOf(caller));
  const known = {
    userIds,
    own: own.map(({ kind, hash }) => ({ kind, hash })),
    given: field === "request_id" ? null : request[field] ?? null,
  };
  // Notes are part of it, whether the key may read them otherwise or not.
  const { scopes: _, ...key } = caller.key;
  const shown: Awaited<ReturnType<typeof storedScore>>["body"][] = [];
  for (let from = 0; from < Math.min(scores.length, MAX_EXPORTED); from += AT_ONCE) {
    const page = scores.slice(from, Math.min(from + AT_ONCE, MAX_EXPORTED));
    const found = await Promise.all(
      page.map(({ id }) => storedScore(services, { ...caller, key }, id).catch(unlessGone)),
    );
    for (const score of found) if (score !== null) shown.push(score.body);
    addWork(services, caller, WORK.searchedScore * page.length);
  }
  const live = scores.filter(({ mode }) => mode === "live");
  const nodes = [...new Set(live.flatMap(({ nodes }) => nodes))];
  const ringOf = await store.rings.idsNow(linksOwner(account, "live"), nodes, now());
  const rules = await namingRules(services, (await services.rules.held(account, now())).all(), known);
  const mentions = new PersonMentions(hasher, known, scores.map(({ id }) => id), []);
  const values = await Promise.all(own.map(async ({ kind, hash, mask }) => ({
    kind,
    masked: mask,
    reports: await store.histories.ownReports(account, { kind, hash }),
  })));
  return {
    receipt,
    pending: false,
    requested_at: timestamp(now()),
    person: { user_ids: userIds, values, shared_values: shared },
    scores: shown,
    truncated: person.more || scores.length > MAX_EXPORTED,
    rings: [...new Set(nodes.map(ringOf))].filter((ring) => ring !== null),
    rules: rules.map((rule) => ({ ...shownRule(rule), kind_in_words: RULE_KIND_WORDS[rule.kind] })),
    messages: await privacy.messages(account, mentions),
    appeals: await appeals(services, account, scores.map(({ id }) => id)),
    agent_decisions: await agentDecisions(services, caller, scores.map(({ id }) => id)),
    logins: await exportedLogins(services, account, userIds),
    sends: await exportedSends(services, caller, known),
  };
}

async function appeals(
  { store, now, appeals: { texts } }: Services,
  account: string,
  ids: readonly string[],
) {
  const found = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const page = await Promise.all(
      ids.slice(from, from + AT_ONCE).map((id) => store.appeals.ofScore(account, id, now())),
    );
    for (const appeal of page) {
      if (appeal === null) continue;
      const { id, requestId, openedAt, state, decided, sealed } = appeal;
      const written = readWritten(texts, sealed);
      found.push({
        appeal_id: id,
        request_id: requestId,
        opened_at: timestamp(openedAt),
        state,
        text: written?.text ?? null,
        reply_to: written?.replyTo ?? null,
        note: decided?.note ?? null,
      });
    }
  }
  return found;
}

async function agentDecisions({ store, now }: Services, { account }: Caller, ids: readonly string[]) {
  const found = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const page = await Promise.all(
      ids.slice(from, from + AT_ONCE).map(async (request_id) => {
        const decision = await store.agentDecisions.get(account.id, request_id, now());
        if (decision === null) return null;
        const { at, method, decision: decided, reason, agent } = decision;
        return { request_id, at: timestamp(at), method, decision: decided, reason, agent: { ...agent } };
      }),
    );
    found.push(...page.filter((decision) => decision !== null));
  }
  return found;
}

/** It expired, or was erased, meanwhile. */
function unlessGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}
