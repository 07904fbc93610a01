/** What conditions can name. The tables make the documentation of the language too. */
import { COMPONENT_KINDS } from "../component.ts";
import { CUSTOM_KEY } from "../facts/custom.ts";
import { type FactRow, FACTS } from "../facts/table.ts";
import { VERDICTS } from "../verdict.ts";

/** `whole`: a number without a fraction. `any`: known only when a sign-up is judged. */
export type ScalarType = "text" | "whole" | "number" | "boolean" | "any";

export interface VariableRow {
  readonly type: ScalarType | "names";
  readonly unit?: string;
  /** All values of a text that has few. */
  readonly values?: readonly string[];
  /** A sentence fragment for people. */
  readonly meaning: string;
}

const COUNT = { type: "whole" } as const;

const OTHERS: Readonly<Record<string, VariableRow>> = {
  "signup.score": { type: "whole", meaning: "Score of the sign-up, 0 to 100, before conditions" },
  "signup.verdict": { type: "text", values: VERDICTS, meaning: "Verdict of the sign-up, before conditions" },
  ...Object.fromEntries(COMPONENT_KINDS.map((kind) => [
    `components.${kind}.score`,
    { type: "whole", meaning: `Score of the ${kind} component, 0 to 100; unknown without one` },
  ])),
  "findings": { type: "names", meaning: "Names of the findings of all components and links" },
  "linkage.device_email_count": { ...COUNT, meaning: "Distinct e-mail addresses seen on this device" },
  "linkage.email_device_count": { ...COUNT, meaning: "Distinct devices seen with this e-mail address" },
  "linkage.email_ip_count": { ...COUNT, meaning: "Distinct IP addresses seen with this e-mail address" },
  "linkage.subnet_rate_1h": { ...COUNT, meaning: "Sign-ups from this /24 (IPv4) or /48 (IPv6) in an hour" },
  "linkage.domain_rate_1h": { ...COUNT, meaning: "Sign-ups with this domain in an hour" },
  "linkage.referral_rate_1h": { ...COUNT, meaning: "Sign-ups with this referral in an hour" },
  "linkage.ring.size": {
    ...COUNT,
    meaning: "Sign-ups of its ring, this one included; 1 where it is in none",
  },
  "linkage.ring.labelled_fraud": {
    ...COUNT,
    meaning: "How many sign-ups of its ring you had labelled fraud; 0 where it is in none",
  },
  ...Object.fromEntries(COMPONENT_KINDS.flatMap((kind) =>
    (["fraud", "legit"] as const).map((outcome) => [
      `label_counts.${kind}.${outcome}`,
      {
        type: "whole",
        meaning: `Earlier sign-ups with the same ${kind} value that you had labelled ${outcome}`,
      },
    ])
  )),
};

/** All variables but `custom.*`. */
export const VARIABLES: Readonly<Record<string, VariableRow>> = {
  ...Object.fromEntries(
    Object.entries(FACTS).map(([name, row]: [string, FactRow]): [string, VariableRow] => [name, {
      type: row.type === "number" ? "whole" : row.type,
      ...(row.unit === undefined ? {} : { unit: row.unit }),
      ...(row.values === undefined ? {} : { values: row.values }),
      meaning: row.meaning,
    }]),
  ),
  ...OTHERS,
};

/** Of `custom.<name>`. */
export const CUSTOM: VariableRow = {
  type: "any",
  meaning: "A field of your own, as you sent it: a text, a number or a boolean",
};
const CUSTOM_PREFIX = "custom.";

/** Null: there is none of that name. */
export function variableOf(name: string): VariableRow | null {
  if (Object.hasOwn(VARIABLES, name)) return VARIABLES[name]!;
  return name.startsWith(CUSTOM_PREFIX) && CUSTOM_KEY.test(name.slice(CUSTOM_PREFIX.length)) ? CUSTOM : null;
}
