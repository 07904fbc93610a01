/** Compiles names of people and words into the bytes that `NameLists` reads. */
import { allLocales, type LocaleDefinition } from "@faker-js/faker";
import ROLES from "../data/role_accounts.txt" with { type: "text" };
import CENTRAL_ASIAN from "../data/central_asian_names.txt" with { type: "text" };
import ORDINARY from "../data/ordinary_words.txt" with { type: "text" };
import PLAIN from "../data/plain_words.txt" with { type: "text" };
import OWN from "./handle_names.txt" with { type: "text" };
import { rowsOf } from "../src/model/table_text.ts";
import { latinLocalPart } from "../src/signals/email/machine_generated.ts";
import { writeNameLists } from "../src/signals/email/name_lists.ts";

/** A package with fewer names has probably changed its format. */
const LEAST = 10_000;
const LONGEST = 14;

/** @throws Error when the package has far fewer names than expected */
export function compileNameLists(): Uint8Array {
  const [own, asian] = [sectionsOf(OWN), sectionsOf(CENTRAL_ASIAN)];
  const given = [...spelt(namesOf("first_name")), ...spelt(own("given")), ...spelt(asian("given"))];
  const surnames = [
    ...spelt(namesOf("last_name")),
    ...spelt(own("family")),
    ...spelt(asian("surname")),
  ];
  for (const [name, { length }] of Object.entries({ given, surnames })) {
    if (length < LEAST) throw new Error(`the list of ${name} has only ${length} names`);
  }
  const words = spelt([PLAIN, ORDINARY, ROLES].flatMap(rowsOf).join(" ").split(/[\s+]+/));
  return writeNameLists({ given, surnames, words: [...words, ...spelt(own("word"))] });
}

/** All names of a kind, of all locales, some of them by gender. */
function namesOf(kind: "first_name" | "last_name"): string[] {
  return Object.values<LocaleDefinition>(allLocales).flatMap(({ person }) =>
    Object.values<readonly string[] | undefined>({ ...person?.[kind] }).flatMap((names) => names ?? [])
  );
}

/** As local parts spell them; names in other letters than Latin ones are left out. */
function spelt(names: readonly string[]): string[] {
  return names.flatMap((name) => latinLocalPart(name.toLowerCase()) ?? [])
    .map((name) => name.replaceAll(/[-.]/g, ""))
    .filter((name) => /^[a-z]{2,}$/.test(name) && name.length <= LONGEST);
}

/** The words of a section of a text whose sections begin with `[name]`. */
function sectionsOf(text: string): (name: string) => string[] {
  const sections = new Map<string, string[]>();
  let section: string[] = [];
  for (const row of rowsOf(text)) {
    const header = /^\[(\w+)\]$/.exec(row);
    if (header === null) section.push(...row.trim().split(/\s+/));
    else sections.set(header[1]!, section = []);
  }
  return (name) => sections.get(name) ?? [];
}
