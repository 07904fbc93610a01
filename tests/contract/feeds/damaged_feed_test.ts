/** Feeds that arrive damaged, malicious or merely untidy. */
import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { HOUR, isTor, openFeeds, openLibrary, TOR, TOR_NAME } from "../../support/fixtures/feed_library.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { feedOptions, Mirror, SAMPLE_FILES } from "../../support/servers/feed_mirror.ts";

const many = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i)).join("");

const JSON_LIST = "aws-ip-ranges.json";
const DROP = "spamhaus-drop_v4.json";
const MAIL = "disposable_email_blocklist.conf";
const page = "<!DOCTYPE html><html><body>502 Bad Gateway</body></html>\n";

interface Damage {
  readonly name: string;
  readonly file: keyof typeof SAMPLE_FILES;
  readonly send: string | Uint8Array<ArrayBuffer> | ((request: Request) => Response | Promise<Response>);
  /** The error in the status. */
  readonly says: RegExp;
  /** There is no content to set aside. */
  readonly nothing?: true;
}

const DAMAGES: readonly Damage[] = [
  { name: "an empty file", file: TOR, send: "", says: /refused: the file is empty/ },
  { name: "blank lines only", file: TOR, send: "\n \r\n", says: /the file is empty/ },
  { name: "an error page in place of a list", file: TOR, send: page, says: /HTML/ },
  { name: "an error page in place of JSON", file: JSON_LIST, send: page, says: /HTML/ },
  {
    name: "an error page after JSON lines",
    file: DROP,
    send: SAMPLE_FILES[DROP] + page.repeat(4),
    says: /malformed/,
  },
  { name: "binary rubbish", file: TOR, send: new Uint8Array([0xff, 0xfe, 0, 1, 2]), says: /not UTF-8/ },
  {
    name: "JSON cut off",
    file: JSON_LIST,
    send: SAMPLE_FILES[JSON_LIST].slice(0, 60),
    says: /not valid JSON/,
  },
  {
    name: "JSON of another shape",
    file: "azure-servicetags.json",
    send: '{"value":[]}',
    says: /no list "values"/,
  },
  {
    name: "JSON lines cut off",
    file: DROP,
    send: SAMPLE_FILES[DROP].slice(0, 70),
    says: /metadata line is missing/,
  },
  {
    name: "JSON lines with rows missing",
    file: DROP,
    send: '{"cidr":"1.10.16.0/20","sblid":"SBL256894"}\n{"type":"metadata","records":2}\n',
    says: /1 records where the file says 2/,
  },
  { name: "a list cut off within a line", file: TOR, send: "5.45.1.1\n5.45.1.2\n5.45.1.", says: /cut off/ },
  {
    name: "less than half the entries",
    file: TOR,
    send: "5.45.1.1\n",
    says: /1 entries, less than half of the 4/,
  },
  {
    name: "mostly bad rows",
    file: TOR,
    send: `5.45.1.1\n${many(5, (i) => `host${i}\n`)}`,
    says: /5 of 6 rows are mal/,
  },
  {
    name: "more bad rows than a tenth",
    file: TOR,
    send: many(40, (i) => `5.45.2.${i}\n`) + many(6, () => "5.45.2.256\n"),
    says: /6 of 46 rows are malformed, the first: 5\.45\.2\.256/,
  },
  {
    name: "the whole internet",
    file: TOR,
    send: `${SAMPLE_FILES[TOR]}0.0.0.0/0\n`,
    says: /contains 0\.0\.0\.0\/0/,
  },
  { name: "the whole IPv6 internet", file: TOR, send: `${SAMPLE_FILES[TOR]}::/0\n`, says: /contains ::\/0/ },
  { name: "half the internet", file: TOR, send: `${SAMPLE_FILES[TOR]}128.0.0.0/1\n`, says: /wider than any/ },
  {
    name: "private space",
    file: TOR,
    send: `${SAMPLE_FILES[TOR]}192.168.1.0/24\n`,
    says: /private space: 192\.168/,
  },
  {
    name: "a range around private space",
    file: TOR,
    send: `${SAMPLE_FILES[TOR]}172.0.0.0/8\n`,
    says: /private space/,
  },
  {
    name: "unique local space",
    file: TOR,
    send: `${SAMPLE_FILES[TOR]}fd00::/16\n`,
    says: /private space: fd00/,
  },
  {
    name: "a major provider",
    file: MAIL,
    send: `${SAMPLE_FILES[MAIL]}Gmail.com\n`,
    says: /major provider gmail\.com/,
  },
  { name: "a public suffix", file: MAIL, send: `${SAMPLE_FILES[MAIL]}co.uk\n`, says: /public suffix co\.uk/ },
  { name: "a top-level domain", file: MAIL, send: `${SAMPLE_FILES[MAIL]}com\n`, says: /public suffix com/ },
  {
    name: "a gzip bomb",
    file: TOR,
    send: async () => {
      const zeros = new Blob([new Uint8Array(32 * 2 ** 20)]).stream();
      const body = await new Response(zeros.pipeThrough(new CompressionStream("gzip"))).bytes();
      return new Response(body, { headers: { "content-encoding": "gzip" } });
    },
    says: /bytes/,
    nothing: true,
  },
  {
    name: "more bytes than allowed",
    file: TOR,
    send: many(40_000, () => "5.45.1.1\n"),
    says: /bytes/,
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
    says: /no complete answer within 1500 ms/,
    nothing: true,
  },
  {
    name: "a server error",
    file: TOR,
    send: () => new Response("", { status: 500 }),
    says: /answered 500/,
    nothing: true,
  },
  {
    name: "too many requests",
    file: TOR,
    send: () => new Response("", { status: 429 }),
    says: /answered 429/,
    nothing: true,
  },
  {
    name: "a redirect to a private address",
    file: TOR,
    send: () => Response.redirect("http://10.0.0.1/list.txt"),
    says: /10\.0\.0\.1.*not public/,
    nothing: true,
  },
  {
    name: "a redirect to the metadata service",
    file: TOR,
    send: () => Response.redirect("http://169.254.169.254/latest/"),
    says: /169\.254\.169\.254.*not public/,
    nothing: true,
  },
  {
    name: "an unsolicited 304",
    file: TOR,
    send: () => new Response(null, { status: 304 }),
    says: /^$/,
    nothing: true,
  },
];

for (const { name, file, send, says, nothing } of DAMAGES) {
  Deno.test(`a feed with ${name} changes no answer and the status gives the reason`, async () => {
    await using dir = await temporaryFolder();
    await using mirror = new Mirror(SAMPLE_FILES);
    await using feeds = await openFeeds(mirror, dir.path);
    await feeds.library.refresh();
    const version = feeds.library.dataVersion();
    const feed = feeds.library.statuses().find((status) => status.file === file)!;
    mirror.files.set(file, send);
    feeds.clock.now += HOUR;
    const [outcome] = await feeds.library.refresh([feed.name]);
    const after = feeds.status(feed.name);
    assert.match(after.lastError ?? "", says);
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

Deno.test("BOM, CRLF, comments, host bits and a few bad rows are tolerated", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  await using feeds = await openFeeds(mirror, dir.path);
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

Deno.test("a copy that was damaged on disk is set aside, reported and fetched again", async () => {
  await using dir = await temporaryFolder();
  await using mirror = new Mirror(SAMPLE_FILES);
  const options = feedOptions({ dir: dir.path, mirror: mirror.url });
  {
    await using library = openLibrary(options);
    await library.load();
    await library.refresh([TOR_NAME]);
  }
  await Deno.writeTextFile(`${dir.path}/${TOR}`, "<html>\0\0\0");
  await using library = openLibrary(options);
  await library.load();
  const status = library.statuses().find(({ name }) => name === TOR_NAME)!;
  assert.equal(status.state, "not_loaded");
  assert.match(status.lastError ?? "", /the copy on disk is damaged: an HTML/);
  assert.deepEqual(library.ranges.loaded("tor"), { known: false, why: "not_loaded" });
  library.start();
  await eventually(() => isTor(library, "5.45.1.1"), "the list");
  assert.equal(await Deno.readTextFile(`${dir.path}/${TOR}`), SAMPLE_FILES[TOR]);
});
