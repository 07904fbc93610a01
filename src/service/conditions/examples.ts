/** Conditions that the documentation shows: some that are useful, and some mistakes with the answers that they get. */
import { problemText } from "../../model/conditions/condition.ts";
import { compileCondition, isProblem } from "./language/compile.ts";

interface ExampleCondition {
  readonly when: string;
  /** A sentence fragment for people. */
  readonly meaning: string;
}

export const EXAMPLE_CONDITIONS: readonly ExampleCondition[] = [
  {
    when: `phone.country == "TJ" && ip.country != "TJ"`,
    meaning: "A number of one country, used from another",
  },
  {
    when: `signups("asn", "1h") > 20 && ip.network == "datacenter"`,
    meaning: "A script on rented servers",
  },
  {
    when: `email.domain_class == "private" && signups("email_domain", "7d") > 5`,
    meaning: "A domain that somebody bought to sign up with",
  },
  { when: `email.shape == "initial+surname+9999"`, meaning: "Addresses that a generator made" },
  {
    when: `custom.plan in ["pro", "team"] && first_seen_days("device") == 0`,
    meaning: "A paid plan on a new device",
  },
];

const MISTAKES: readonly string[] = [
  `phone.contry == "TJ"`,
  `ip.asn == "16276"`,
  `ip.network == "datacentre"`,
  `signups("asnn", "1h") > 20`,
  `signups("asn", "2w") > 20`,
  `ip.country = "TJ"`,
  `email.shape.matches("9+$")`,
];

interface AnsweredMistake {
  readonly when: string;
  /** The very answer that the condition gets. */
  readonly answer: string;
}

export function answeredMistakes(): readonly AnsweredMistake[] {
  return MISTAKES.flatMap((when) => {
    const compiled = compileCondition(when);
    return isProblem(compiled) ? [{ when, answer: problemText(compiled) }] : [];
  });
}
