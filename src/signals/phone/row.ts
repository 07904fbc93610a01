/** The row of phone numbers in the registry. */
import type { Component } from "../../model/component.ts";
import { InvalidValue, sizeProblem } from "../../model/invalid_value.ts";
import { LOCAL_REUSE_MS, type ValueRow } from "../signal.ts";
import { collectPhone } from "./collect.ts";
import { numbersBefore } from "./earlier_plan.ts";
import { isBillablePhone, maskPhone, MAX_PHONE_LENGTH, parsePhone, type PhoneInput } from "./parse.ts";
import { type PhoneFields, scorePhone } from "./score.ts";
import { phoneFacts, type PhoneFactSources } from "./stored_facts.ts";

export const phoneRow: ValueRow<PhoneInput, Component<PhoneFields>, PhoneFactSources> = {
  noun: "phone number",
  parse: (text, { country }) => {
    const problem = sizeProblem(text, MAX_PHONE_LENGTH);
    if (problem !== null) return problem;
    const region = parseCountry(country);
    return region instanceof InvalidValue ? region : parsePhone(text, region);
  },
  cacheKey: (text, { country }) => {
    const region = parseCountry(country);
    return region instanceof InvalidValue ? null : `${region ?? ""} ${text}`;
  },
  batchRefusal: ({ number, parseStatus }) =>
    number !== null || parseStatus === "country_required"
      ? null
      : UNREADABLE_NUMBER[parseStatus] ?? parseStatus,
  reportRefusal: ({ e164, parseStatus }) => {
    if (e164 !== null) return null;
    return parseStatus === "country_required"
      ? "not a valid phone number: write it with + and country code"
      : "not a valid phone number: it does not read as a number";
  },
  identity: ({ e164 }) => e164,
  earlierIdentities: ({ e164, text }) => e164 === null ? [text] : numbersBefore(e164),
  mask: maskPhone,
  evaluate: (input, sources, context) => scorePhone(collectPhone(input, sources, context)),
  ruleSubject: ({ e164, earlierE164, number }, { fields }, { carriers }) =>
    e164 === null || number === null ? {} : {
      phone: e164,
      phonesBefore: numbersBefore(e164),
      phoneAsWritten: earlierE164,
      country: fields.number.country,
      carrier: carriers.of(number),
    },
  facts: ({ number }, { fields }, { carriers }, hashed) => phoneFacts(number, fields, carriers, hashed),
  relatedTexts: () => [],
  checked: isBillablePhone,
  reuse: { forMs: LOCAL_REUSE_MS, key: (input) => input },
};

const UNREADABLE_NUMBER: Readonly<Record<string, string>> = {
  invalid_country: "its country does not exist",
  too_short: "it is too short",
  too_long: "it is too long",
  not_a_number: "it does not read as a number",
};

/** Two letters, as the request writes them; null when none was given. */
export function parseCountry(text: string | null | undefined): string | null | InvalidValue {
  const country = text?.trim() ?? "";
  if (country === "") return null;
  return /^[A-Za-z]{2}$/.test(country)
    ? country
    : new InvalidValue("must be a two-letter country code (ISO 3166-1 alpha-2)", "country");
}
