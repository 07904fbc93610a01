import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { openBundle } from "../../../../src/feeds/tables/bundle.ts";
import {
  FORMAT_VERSION,
  verifyBundleFile,
  writeBundleFile,
} from "../../../../src/feeds/tables/bundle_file.ts";
import { type TinyBundle, writeTinyBundle } from "../../../support/fixtures/bundle.ts";

const GIVEN: TinyBundle = {
  places: [
    ["1.0.0.0", "1.0.0.255", "AU", "Brisbane"],
    ["1.0.1.0", "1.0.3.255", "CN", "Xiamen"],
    ["2a00::", "2a00:0:0:ffff:ffff:ffff:ffff:ffff", "DE", "Köln"],
    ["2a00:0:1::5", "2a00:0:1::9", "", "Nowhere in particular"],
  ],
  networks: [
    ["1.0.0.0", "1.0.0.255", 13335, "Cloudflare, Inc."],
    ["255.255.0.0", "255.255.255.255", 64500, ""],
    ["2a00::", "2a00::ffff", 64501, "Größe"],
  ],
  domainLists: new Uint8Array([1, 2, 3, 4, 5]),
  version: "places 1, networks 2",
};

async function inFolder(run: (dir: string) => Promise<void> | void): Promise<void> {
  const dir = Deno.makeTempDirSync({ prefix: "winnow-bundle-" });
  try {
    await run(dir);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

function ip(text: string) {
  return parseAddress(text)!;
}

Deno.test("a bundle answers what was put into it, and nothing outside", () =>
  inFolder(async (dir) => {
    writeTinyBundle(dir, GIVEN);
    const bundle = await openBundle(`${dir}/`);
    assert.equal(bundle.version, "places 1, networks 2");
    assert.deepEqual(bundle.domainLists, new Uint8Array([1, 2, 3, 4, 5]));
    const places: [string, unknown][] = [
      ["0.255.255.255", { known: false, why: "no_data" }],
      ["1.0.0.0", { known: true, value: { country: "AU", city: "Brisbane" } }],
      ["1.0.0.255", { known: true, value: { country: "AU", city: "Brisbane" } }],
      ["1.0.1.0", { known: true, value: { country: "CN", city: "Xiamen" } }],
      ["1.0.3.255", { known: true, value: { country: "CN", city: "Xiamen" } }],
      ["1.0.4.0", { known: false, why: "no_data" }],
      ["2a00:0:0:1::", { known: true, value: { country: "DE", city: "Köln" } }],
      ["2a00:0:1::4", { known: false, why: "no_data" }],
      ["2a00:0:1::5", { known: true, value: { country: null, city: "Nowhere in particular" } }],
      ["2a00:0:1::a", { known: false, why: "no_data" }],
    ];
    for (const [text, expected] of places) {
      assert.deepEqual(bundle.places.lookup(ip(text)), expected, text);
    }
    const networks: [string, unknown][] = [
      ["1.0.0.77", { known: true, value: { asn: 13335, name: "Cloudflare, Inc." } }],
      ["1.0.1.0", { known: false, why: "no_data" }],
      ["255.255.255.255", { known: true, value: { asn: 64500, name: "" } }],
      ["2a00::ffff", { known: true, value: { asn: 64501, name: "Größe" } }],
      ["2a00::1:0", { known: false, why: "no_data" }],
    ];
    for (const [text, expected] of networks) {
      assert.deepEqual(bundle.networks.lookup(ip(text)), expected, text);
    }
  }));

Deno.test("an empty bundle knows nothing and has no domain lists", () =>
  inFolder(async (dir) => {
    writeTinyBundle(dir, {});
    const bundle = await openBundle(dir);
    assert.equal(bundle.domainLists, null);
    for (const text of ["0.0.0.0", "255.255.255.255", "::", "ffff::"]) {
      assert.equal(bundle.places.lookup(ip(text)).known, false);
      assert.equal(bundle.networks.lookup(ip(text)).known, false);
    }
  }));

Deno.test("a flip of any one byte of a bundle is found, and the error names the file", () =>
  inFolder(async (dir) => {
    const path = writeTinyBundle(dir, GIVEN);
    const whole = Deno.readFileSync(path);
    const named = new RegExp(`^the data bundle ${path} is damaged or old: `);
    using file = Deno.openSync(path, { read: true, write: true });
    const put = (at: number, byte: number) => {
      file.seekSync(at, Deno.SeekMode.Start);
      file.writeSync(new Uint8Array([byte]));
    };
    // Every byte of the header and the table of contents, every 4,999th of the half megabyte of directories behind them.
    for (let at = 0; at < whole.length; at += at < 2_000 ? 1 : 4_999) {
      put(at, whole[at]! ^ (1 << (at % 8)));
      await assert.rejects(openBundle(dir), { message: named }, `byte ${at} of ${whole.length}`);
      assert.throws(() => verifyBundleFile(path), { message: named }, `byte ${at} of ${whole.length}`);
      put(at, whole[at]!);
    }
    assert.equal(verifyBundleFile(path), (await openBundle(dir)).version);
  }));

Deno.test("a section of several megabytes is checked to its last byte", () =>
  inFolder((dir) => {
    const path = `${dir}/winnow.bundle`;
    const large = new Uint8Array((5 << 20) + 3).map((_, index) => index % 251);
    writeBundleFile(path, "v", new Map([["odd", new Uint8Array(5)], ["large", large]]));
    assert.equal(verifyBundleFile(path), "v");
    const whole = Deno.readFileSync(path);
    for (const from of [1, 2, 3, 4, 1 << 20, (1 << 20) + 1, 5 << 20]) {
      const broken = whole.slice();
      broken[broken.length - from]! ^= 0x80;
      Deno.writeFileSync(path, broken);
      assert.throws(() => verifyBundleFile(path), /section large does not match/, `${from} from the end`);
    }
  }));

Deno.test("a bundle that is cut off or has something behind it is refused", () =>
  inFolder(async (dir) => {
    const path = writeTinyBundle(dir, GIVEN);
    const whole = Deno.readFileSync(path);
    const longer = new Uint8Array(whole.length + 1);
    longer.set(whole);
    const cuts = [0, 1, 7, 19, 20, 21, 500, whole.length >> 1, whole.length - 1].map((end) =>
      whole.slice(0, end)
    );
    for (const bytes of [...cuts, longer]) {
      Deno.writeFileSync(path, bytes);
      await assert.rejects(openBundle(dir), /winnow\.bundle is damaged or old/, `${bytes.length} bytes`);
    }
    Deno.writeFileSync(path, whole);
    await openBundle(dir);
  }));

Deno.test("a bundle of another format is refused with its format", () =>
  inFolder(async (dir) => {
    const path = writeTinyBundle(dir, GIVEN);
    const bytes = Deno.readFileSync(path);
    new DataView(bytes.buffer).setUint32(8, FORMAT_VERSION + 1, true);
    Deno.writeFileSync(path, bytes);
    const message = `it has format ${FORMAT_VERSION + 1}, this program reads format ${FORMAT_VERSION}`;
    await assert.rejects(openBundle(dir), { message: new RegExp(message) });
  }));

Deno.test("a missing bundle and a folder in its place are named", () =>
  inFolder(async (dir) => {
    await assert.rejects(openBundle(dir), {
      message: `the data bundle ${dir}/winnow.bundle is not there: "deno task data" compiles it`,
    });
    Deno.mkdirSync(`${dir}/winnow.bundle`);
    await assert.rejects(openBundle(dir), { message: new RegExp(`${dir}/winnow.bundle`) });
  }));

Deno.test("a complete file with inconsistent sections is refused", () =>
  inFolder(async (dir) => {
    const path = `${dir}/winnow.bundle`;
    writeBundleFile(path, "v", new Map([["places.v4_low", new Uint8Array(3)]]));
    await assert.rejects(openBundle(dir), {
      message: /winnow\.bundle is damaged or old: section .* is missing/,
    });
    assert.equal(verifyBundleFile(path), "v", "the container itself is whole");
  }));

Deno.test("writing a bundle leaves no half-written file when it fails", () =>
  inFolder((dir) => {
    Deno.mkdirSync(`${dir}/winnow.bundle/full`, { recursive: true });
    assert.throws(() => writeTinyBundle(dir, GIVEN));
    assert.deepEqual([...Deno.readDirSync(dir)].map(({ name }) => name), ["winnow.bundle"]);
  }));
