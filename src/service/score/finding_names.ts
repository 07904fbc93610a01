/** The names of findings, of their groups and of trust facts: the rows of all weight tables. */
import type { ComponentKind, FindingSource } from "../../model/component.ts";
import { WEIGHTS as GROUPS } from "../../scoring/groups.ts";
import { WEIGHTS as LINKS } from "../../scoring/linkage.ts";
import { WEIGHTS as DEVICE } from "../../signals/device/score.ts";
import { TRUSTS as DOMAIN_TRUSTS, WEIGHTS as DOMAIN } from "../../signals/domain/score.ts";
import { TRUSTS as EMAIL_TRUSTS, WEIGHTS as EMAIL } from "../../signals/email/score.ts";
import { WEIGHTS as IP } from "../../signals/ip/score.ts";
import { WEIGHTS as PHONE } from "../../signals/phone/score.ts";

const WEIGHTS = {
  ip: IP,
  email: EMAIL,
  phone: PHONE,
  domain: DOMAIN,
  device: DEVICE,
} as const satisfies Record<ComponentKind, object>;

/** Of other sign-ups: of those that share a value, and of those that labels taught about. */
const LINKAGE = { ...LINKS, ...GROUPS } as const;
const ALL_WEIGHTS = { ...WEIGHTS, linkage: LINKAGE } as const satisfies Record<FindingSource, object>;

interface Row {
  readonly group: string;
}

type GroupOf<Table> = Table extends Readonly<Record<string, Row>> ? Table[keyof Table]["group"] : never;
type RowOf<Table> = Table extends object ? keyof Table & string : never;

export type ComponentFinding = RowOf<typeof WEIGHTS[ComponentKind]>;
export type LinkageFinding = keyof typeof LINKAGE;
export type ComponentGroup = GroupOf<typeof WEIGHTS[ComponentKind]>;
export type LinkageGroup = GroupOf<typeof LINKAGE>;
export type TrustName = keyof typeof EMAIL_TRUSTS | keyof typeof DOMAIN_TRUSTS;

/** Of values. */
export const COMPONENT_FINDINGS = namesOf<ComponentFinding>(...Object.values(WEIGHTS));

/** For people; its name, where this version has no such finding. */
export function findingText(kind: FindingSource, name: string): string {
  const rows: Readonly<Record<string, { readonly text: string }>> = ALL_WEIGHTS[kind];
  return Object.hasOwn(rows, name) ? rows[name]!.text : name;
}

/** The same, where it is not known what the finding is about; of two of one name the first. */
export function findingWords(name: string): string {
  const sources = Object.keys(ALL_WEIGHTS) as FindingSource[];
  return findingText(sources.find((kind) => Object.hasOwn(ALL_WEIGHTS[kind], name)) ?? "linkage", name);
}

/** Of how a sign-up hangs together with others. */
export const LINKAGE_FINDINGS = namesOf<LinkageFinding>(LINKAGE);

/** Of the groups of findings. */
export const COMPONENT_GROUPS = groupsOf<ComponentGroup>(...Object.values(WEIGHTS));
export const LINKAGE_GROUPS = groupsOf<LinkageGroup>(LINKAGE);

/** Of facts that lower a score. */
export const TRUST_NAMES = namesOf<TrustName>(EMAIL_TRUSTS, DOMAIN_TRUSTS);

function namesOf<Name extends string>(...tables: readonly Partial<Record<Name, object>>[]): readonly Name[] {
  return [...new Set(tables.flatMap((table) => Object.keys(table)))].sort() as Name[];
}

function groupsOf<Group extends string>(
  ...tables: readonly Readonly<Record<string, Row>>[]
): readonly Group[] {
  const groups = tables.flatMap((table) => Object.values(table).map(({ group }) => group));
  return [...new Set(groups)].sort() as Group[];
}
