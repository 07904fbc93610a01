/**
 * What security events do: an account in bulk is a fraud label on its newest sign-up, once; a victim's log-ins step up; both are
 * taken back as they were given. A step that is interrupted is repeated by the queue.
 */
import { hash } from "node:crypto";
import type { EventEffect } from "../../../model/endpoints/security_event.ts";
import { unmarked, victimUntil, withVictim } from "../../../model/login/takeover.ts";
import type { Caller, OutcomeLabel } from "../../../model/records.ts";
import { labelVersion } from "../../../model/review.ts";
import { retryOnConflict } from "../../../concurrency/retry.ts";
import { together } from "../../../records/change.ts";
import type { QueuedToken } from "../../../records/endpoints/hook_inbox.ts";
import type { HookName } from "../../../records/endpoints/hooks.ts";
import type { ToldAccount, ToldName, VictimMark } from "../../../records/endpoints/told_accounts.ts";
import { Abandoned, isAbandoned } from "../../../records/state.ts";
import type { Services } from "../../context.ts";
import { applyLabels } from "../../feedback/outcome.ts";
import { type KnownAccount, knownAccount } from "./known_account.ts";

/** Of the name of an issuer in keys. */
const SOURCE_CHARS = 16;
/** Why a commit is abandoned. */
const MOVED = "a user's history, or what was told, changed meanwhile";
const RETRIES = { when: (error: unknown) => isAbandoned(error, MOVED), attempts: 10 };

/** Durable when it resolves. @throws what the store throws; then it is to be repeated */
export async function actOn(
  services: Services,
  hook: HookName,
  caller: Caller,
  token: QueuedToken,
): Promise<void> {
  let isKnown = false;
  for (const { effect, subjects } of token.told) {
    const known = await knownAccount(services, hook.account, subjects, sourceOf(token.issuer));
    if (known === null) continue;
    isKnown = true;
    await new AccountEffect(services, caller, token, known).apply(effect);
  }
  const { tally } = services.hooks;
  if (isKnown) tally.unscored(services, hook, "matched", "");
  else tally.unscored(services, hook, "unmatched", "no sign-up or user with it");
}

/** Of an issuer's name, in keys. */
function sourceOf(issuer: string): string {
  return hash("sha256", issuer, "base64url").slice(0, SOURCE_CHARS);
}

class AccountEffect {
  readonly #services: Services;
  readonly #caller: Caller;
  /** As labels name it. */
  readonly #source: string;
  readonly #token: QueuedToken;
  readonly #known: KnownAccount;
  readonly #name: ToldName;

  constructor(
    services: Services,
    caller: Caller,
    token: QueuedToken,
    known: KnownAccount,
  ) {
    this.#services = services;
    this.#source = `ssf:${token.issuer}`;
    this.#caller = { ...caller, actor: { id: caller.key.id, name: this.#source } };
    this.#token = token;
    this.#known = known;
    this.#name = [caller.account.id, known.value, sourceOf(token.issuer)];
  }

  async apply(effect: EventEffect): Promise<void> {
    const told = await this.#services.store.toldAccounts.get(...this.#name);
    // Tokens may come in another order than they were issued in.
    if (told !== null && told.at > this.#token.at) return;
    if (effect === "fraud") return await this.#label(told);
    if (effect === "victim") return await retryOnConflict(() => this.#mark(), RETRIES);
    if (effect === "enabled" && told?.label) await this.#unlabel(told.label);
    // Also where nothing is taken back: what was issued before does nothing any more.
    await retryOnConflict(() => this.#unmark(effect === "enabled"), RETRIES);
  }

  /** Weighs as one report, however often it is told. */
  async #label(told: ToldAccount | null): Promise<void> {
    const { event } = this.#token;
    const isNew = told?.label == null;
    if (!isNew && told?.event !== event) return;
    const score = told?.label ?? this.#known.scores[0]?.id ?? null;
    // What somebody of the account has decided stays.
    if (score === null || await this.#labelOf(score) !== null) return;
    // First what is to be taken back, then the label: a repetition finds the name of this event.
    if (isNew) await this.#write({ label: score });
    const { kind } = this.#known;
    await applyLabels(this.#services, this.#caller, [{
      requestId: score,
      outcome: "fraud",
      type: "fake_account",
      source: this.#source,
      ...(kind === "external_id" ? {} : { values: [kind] }),
      seen: labelVersion(null),
    }]);
  }

  async #unlabel(score: string): Promise<void> {
    const label = await this.#labelOf(score);
    if (label?.source !== this.#source) return;
    await applyLabels(this.#services, this.#caller, [{
      requestId: score,
      outcome: null,
      seen: labelVersion(label),
    }]);
  }

  #labelOf(score: string): Promise<OutcomeLabel | null> {
    return this.#services.store.labels.newest(this.#caller.account.id, score);
  }

  async #mark(): Promise<void> {
    const { loginUsers, toldAccounts } = this.#services.store;
    const { account } = this.#caller;
    const told = await toldAccounts.get(...this.#name);
    const until = victimUntil(this.#token.at);
    const { users } = this.#known;
    const marks: VictimMark[] = told?.marks.filter(([user]) => !users.includes(user)) ?? [];
    const changes = [];
    for (const user of users) {
      const history = await loginUsers.get(account.id, user);
      const before = history?.victimUntil ?? null;
      const own = told?.marks.find((mark) => mark[0] === user && mark[1] === before);
      if (before !== null && before >= until) {
        if (own !== undefined) marks.push(own);
        continue;
      }
      marks.push([user, until, own === undefined ? before : own[2]]);
      changes.push(loginUsers.changing(account.id, user, history, (current) => {
        if ((current?.victimUntil ?? null) !== before) throw new Abandoned(MOVED);
        return withVictim(current, until, this.#token.at);
      }));
    }
    await this.#write({ marks }, told, changes);
  }

  /** What another takeover replaced meanwhile stays. @param isEnabled the label is taken back too */
  async #unmark(isEnabled: boolean): Promise<void> {
    const { store: { loginUsers, toldAccounts }, now } = this.#services;
    const { account } = this.#caller;
    const told = await toldAccounts.get(...this.#name);
    const changes = [];
    for (const [user, until, before] of told?.marks ?? []) {
      const history = await loginUsers.get(account.id, user);
      if (history?.victimUntil !== until) continue;
      const left = before !== null && before > now() ? before : null;
      changes.push(
        loginUsers.changing(
          account.id,
          user,
          history,
          (current) => current?.victimUntil === until ? unmarked(current, left) : current,
        ),
      );
    }
    await this.#write(isEnabled ? { label: null, marks: [] } : { marks: [] }, told, changes);
  }

  /** @param read what the changes were made of; absent: whatever is stored */
  async #write(
    part: Partial<ToldAccount>,
    read?: ToldAccount | null,
    changes: readonly ReturnType<typeof together>[] = [],
  ): Promise<void> {
    const { store } = this.#services;
    const { at, event } = this.#token;
    const noted = store.toldAccounts.changing(this.#name, (current) => {
      if (read !== undefined && JSON.stringify(current) !== JSON.stringify(read)) throw new Abandoned(MOVED);
      const { label = null, marks = [] } = current ?? {};
      return { label, marks, ...part, at, event };
    });
    await store.commit(together(noted, ...changes));
  }
}
