/** The row of domains in the registry. */
import { chain } from "../../concurrency/awaitable.ts";
import type { Component } from "../../model/component.ts";
import { knownFacts } from "../../model/facts/fact.ts";
import { sizeProblem } from "../../model/invalid_value.ts";
import { hostTexts } from "../../model/related_texts.ts";
import { OUTSIDE_REUSE_MS, type ValueRow } from "../signal.ts";
import { collectDomain, type DomainSources } from "./collect.ts";
import { domainIdentity, type DomainName, maskDomain, parseDomain } from "./parse.ts";
import { type DomainFields, scoreDomain } from "./score.ts";

export const domainRow: ValueRow<DomainName, Component<DomainFields>, DomainSources> = {
  noun: "domain",
  parse: (text) => sizeProblem(text) ?? parseDomain(text),
  cacheKey: (text) => text,
  batchRefusal: () => null,
  reportRefusal: ({ registrable }) =>
    registrable === null
      ? "this name cannot be registered: it is a top-level domain or a registry's suffix"
      : null,
  identity: domainIdentity,
  mask: maskDomain,
  evaluate: (name, sources, context) => chain(collectDomain(name, sources, context), scoreDomain),
  ruleSubject: ({ host }) => ({ domain: host }),
  facts: (_name, { fields: { registration } }) =>
    knownFacts({ "domain.age_days": registration.age_days, "domain.registrar": registration.registrar }),
  relatedTexts: ({ host }) => hostTexts(host),
  checked: () => true,
  reuse: { forMs: OUTSIDE_REUSE_MS, key: (name) => name },
};
