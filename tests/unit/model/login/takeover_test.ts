/** When a change of an account ends a takeover, and how many notices a user has. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { withLogin } from "../../../../src/model/login/history.ts";
import type { LoginPlace } from "../../../../src/model/login/login.ts";
import { hasRoom } from "../../../../src/model/login/notice.ts";
import { endsChain, takenOver, VICTIM_MS } from "../../../../src/model/login/takeover.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 22);

const place = (name: string): LoginPlace => ({
  address: name,
  subnet: name,
  asn: 1,
  country: "DE",
  network: "residential",
  device: name,
  agent: null,
  browser: null,
  os: null,
  deviceClass: null,
});

const HISTORY = withLogin(withLogin(null, place("home"), NOW - 5 * DAY), place("thief"), NOW, {
  isNewDevice: true,
});
const UNKNOWN = { device: null, address: null, subnet: null };

Deno.test("a change ends a chain within an hour alone, and never after another log-in was taken for its end", () => {
  fc.assert(fc.property(fc.integer({ min: -2 * HOUR, max: 3 * HOUR }), (passed) => {
    const ends = endsChain(HISTORY, { ...UNKNOWN, at: NOW + passed });
    // Clocks differ by less than a minute, and histories have whole seconds.
    assert.equal(
      ends,
      Math.floor(passed / 1000) * 1000 >= -MINUTE && Math.floor(passed / 1000) * 1000 <= HOUR,
    );
    const after = takenOver(HISTORY, NOW + passed);
    assert.ok(!endsChain(after, { ...UNKNOWN, at: NOW + passed }), "once");
    assert.deepEqual(after.rows.map(({ device }) => device), ["home"]);
    assert.deepEqual([after.logins, after.victimUntil], [1, NOW + passed + VICTIM_MS]);
  }));
});

Deno.test("with a device, or else from a network, that was the user's for a day, a change is their own", () => {
  const at = NOW + MINUTE;
  const rows: readonly (readonly [device: string | null, network: string | null, ends: boolean])[] = [
    [null, null, true],
    ["home", null, false],
    ["home", "thief", false],
    ["thief", "home", true],
    [null, "home", false],
    [null, "thief", true],
    ["third", "third", true],
  ];
  for (const [device, network, ends] of rows) {
    const change = { at, device, address: network, subnet: network };
    assert.equal(endsChain(HISTORY, change), ends, `${device} ${network}`);
  }
  const young = withLogin(withLogin(null, place("home"), NOW - DAY + 1), place("thief"), NOW, {
    isNewDevice: true,
  });
  assert.ok(endsChain(young, { ...UNKNOWN, at, device: "home" }), "known for less than a day");
  const confirmed = withLogin(young, place("home"), NOW - HOUR, { isConfirmed: true });
  assert.ok(!endsChain(confirmed, { ...UNKNOWN, at, device: "home" }), "but confirmed");
});

Deno.test("a user has room for three notices in an hour and five in a day, whatever a clock did", () => {
  const rows: readonly (readonly [minutesAgo: readonly number[], room: boolean])[] = [
    [[], true],
    [[1, 2], true],
    [[1, 2, 3], false],
    [[1, 2, 60], true],
    [[61, 120, 180, 240], true],
    [[61, 120, 180, 240, 300], false],
    [[61, 120, 180, 240, 1440], true],
    [[-1, -2, -3], false],
    [[-2000, -2001, -2002, -2003, -2004], true],
  ];
  for (const [minutes, room] of rows) {
    assert.equal(hasRoom(minutes.map((ago) => NOW - ago * MINUTE), NOW), room, minutes.join(" "));
  }
});
