/** Changes of an account's rules in the audit log. */
import {
  type AuditAction,
  type AuditEvent,
  MAX_AUDIT_NAMES,
  originOf,
  partsOf,
} from "../../model/access/audit.ts";
import { InvalidValue } from "../../model/invalid_value.ts";
import type { Caller } from "../../model/records.ts";
import { parseCidr } from "../../model/address/address.ts";
import { isNamedKind, nameOf } from "../../model/rules/rule_named.ts";
import { deviceOf, type Rule } from "../../model/rules/rule.ts";
import { parseDevice } from "../../signals/device/parse.ts";
import { type Change, NO_CHANGE, together } from "../../records/change.ts";
import { maskOf, VALUE_SIGNALS, type ValueKind } from "../../signals/registry.ts";
import type { Services } from "../context.ts";
import { MAX_RULE_IDS, RULE_CHANGES, ruleEvents } from "../webhooks/rule_events.ts";
import { runInSlices } from "./time_slicing.ts";

/** Names made per step. */
const NAMES_PER_STEP = 100;

/** How a change of rules is told: in its commit, and of more rules than an entry of the audit log names the rest right after it. */
interface ToldChange {
  readonly also: Change;
  /** Durable when it resolves. */
  rest(): Promise<void>;
}

const NOT_TOLD: ToldChange = { also: NO_CHANGE, rest: () => Promise.resolve() };

/** The entry of the audit log and the event of a change of the account's rules. @param rules that are changed, named by their values */
export async function toldOfRules(
  services: Services,
  caller: Caller,
  event:
    & Required<Pick<AuditEvent, "action" | "subjects">>
    & Pick<AuditEvent, "count" | "details" | "changes">,
  rules: Iterable<Rule>,
): Promise<ToldChange> {
  const count = event.count ?? event.subjects.length;
  if (count === 0) return NOT_TOLD;
  const names = await runInSlices(namesOf(rules));
  const { audit } = services.store;
  const entry = { ...event, count, names, account: caller.account.id };
  const ids: string[] = [];
  for (const { id } of rules) if (ids.push(id) === MAX_RULE_IDS) break;
  const change = CHANGE_OF[event.action] ?? "changed";
  const told = ruleEvents(services, caller, { change, ids, count, changes: event.changes });
  const origin = originOf(caller);
  const [first, ...parts] = partsOf(entry);
  return {
    also: together(audit.entry(first!, origin), told),
    rest: async () => void await Promise.all(parts.map((part) => audit.record(part, origin))),
  };
}

const CHANGE_OF: Partial<Record<AuditAction, typeof RULE_CHANGES[number]>> = {
  rules_added: "added",
  rules_imported: "added",
  rules_deleted: "deleted",
};

function* namesOf(rules: Iterable<Rule>): Generator<void, string[]> {
  const names: string[] = [];
  for (const rule of rules) {
    if (names.length === MAX_AUDIT_NAMES) break;
    names.push(ruleName(rule));
    if (names.length % NAMES_PER_STEP === 0) yield;
  }
  return names;
}

/** "block j•••@example.org until 2099-01-01", for people who may read the log. */
export function ruleName({ action, kind, value, hash, expires_at }: Rule): string {
  const shown = hash === undefined ? masked(kind, value) : value;
  return `${action} ${shown}${expires_at === undefined ? "" : ` until ${expires_at.slice(0, 10)}`}`;
}

/** As stored scores show the value; of a network the part that they show. A domain is in clear, as in their e-mail addresses. */
function masked(kind: Rule["kind"], value: string): string {
  if (kind === "user") return `user ${nameOf(value).slice(0, 1)}•••`;
  if (kind === "asn" || kind === "domain" || isNamedKind(kind)) return value;
  if (kind === "cidr") {
    const cidr = parseCidr(value);
    return cidr === null ? "•" : `${maskedValue("ip", cidr.address.text)}/${cidr.prefix}`;
  }
  if (kind === "device") {
    return `device ${
      maskOf("device", {
        device: parseDevice({ device_id: deviceOf(value) }),
        address: null,
        addressRulesApply: false,
      })
    }`;
  }
  return maskedValue(kind, value);
}

function maskedValue<K extends ValueKind>(kind: K, value: string): string {
  const input = VALUE_SIGNALS[kind].parse(value, {});
  return input instanceof InvalidValue ? "•" : maskOf(kind, input);
}
