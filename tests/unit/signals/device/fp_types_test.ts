/** `/fp.d.ts`: the script fits its types, and so does what the service takes. */
import assert from "node:assert/strict";
import { inFolder } from "../../../support/folder.ts";

const ROOT = new URL("../../../../", import.meta.url).pathname;
const FOLDER = `${ROOT}src/signals/device/`;
/** The end of the script, where it shows itself to the page. */
const SHOWN = /if \(!\("Winnow" in window\)\) .*\n/;

/** The compiler's messages; empty when there are none. */
async function check(name: string, text: string, config = "deno.json"): Promise<string> {
  return await inFolder(async (folder) => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      checkJs: true,
      lib: ["dom", "dom.iterable", "esnext"],
    };
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ compilerOptions }));
    await Deno.copyFile(`${FOLDER}fp.d.ts`, `${folder}/fp.d.ts`);
    await Deno.writeTextFile(`${folder}/${name}`, text);
    const { stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--no-lock", "--quiet", "--config", config, name],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    const messages = new TextDecoder().decode(stderr);
    assert.equal(success, messages === "", messages);
    return messages;
  });
}

Deno.test("what fp.js answers fits its types, and the types name nothing else", async () => {
  const script = await Deno.readTextFile(`${FOLDER}fp.js`);
  assert.match(script, SHOWN);
  const reference = '/// <reference path="./fp.d.ts" />\n';
  const typed = (end: string) => reference + script.replace(SHOWN, end);
  const fits = '/** @type {WinnowScript["fingerprint"]} */ const typed = fingerprint; void typed;\n';
  assert.equal(await check("script.js", typed(fits)), "");
  // The other way round: every declared field is one that the script returns.
  const covers = `/** @typedef {Awaited<ReturnType<typeof fingerprint>>} Given */
/** @type {(declared: Required<WinnowSignals>) => Required<Given["signals"]>} */ const signals = (given) => given;
/** @type {Record<keyof Given, 1> & Record<Exclude<keyof WinnowFingerprint, keyof Given>, never>} */
const parts = { device_id: 1, signals: 1, automation: 1, device_token: 1 };
/** @type {Record<Exclude<keyof WinnowSignals, keyof Given["signals"]>, never>} */ const noSignal = {};
/** @type {Record<Exclude<keyof WinnowAutomation, keyof Given["automation"]>, never>} */ const noMarker = {};
void [signals, parts, noSignal, noMarker];\n`;
  assert.equal(await check("script.js", typed(covers)), "");
  const broken = script.replace("timezone_offset: new Date().getTimezoneOffset(),", 'timezone_offset: "0",');
  assert.notEqual(broken, script);
  assert.match(await check("script.js", reference + broken.replace(SHOWN, fits)), /timezone_offset/);
});

const PAGE = `/// <reference path="./fp.d.ts" />
const device = await globalThis.Winnow?.fingerprint().catch(() => null);
const id: string | undefined = device?.device_id;
const renderer: string | undefined = device?.signals.webgl_renderer;
const driven: boolean = device?.automation.webdriver ?? false;
const inWindow: Promise<WinnowFingerprint> | undefined = window.Winnow?.fingerprint();
void [id, renderer, driven, inWindow];
export {};
`;

Deno.test("a page uses the types in strict mode; a script that may be missing, and unknown fields, are errors", async () => {
  assert.equal(await check("page.ts", PAGE), "");
  const rows: [wrong: string, says: RegExp][] = [
    ["await Winnow.fingerprint();", /possibly 'undefined'/],
    ["(await Winnow!.fingerprint()).signals.cookie;", /'cookie' does not exist/],
    ["(await Winnow!.fingerprint()).signals.webgl_renderer.length;", /possibly 'undefined'/],
  ];
  for (const [wrong, says] of rows) {
    assert.match(await check("page.ts", PAGE.replace("export {};", `${wrong}\nexport {};`)), says);
  }
});

Deno.test("the service takes what the types promise, field for field", async () => {
  const schema = `file://${FOLDER}schema.ts`;
  const text = `/// <reference path="./fp.d.ts" />
import type { DeviceAutomation, DeviceSignals } from "${schema}";
export const signals = (given: WinnowSignals): DeviceSignals => given;
export const automation = (given: WinnowAutomation): DeviceAutomation => given;
export const names: [
  Exclude<keyof DeviceSignals, keyof WinnowSignals>,
  Exclude<keyof WinnowSignals, keyof DeviceSignals>,
  Exclude<keyof DeviceAutomation, keyof WinnowAutomation>,
  Exclude<keyof WinnowAutomation, keyof DeviceAutomation>,
][] = [] satisfies [never, never, never, never][];
`;
  assert.equal(await check("service.ts", text, `${ROOT}deno.json`), "");
});
