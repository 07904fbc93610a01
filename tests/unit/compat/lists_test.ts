/** Lists of blocked networks: what is in them, their six formats, and programs that read them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type ListChoice, listedNetworks } from "../../../src/compat/lists/entries.ts";
import { LIST_FORMATS, type ListFormatName, listLines } from "../../../src/compat/lists/formats.ts";
import { readListOptions } from "../../../src/compat/lists/options.ts";
import { contains, parseCidr } from "../../../src/model/address/address.ts";
import type { Decision } from "../../../src/model/decisions/decision.ts";

const NOW = 1_790_000_000_000;
const ANY: ListChoice = { families: [4, 6], origins: null, limit: null };

function decision(value: string, given: Partial<Decision> = {}): Decision {
  return {
    id: 1,
    uuid: "u",
    origin: "winnow-rules",
    type: "ban",
    scope: value.includes("/") ? "Range" : "Ip",
    value,
    scenario: "winnow/rule",
    from: NOW,
    until: NOW + 14_398_500,
    why: "",
    ...given,
  };
}

const BLOCKED = [
  decision("192.0.2.7"),
  decision("198.51.100.0/24"),
  decision("2001:db8::7", { origin: "winnow-labels" }),
  decision("2001:db8:1::/48", { origin: "winnow-drop" }),
];

const textsOf = (decisions: readonly Decision[], choice: Partial<ListChoice> = {}) =>
  listedNetworks(decisions, { ...ANY, ...choice }).map(({ text }) => text);
const listOf = (format: ListFormatName, decisions: readonly Decision[], choice: Partial<ListChoice> = {}) => {
  const wanted = { ...ANY, ...choice };
  return [...listLines(format, listedNetworks(decisions, wanted), wanted.families, NOW)].join("");
};

Deno.test("bans of addresses and ranges alone, each once, and none within another", () => {
  const all = [
    ...BLOCKED,
    decision("203.0.113.9", { type: "captcha" }),
    decision("FR", { scope: "Country" }),
    decision("64500", { scope: "AS" }),
    decision("192.0.2.7", { origin: "winnow-labels", until: NOW + 60_000 }),
    decision("198.51.100.77"),
    decision("198.51.100.128/25"),
  ];
  assert.deepEqual(textsOf(all), ["192.0.2.7", "198.51.100.0/24", "2001:db8::7", "2001:db8:1::/48"]);
  assert.equal(listedNetworks(all, ANY)[0]!.until, NOW + 14_398_500, "the longest");
  assert.deepEqual(textsOf(all, { families: [4] }), ["192.0.2.7", "198.51.100.0/24"]);
  assert.deepEqual(textsOf(all, { families: [6] }), ["2001:db8::7", "2001:db8:1::/48"]);
  assert.deepEqual(textsOf(all, { origins: new Set(["winnow-drop"]) }), ["2001:db8:1::/48"]);
  assert.deepEqual(
    textsOf(all, { limit: 2 }),
    ["192.0.2.7", "198.51.100.0/24"],
    "the first, which matter most",
  );
  assert.deepEqual(textsOf([]), []);
});

Deno.test("no two networks of a list overlap, and each one that was banned is in it", () => {
  const cidr = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 20, max: 32 })).map(
    ([last, prefix]) => {
      const { address } = parseCidr(`10.0.0.${last}/${prefix}`)!;
      return prefix === 32 ? address.text : `${address.text}/${prefix}`;
    },
  );
  fc.assert(fc.property(fc.array(cidr, { maxLength: 20 }), (values) => {
    const listed = listedNetworks(values.map((value) => decision(value)), ANY);
    for (const [at, one] of listed.entries()) {
      for (const other of listed.slice(at + 1)) {
        assert.ok(
          !contains(one, other.address) && !contains(other, one.address),
          `${one.text} ${other.text}`,
        );
      }
    }
    for (const value of values) {
      const { address, prefix } = parseCidr(value)!;
      assert.ok(listed.some((each) => each.prefix <= prefix && contains(each, address)), value);
    }
  }));
});

Deno.test("six formats, line by line", () => {
  const lines: Readonly<Record<ListFormatName, readonly string[]>> = {
    plain: ["192.0.2.7", "198.51.100.0/24", "2001:db8::7", "2001:db8:1::/48"],
    nftables: [
      "add element inet winnow blocked { 192.0.2.7 timeout 14398s }",
      "add element inet winnow blocked { 198.51.100.0/24 timeout 14398s }",
      "add element inet winnow blocked6 { 2001:db8::7 timeout 14398s }",
      "add element inet winnow blocked6 { 2001:db8:1::/48 timeout 14398s }",
    ],
    ipset: [
      "add winnow 192.0.2.7 timeout 14398",
      "add winnow 198.51.100.0/24 timeout 14398",
      "add winnow6 2001:db8::7 timeout 14398",
      "add winnow6 2001:db8:1::/48 timeout 14398",
    ],
    mikrotik: [
      "/ip/firewall/address-list/remove [ find where list=winnow ]",
      "/ipv6/firewall/address-list/remove [ find where list=winnow ]",
      "/ip/firewall/address-list/add list=winnow address=192.0.2.7 timeout=3h59m58s",
      "/ip/firewall/address-list/add list=winnow address=198.51.100.0/24 timeout=3h59m58s",
      "/ipv6/firewall/address-list/add list=winnow address=2001:db8::7 timeout=3h59m58s",
      "/ipv6/firewall/address-list/add list=winnow address=2001:db8:1::/48 timeout=3h59m58s",
    ],
    juniper: ["192.0.2.7/32", "198.51.100.0/24", "2001:db8::7/128", "2001:db8:1::/48"],
    f5: [
      "192.0.2.7,32,bl,winnow",
      "198.51.100.0,24,bl,winnow",
      "2001:db8::7,128,bl,winnow",
      "2001:db8:1::,48,bl,winnow",
    ],
  };
  for (const format of LIST_FORMATS) {
    assert.equal(listOf(format, BLOCKED), `${lines[format].join("\n")}\n`, format);
  }
  assert.equal(listOf("plain", []), "");
  assert.equal(
    listOf("mikrotik", [], { families: [4] }),
    "/ip/firewall/address-list/remove [ find where list=winnow ]\n",
    "an empty list empties the router's",
  );
  const far = [decision("192.0.2.7", { until: NOW + 400 * 86_400_000 })];
  assert.equal(listOf("ipset", far), "add winnow 192.0.2.7 timeout 2147483\n", "ipset takes no more");
  assert.equal(
    listOf("ipset", [decision("192.0.2.7", { until: NOW + 1 })]),
    "add winnow 192.0.2.7 timeout 1\n",
  );
});

Deno.test("options of a list", () => {
  assert.deepEqual(readListOptions({}), { format: "plain", families: [4, 6], origins: null, limit: null });
  assert.deepEqual(
    readListOptions({ format: "f5", ipv6only: "", origin: "winnow-tor,winnow-drop", limit: "10", x: "y" }),
    { format: "f5", families: [6], origins: new Set(["winnow-tor", "winnow-drop"]), limit: 10 },
  );
  for (
    const given of [
      { format: "csv" },
      { format: "constructor" },
      { ipv4only: "true", ipv6only: "true" },
      { limit: "0" },
      { limit: "-1" },
      { limit: "1000001" },
      { limit: "many" },
    ] as Record<string, string>[]
  ) assert.equal(typeof readListOptions(given), "string", JSON.stringify(given));
});

const run = async (command: string, args: readonly string[], input: string) => {
  const child = new Deno.Command(command, {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  const { success, stderr } = await child.output();
  return { success, problem: new TextDecoder().decode(stderr) };
};

/** Whether a program is installed and may ask this machine's kernel. */
async function works(command: string, args: readonly string[], input = ""): Promise<boolean> {
  try {
    return (await run(command, args, input)).success;
  } catch {
    return false;
  }
}

/** The sets of the guide. */
const NFT_SETS = `table inet winnow {
  set blocked { type ipv4_addr; flags interval, timeout; }
  set blocked6 { type ipv6_addr; flags interval, timeout; }
}
`;

Deno.test({
  name: "nft reads the nftables format",
  ignore: !await works("nft", ["-c", "-f", "-"], NFT_SETS),
  fn: async () => {
    const overlapping = [...BLOCKED, decision("198.51.100.77"), decision("2001:db8:1::5")];
    const { success, problem } = await run(
      "nft",
      ["-c", "-f", "-"],
      NFT_SETS + listOf("nftables", overlapping),
    );
    assert.ok(success, problem);
    const bad = await run(
      "nft",
      ["-c", "-f", "-"],
      `${NFT_SETS}add element inet winnow blocked { nowhere timeout 1x }\n`,
    );
    assert.ok(!bad.success, "it does read");
  },
});

Deno.test({
  name: "ipset reads the ipset format",
  ignore: !await works("ipset", ["list", "-n"]),
  fn: async () => {
    const name = `winnow${crypto.randomUUID().slice(0, 8)}`;
    const sets = `create ${name} hash:net timeout 0\ncreate ${name}-6 hash:net family inet6 timeout 0\n`;
    const far = decision("203.0.113.1", { until: NOW + 400 * 86_400_000 });
    const list = listOf("ipset", [...BLOCKED, far]).replaceAll("winnow6 ", `${name}-6 `).replaceAll(
      "winnow ",
      `${name} `,
    );
    const { success, problem } = await run("ipset", ["restore", "-exist"], sets + list);
    try {
      assert.ok(success, problem);
    } finally {
      for (const set of [name, `${name}-6`]) await run("ipset", ["destroy", set], "");
    }
  },
});
