/** A sign-up as conditions see it. */
import { type Breakdown, COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import type { ConditionSubject } from "../../model/conditions/condition.ts";
import { type Counted, labelCountOf, type WantedCount } from "../../model/conditions/count.ts";
import { factsOf, isIdentity } from "../../model/conditions/signup_values.ts";
import type { AnyFact, Facts, FactValue } from "../../model/facts/fact.ts";
import { type FactRow, FACTS, isFactName } from "../../model/facts/table.ts";
import type { Linkage } from "../../model/linkage/linkage.ts";
import type { Ring } from "../../model/linkage/ring.ts";
import type { Verdict } from "../../model/verdict.ts";

/** What is counted of a sign-up that is judged. */
export interface SignupCounts {
  count(wanted: WantedCount): number | null;
  /** Of a variable `label_counts.*`. */
  labels(variable: string): number | null;
  /** Why a count is unknown, where that is not the sign-up's doing. */
  reason(wanted: Counted): string | null;
}

interface JudgedComponent {
  readonly kind: ComponentKind;
  readonly score: number;
  readonly findings: Breakdown["findings"];
  readonly unknown: Readonly<Record<string, string>>;
}

interface KnownOfSignup {
  readonly facts: Facts;
  readonly score: number;
  readonly verdict: Verdict;
  readonly components: readonly JudgedComponent[];
  /** Of its links to other sign-ups, and of a browser without a device id. */
  readonly findings: readonly Breakdown["findings"][];
  readonly linkage: Linkage;
  readonly ring: Ring | null;
  readonly counts: SignupCounts;
}

const NAMES: Readonly<Record<ComponentKind, string>> = {
  ip: "IP address",
  email: "e-mail address",
  phone: "phone number",
  domain: "domain",
  device: "device",
};

type Variable = FactValue | ReadonlySet<string> | null;

export class SignupSubject implements ConditionSubject {
  readonly #known: KnownOfSignup;
  /** Made when the first one is asked for. */
  #variables: ReadonlyMap<string, Variable> | null = null;

  constructor(known: KnownOfSignup) {
    this.#known = known;
  }

  fact(name: AnyFact): FactValue | null {
    return this.#known.facts[name] ?? null;
  }

  variable(name: string): Variable {
    this.#variables ??= variablesOf(this.#known);
    return this.#variables.get(name) ?? this.#known.counts.labels(name);
  }

  count(wanted: WantedCount): number | null {
    return this.#known.counts.count(wanted);
  }

  reason(name: string | WantedCount): string | null {
    if (typeof name !== "string") return this.#known.counts.reason(name) ?? this.#reasonOfDimension(name);
    if (isFactName(name)) return this.#reasonOfFact(FACTS[name]);
    const [first, kind] = name.split(".");
    if (first === "custom") return "not sent";
    const component = COMPONENT_KINDS.find((each) => each === kind);
    if (component !== undefined && !this.#has(component)) return `no ${NAMES[component]}`;
    const labels = labelCountOf(name);
    return labels === null ? null : this.#known.counts.reason(labels);
  }

  #reasonOfDimension({ dimension }: WantedCount): string | null {
    if (!isIdentity(dimension)) return this.#reasonOfFact(FACTS[factsOf(dimension)[0]!]);
    const kind = dimension === "device" ? "device" : "ip";
    return this.#has(kind) ? "it identifies nobody" : `no ${NAMES[kind]}`;
  }

  #has(kind: ComponentKind): boolean {
    return this.#known.components.some((component) => component.kind === kind);
  }

  #reasonOfFact({ of, path }: FactRow): string | null {
    if (of === "signup") return "not sent";
    const component = this.#known.components.find(({ kind }) => kind === of);
    if (component === undefined) return `no ${NAMES[of]}`;
    return path === undefined ? null : component.unknown[path]?.replaceAll("_", " ") ?? null;
  }
}

function variablesOf(
  { score, verdict, components, findings, linkage, ring }: KnownOfSignup,
): ReadonlyMap<string, Variable> {
  const names = new Set<string>();
  for (const component of components) for (const { name } of component.findings) names.add(name);
  for (const list of findings) for (const { name } of list) names.add(name);
  return new Map<string, Variable>([
    ["signup.score", score],
    ["signup.verdict", verdict],
    ["findings", names],
    ...components.map(({ kind, score }) => [`components.${kind}.score`, score] as const),
    ...Object.entries(linkage).map(([name, count]) => [`linkage.${name}`, count as number | null] as const),
    ["linkage.ring.size", ring?.size ?? 1],
    ["linkage.ring.labelled_fraud", ring?.labelled_fraud ?? 0],
  ]);
}
