/** Settings of an account: `/v1/settings`, the console and `accounts set`. */
import { requireLive } from "./seen_mode.ts";
import { requireAction } from "../../model/access/action.ts";
import { type AuditOrigin, changesOf, originOf } from "../../model/access/audit.ts";
import {
  type EdgeSettings,
  type EdgeSettingsChange,
  edgeSettingsOf,
  edgeSettingsTexts,
  requireEdgeSettings,
  storedEdgeSettings,
  withoutEdgeSettings,
} from "../../model/access/edge_settings.ts";
import { AppError, invalidField } from "../../model/error.ts";
import type { Account, Caller, CompatBalance, CompatChoice, LinkageScoring } from "../../model/records.ts";
import { MAX_REVIEW_TARGET_HOURS, REVIEW_TARGET_HOURS } from "../../model/review.ts";
import type { Thresholds } from "../../model/verdict.ts";
import type { Store } from "../../records/store.ts";

export interface Settings extends EdgeSettings {
  readonly linkage_scoring: LinkageScoring;
  readonly compat: CompatChoice;
  /** Null: those of the default strictness. */
  readonly thresholds: Thresholds | null;
  /** Hours. */
  readonly review_target: number;
  /** Answers that are not allow have the address of a page for an appeal. */
  readonly appeals: boolean;
  /** Whether the console opens with a key. */
  readonly key_sign_in: boolean;
}

/** What is absent stays as it is. */
export interface SettingsChange extends EdgeSettingsChange {
  readonly linkage_scoring?: LinkageScoring | undefined;
  readonly compat?: { readonly [name in keyof CompatChoice]?: CompatChoice[name] | undefined } | undefined;
  /** Null: those of the default strictness. */
  readonly thresholds?: Thresholds | null | undefined;
  /** Null: that of the service. */
  readonly review_target?: number | null | undefined;
  readonly appeals?: boolean | undefined;
  readonly key_sign_in?: boolean | undefined;
}

/** What the service does for accounts that have not chosen. */
interface SettingsDefaults {
  readonly compatBalance: CompatBalance;
}

export function settingsOf(account: Account, { compatBalance }: SettingsDefaults): Settings {
  const {
    linkageScoring = "report",
    compat,
    thresholds = null,
    reviewTarget = REVIEW_TARGET_HOURS,
    keySignIn = true,
  } = account;
  return {
    linkage_scoring: linkageScoring,
    compat: { balance: compat?.balance ?? compatBalance, unknown: compat?.unknown ?? "null" },
    thresholds,
    review_target: reviewTarget,
    appeals: account.appeals ?? false,
    key_sign_in: keySignIn,
    ...edgeSettingsOf(account),
  };
}

/** @throws AppError invalid_value, naming the field */
function requireThresholds(
  { review, block }: Thresholds,
  refuse: (field: keyof Thresholds, why: string) => AppError,
): void {
  for (const [field, value] of [["review", review], ["block", block]] as const) {
    if (!Number.isInteger(value) || value < 1 || value > 100) {
      throw refuse(field, "must be a whole number from 1 to 100");
    }
  }
  if (review > block) throw refuse("review", "must not be above block");
}

/** @throws AppError test_key_refused, invalid_value */
export function requireChange(caller: Caller, change: SettingsChange): void {
  requireLive(caller, "change settings");
  if (change.thresholds) {
    requireThresholds(change.thresholds, (field, why) => invalidField(`/thresholds/${field}`, why));
  }
  requireEdgeSettings(change);
  const { review_target: target } = change;
  if (target != null && !(Number.isInteger(target) && target >= 1 && target <= MAX_REVIEW_TARGET_HOURS)) {
    throw invalidField("/review_target", `must be whole hours, 1 to ${MAX_REVIEW_TARGET_HOURS}`);
  }
}

/** @throws AppError test_key_refused, invalid_value, scope_missing, role_missing for what is not a threshold */
export async function changeOwnSettings(
  services: SettingsDefaults & { readonly store: Store },
  caller: Caller,
  change: SettingsChange,
): Promise<Settings> {
  const { thresholds: _, ...rest } = change;
  const isMore = Object.values(rest).some((value) => value !== undefined);
  requireAction(caller, isMore ? "settings.write" : "thresholds.write");
  requireChange(caller, change);
  await requireWayIn(services.store, caller.account, change);
  return settingsOf(await changeSettings(services.store, caller.account, change, originOf(caller)), services);
}

/** Without keys somebody must be able to open the console. @throws AppError conflict */
async function requireWayIn(store: Store, account: Account, { key_sign_in }: SettingsChange): Promise<void> {
  if (key_sign_in !== false || await store.people.hasOwner(account.id)) return;
  throw new AppError(
    "conflict",
    "signing in with keys cannot be switched off while no owner can sign in as a person: invite one, and wait until they have joined",
  );
}

/** In force in this process when it resolves, in others once they notice; the same settings again change nothing. */
export async function changeSettings(
  store: Store,
  account: Account,
  change: SettingsChange,
  origin: AuditOrigin,
): Promise<Account> {
  const changes = changesOf(chosen(account), chosen(accountWith(account, change)));
  if (Object.keys(changes).length === 0) return account;
  const details = Object.fromEntries(Object.entries(changes).map(([name, [, to]]) => [name, to]));
  const event = store.audit.entry(
    { account: account.id, action: "account_changed", details, changes },
    origin,
  );
  return await store.accounts.changeAccount(account.id, (current) => {
    if (current === null) throw new AppError("not_found", "there is no such account");
    return accountWith(current, change);
  }, event);
}

export function accountWith(
  account: Account,
  { linkage_scoring, compat, thresholds, review_target, appeals, key_sign_in, ...edge }: SettingsChange,
): Account {
  const { thresholds: before, reviewTarget, appeals: were, keySignIn: opened = true, ...others } = account;
  const target = review_target === undefined ? reviewTarget : review_target ?? undefined;
  const own = thresholds === undefined ? before : thresholds ?? undefined;
  return {
    ...withoutEdgeSettings(others),
    ...storedEdgeSettings(account, edge),
    ...(own === undefined ? {} : { thresholds: own }),
    ...(target === undefined ? {} : { reviewTarget: target }),
    ...(appeals ?? were ?? false ? { appeals: true } : {}),
    ...(key_sign_in ?? opened ? {} : { keySignIn: false }),
    ...(linkage_scoring === undefined ? {} : { linkageScoring: linkage_scoring }),
    ...(compat === undefined ? {} : {
      compat: {
        ...account.compat,
        ...(compat.balance === undefined ? {} : { balance: compat.balance }),
        ...(compat.unknown === undefined ? {} : { unknown: compat.unknown }),
      },
    }),
  };
}

/** In words, for the audit log; what was never chosen is the default. */
function chosen(account: Account): Record<string, string> {
  const { linkageScoring = "report", compat, thresholds, reviewTarget, appeals, keySignIn = true } = account;
  return {
    linkage_scoring: linkageScoring,
    compat_balance: compat?.balance ?? "default",
    compat_unknown: compat?.unknown ?? "null",
    thresholds: thresholds === undefined
      ? "default"
      : `review ${thresholds.review}, block ${thresholds.block}`,
    review_target: reviewTarget === undefined ? "default" : `${reviewTarget} h`,
    appeals: appeals === true ? "on" : "off",
    key_sign_in: keySignIn ? "on" : "off",
    ...edgeSettingsTexts(account),
  };
}
