/** The row of IP addresses in the registry. */
import type { Address } from "../../model/address/address.ts";
import { isGlobalUnicast } from "../../model/address/special_purpose.ts";
import { addressTexts } from "../../model/related_texts.ts";
import { LOCAL_REUSE_MS, type ValueRow } from "../signal.ts";
import { collectIp, type IpSources } from "./collect.ts";
import { ipIdentity, maskIp, parseIp } from "./parse.ts";
import { type IpComponent, scoreIp } from "./score.ts";
import { ipFacts } from "./stored_facts.ts";

export const ipRow: ValueRow<Address, IpComponent, IpSources> = {
  noun: "IP address",
  parse: parseIp,
  batchRefusal: () => null,
  reportRefusal: (address) => isGlobalUnicast(address) ? null : "not a public address",
  identity: (address) => isGlobalUnicast(address) ? ipIdentity(address) : null,
  mask: maskIp,
  evaluate: (address, sources, context) => scoreIp(collectIp(address, sources, context)),
  ruleSubject: (address, { asn, fields }) => ({ ip: address, asn, country: fields.geo.country }),
  facts: (_address, component) => ipFacts(component),
  relatedTexts: (address, { asn }) => addressTexts(address, asn),
  checked: () => true,
  reuse: { forMs: LOCAL_REUSE_MS, key: (_address, hash) => hash },
};
