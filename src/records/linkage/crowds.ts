/** What happens at the places that a sign-up comes from. */
import { crowdOf, type PlaceView } from "../../model/linkage/place.ts";
import type { PlaceKeys, PlacesView } from "./places.ts";

type CrowdKind = "line" | "subnet" | "operator" | "domain" | "device" | "page";

/** The sign-ups of a place, this one included. */
interface Crowd {
  /** Of the last hour; null where another counter has it. */
  readonly lastHour: number | null;
  /** In this hour of a usual day, and over a whole week; see `PlaceView`. */
  readonly usual: number;
  readonly lasting: number;
  /** People who were known to share the place before today; see `crowdOf`. */
  readonly people: number;
}

export type Crowds = Readonly<Record<CrowdKind, Crowd | null>>;

/** Number of sign-ups in two hours from which, if it is far above the usual, they may be made up. */
const BUSY = 20;
const BUSY_TIMES = 5;

export function isBusy({ twoHours, lastingNow }: PlaceView): boolean {
  return twoHours >= BUSY && twoHours >= BUSY_TIMES * lastingNow;
}

export function crowdsOf(
  keys: PlaceKeys,
  places: PlacesView,
  { isSharedDevice, isNewDevice }: { readonly isSharedDevice: boolean; readonly isNewDevice: boolean },
): Crowds {
  const crowd = (kind: keyof PlacesView, lastHour: number | null): Crowd | null => {
    if (keys[kind] === null) return null;
    const { usualNow: usual, lastingNow: lasting } = places[kind];
    return { lastHour, usual, lasting, people: crowdOf(places[kind]) };
  };
  const counted = (kind: keyof PlacesView) => crowd(kind, places[kind].lastHour + 1);
  return {
    // The first sign-up of an address is known by a mark alone.
    line: crowd("line", places.line.isKnown ? places.line.lastHour + 1 : places.subnet.knowsLine ? 2 : 1),
    subnet: crowd("subnet", null),
    operator: counted("operator"),
    domain: crowd("organisation", null),
    device: isSharedDevice ? counted("device") : null,
    page: isNewDevice ? counted("page") : null,
  };
}
