/**
 * What is usual for devices of one kind (a browser on a system, or ids of another maker) among an account's sign-ups: whether
 * each has an id of its own, and which user agents they have.
 */
import { DAY_MS } from "../duration.ts";
import type { DeviceKind } from "./common_device.ts";
import { countMarks, hasMark, type Mark, type Marks } from "./marks.ts";

/** Minimum of other ids of which few are shared, and that share of them, from which a shared id is an exception. */
const KNOWN_DEVICES = 60;
const FEW_SHARED = 0.05;
/** With fewer shared ids than that, one of many has some people a month, and a ring comes at once. */
const MANY_SHARED = 0.5;
const PAUSE_MS = DAY_MS;
/** Parts that the ids of a kind are divided into; a user agent that comes in several others is usual. */
const PARTS = 4;
const USUAL_PARTS = 2;
/** Minimum of other ids from which a user agent that they lack is rare. */
const COMPARED_DEVICES = 20;

/** What a sign-up adds. @param agent token of its user agent; null: none */
export function kindMarks(
  device: string,
  agent: string | null,
  isShared: boolean,
): readonly (readonly [Mark, string])[] {
  return [
    ["device", device],
    ...(isShared ? [["sharedDevice", device] as const] : []),
    ...(agent === null ? [] : [["pattern", agent + partOf(device)] as const]),
  ];
}

/** As the other ids of the kind show it. @param marks of `kindMarks` */
export function deviceKind(marks: Marks, device: string): DeviceKind & { readonly key: string } {
  return {
    key: marks,
    leastPause() {
      const devices = countMarks(marks, "device", device);
      if (devices < KNOWN_DEVICES) return 0;
      const shared = countMarks(marks, "sharedDevice", device) / devices;
      return shared < FEW_SHARED ? Infinity : shared < MANY_SHARED ? PAUSE_MS : 0;
    },
    isRareAgent(token) {
      if (countMarks(marks, "device", device) < COMPARED_DEVICES) return false;
      let parts = 0;
      for (let part = 0; part < PARTS; part++) {
        if (part !== partOf(device) && hasMark(marks, "pattern", token + part)) parts++;
      }
      return parts < USUAL_PARTS;
    },
  };
}

function partOf(device: string): number {
  return device.charCodeAt(0) % PARTS;
}
