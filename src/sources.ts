/** Opens the data and the sources of outside evidence, and joins them to what collectors use. */
import type { Config } from "./config.ts";
import type { Address } from "./domain/address.ts";
import { type Known, unknown } from "./domain/evidence.ts";
import type { Bundle } from "./feeds/bundle.ts";
import { openDomainLists } from "./feeds/disposable.ts";
import { openAsnMmdb, openCityMmdb } from "./feeds/mmdb.ts";
import { NO_RANGES } from "./signals/ip/collect.ts";
import type { Sources } from "./signals/registry.ts";
import type { Store } from "./store/store.ts";

export interface OpenSources {
  readonly config: Config;
  readonly store: Store;
  readonly secret: string;
  readonly now: () => number;
  readonly log: (line: string) => void;
  readonly background: boolean;
  readonly bundle: Bundle;
}

export interface OpenedSources {
  readonly sources: Sources;
  readonly dataVersion: () => string;
  close(): Promise<void>;
}

/** Where `deno task data` leaves the bundle, in the checkout and inside the compiled program. */
export const BUNDLE_DIR = decodeURIComponent(new URL("../build/", import.meta.url).pathname);

export function openSources(given: OpenSources): Promise<OpenedSources> {
  const { config, log, bundle } = given;
  const places = ownTable("WINNOW_CITY_MMDB", config.cityMmdb, bundle.places, openCityMmdb, log);
  const networks = ownTable("WINNOW_ASN_MMDB", config.asnMmdb, bundle.networks, openAsnMmdb, log);
  const lists = openDomainLists(bundle.domainLists ?? new Uint8Array());
  const off = unknown(config.offline ? "offline" : "disabled");
  const sources = {
    places,
    networks,
    ranges: NO_RANGES,
    lists,
    mailDomains: {
      facts: () =>
        Promise.resolve({
          exists: off,
          resolves: off,
          mx: off,
          nullMx: off,
          acceptsMail: off,
          spf: off,
          dmarc: off,
        }),
    },
    registrations: { of: () => Promise.resolve(off) },
    websites: { present: () => off },
    footprints: { of: () => Promise.resolve({ hasAvatar: off, avatarUrl: null, breachCount: off }) },
    mailboxes: {
      ask: () => Promise.resolve({ status: "unavailable" as const, exists: off, catchAll: off, reply: null }),
    },
    hosting: (_address: Address): Known<boolean> => unknown("not_loaded"),
  };
  return Promise.resolve({
    sources,
    dataVersion: () => bundle.version,
    close: () => Promise.resolve(),
  });
}

/** The operator's own file instead of the bundled table; a bad one is refused with a line in the log, never fatal. */
function ownTable<T>(
  setting: string,
  path: string | null,
  bundled: T,
  open: (path: string, beside?: T) => T,
  log: (line: string) => void,
): T {
  if (path === null) return bundled;
  try {
    return open(path, bundled);
  } catch (error) {
    log(`${setting}: ${(error as Error).message}; the bundled table answers instead`);
    return bundled;
  }
}
