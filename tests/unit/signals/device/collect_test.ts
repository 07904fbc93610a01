import assert from "node:assert/strict";
import { Budget } from "../../../../src/concurrency/budget.ts";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { collectDevice, type DeviceSources } from "../../../../src/signals/device/collect.ts";
import { parseDevice } from "../../../../src/signals/device/parse.ts";
import { TimeZones } from "../../../../src/signals/device/timezone.ts";

const INPUT = parseDevice({ device_id: "0123456789abcdef" });
const CONTEXT = {
  budget: new Budget(300),
  now: Date.UTC(2026, 6, 1),
  history: {
    abuseReports: 0,
    recentAbuse: false,
    recentAbuseCounts: false,
    abuseRisk: 0,
    firstSeen: "2026-01-01T00:00:00Z",
    timesSeen: 1,
  },
};

const TABLES: DeviceSources = {
  places: {
    lookup: (address) =>
      address.text === "9.9.9.9"
        ? known({ country: null, city: null })
        : address.text === "8.8.8.8"
        ? known({ country: "US", city: "Mountain View" })
        : unknown("not_loaded"),
  },
  timeZones: new TimeZones(),
  hosting: (address) => address.text === "8.8.8.8" ? known(true) : unknown("not_loaded"),
};

const ROWS = [
  {
    name: "no address",
    ip: null,
    country: unknown("not_given", "ip"),
    datacenter: unknown("not_given", "ip"),
  },
  { name: "an address in the tables", ip: "8.8.8.8", country: known("US"), datacenter: known(true) },
  {
    name: "an address of no country",
    ip: "9.9.9.9",
    country: unknown("no_data", "country of the address"),
    datacenter: unknown("not_loaded"),
  },
  { name: "no tables", ip: "1.1.1.1", country: unknown("not_loaded"), datacenter: unknown("not_loaded") },
  {
    name: "a private address",
    ip: "192.168.1.5",
    country: unknown("not_supported", "special-purpose address"),
    datacenter: unknown("not_supported", "special-purpose address"),
  },
] as const;

for (const { name, ip, country, datacenter } of ROWS) {
  Deno.test(`collectDevice: ${name}`, () => {
    const evidence = collectDevice(INPUT, TABLES, CONTEXT, ip === null ? null : parseAddress(ip));
    assert.deepEqual(evidence.ipCountry, country);
    assert.deepEqual(evidence.ipIsDatacenter, datacenter);
    assert.equal(evidence.history, CONTEXT.history);
    assert.equal(evidence.now, CONTEXT.now);
  });
}
