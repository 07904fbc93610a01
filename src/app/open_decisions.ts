/** Decisions for bouncers: with what lists there are, and where addresses are. */
import { ListedNetworks } from "../service/decisions/listed_networks.ts";
import { Decisions } from "../service/decisions/decisions.ts";
import type { FeedLibrary } from "../feeds/library.ts";
import { Seal } from "../records/seal.ts";
import type { Store } from "../records/store.ts";
import type { IdentifierHasher } from "../service/access/identifier_hasher.ts";
import type { ActiveRules } from "../service/rules/active_rules.ts";
import { type Address, lineOf } from "../model/address/address.ts";
import { linksOwner } from "../model/records.ts";
import { announcedBy, countryOf, type IpSources, isSharedAt } from "../signals/ip/collect.ts";
import type { Keyring } from "./keyring.ts";

interface OpenDecisions {
  readonly store: Store;
  readonly rules: ActiveRules;
  readonly feeds: Pick<FeedLibrary, "ranges">;
  readonly sources: IpSources;
  readonly hasher: IdentifierHasher;
  readonly keyring: Keyring;
  readonly background: boolean;
  readonly now: () => number;
}

export function openDecisions(given: OpenDecisions): Decisions {
  const { store, rules, feeds, sources, hasher, keyring, background, now } = given;
  const lists = new ListedNetworks(feeds.ranges);
  return new Decisions({
    store,
    rules,
    listed: () => lists.now(),
    generation: () => lists.version,
    placeOf: (address) => ({ asn: announcedBy(address, sources), country: countryOf(address, sources) }),
    isShared: async (account, address) =>
      isSharedAt(address, sources) ||
      await store.rings.peopleOn(linksOwner(account, "live"), lineIn(hasher, address), now()) > 0,
    hasher,
    seal: new Seal(keyring.secret, "decision", keyring.previous),
    background,
    now,
  });
}

/** As rings know the line of an address. */
function lineIn(hasher: IdentifierHasher, address: Address): string {
  return address.family === 6 ? hasher.hash("subnet", lineOf(address)) : hasher.hash("ip", address.text);
}
