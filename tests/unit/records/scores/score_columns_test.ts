import assert from "node:assert/strict";
import fc from "fast-check";
import { COMPONENT_KINDS, type ComponentKind } from "../../../../src/model/component.ts";
import type { FactName } from "../../../../src/model/facts/table.ts";
import { DAY_MS, MINUTE_MS } from "../../../../src/model/duration.ts";
import { retentionOf, type ScoreRecord, type StoredComponent } from "../../../../src/model/records.ts";
import { COLUMN, COLUMN_BLOCK, COLUMNS } from "../../../../src/db/own_rows.ts";
import { slotNameOf } from "../../../../src/db/commit/segment.ts";
import type { ColumnName, ColumnValue } from "../../../../src/records/scores/score_row.ts";
import { ScoreColumns } from "../../../../src/records/scores/score_columns.ts";
import type { Store } from "../../../../src/records/store.ts";
import { packScore } from "../../../support/fixtures/packed_score.ts";
import { rounds } from "../../../support/rounds.ts";
import { openStore } from "../../../support/store/store.ts";

/** Later than any run of this test: the file deletes what has expired by the clock of the machine. */
const START = Date.parse("2100-11-20T12:00:00Z");
const HASH = "abcdefghijklmnopqrstuvwxyz0123456789_-ABCDE";

type Drawn = Pick<ScoreRecord, "mode" | "score" | "verdict" | "components" | "rule" | "facts"> & {
  readonly account: string;
  readonly userId: string | null;
};

const component: fc.Arbitrary<StoredComponent> = fc.record({
  kind: fc.constantFrom(...COMPONENT_KINDS),
  hash: fc.constantFrom("", HASH, HASH.replace("a", "z")),
  relatedHashes: fc.constantFrom([], [`n${HASH}`]),
  mask: fc.constant("•••"),
  score: fc.integer({ min: 0, max: 100 }),
  verdict: fc.constantFrom("allow" as const, "block" as const),
  findings: fc.uniqueArray(fc.constantFrom("a", "b", "c")).map((names) =>
    names.map((name) => [name, "group", 5, "text"] as const)
  ),
  trust: fc.constant([]),
  unknown: fc.constant({}),
  rule: fc.constant(null),
});

const drawn: fc.Arbitrary<Drawn> = fc.record({
  account: fc.constantFrom("acc_a", "acc_b"),
  mode: fc.constantFrom("live" as const, "test" as const),
  score: fc.integer({ min: 0, max: 100 }),
  verdict: fc.constantFrom("allow" as const, "review" as const, "block" as const),
  components: fc.uniqueArray(component, { maxLength: 3, selector: ({ kind }) => kind }),
  rule: fc.constantFrom(null, {
    id: "rule_1",
    action: "block" as const,
    kind: "ip" as const,
    value: "192.0.2.1",
  }),
  userId: fc.constantFrom(null, "u1", "u2"),
  facts: fc.record({
    "ip.country": fc.constantFrom("DE", "US"),
    "ip.asn": fc.integer({ min: 1, max: 5 }),
    "device.automation": fc.boolean(),
    "custom.plan": fc.oneof(fc.constantFrom("pro", "1", "true", "a\n\0b"), fc.constantFrom(1, true)),
  }, { requiredKeys: [] }),
});

async function write(store: Store, rows: readonly Drawn[], at: number): Promise<ScoreRecord[]> {
  const made = rows.map(({ userId, ...row }) => {
    const slot = store.segments.reserve(retentionOf(row.mode));
    const record = {
      ...row,
      id: slot.requestId,
      key: "key",
      subject: "user",
      via: "user",
      at,
      expiresAt: at + retentionOf(row.mode),
      strictness: 1,
      summary: null,
      topSignals: [],
      agentDecision: null,
      dataVersion: "test",
      ...(userId === null ? {} : { signup: signupOf(userId) }),
    } as ScoreRecord;
    return { slot, record };
  });
  await store.writer.write({
    records: made.map(({ slot, record }) => ({ slot, owner: record.account, packed: packScore(record) })),
  });
  return made.map(({ record }) => record);
}

function signupOf(userId: string): ScoreRecord["signup"] {
  return {
    linkage: {
      device_email_count: null,
      email_device_count: 2,
      email_ip_count: 3,
      subnet_rate_1h: null,
      domain_rate_1h: 0,
      referral_rate_1h: null,
    },
    ring: null,
    node: "0".repeat(32) as NonNullable<ScoreRecord["signup"]>["node"],
    actor: { type: "unknown", proven: false, basis: "none", operator: null, trigger: null, detail: "" },
    agent: null,
    userId,
    links: { score: 10, findings: [["linked", "links", 10, "text"]], counted: false },
  };
}

const EXPECTED: Readonly<
  Partial<Record<ColumnName, (record: ScoreRecord) => ColumnValue | undefined>>
> = {
  score: ({ score }) => score,
  verdict: ({ verdict }) => verdict,
  mode: ({ mode }) => mode,
  rule: ({ rule }) => rule?.id,
  component_block: ({ components }) => components.some(({ verdict }) => verdict === "block"),
  components: ({ components }) => set(components.map(({ kind }) => kind)),
  findings: ({ components, signup }) =>
    set([
      ...components.flatMap(({ findings }) => findings.map(([name]) => name)),
      ...signup === undefined ? [] : ["linked"],
    ]),
  "score.ip": ({ components }) => components.find(({ kind }) => kind === "ip")?.score,
  "dimension.email": ({ components }) =>
    components.find(({ kind }) => kind === "email")?.hash.slice(0, 8) || undefined,
  "dimension.subnet": ({ components }) =>
    components.find(({ kind }) => kind === "ip")?.relatedHashes[0]?.slice(0, 8),
  "linkage.email_ip_count": ({ signup }) => signup?.linkage.email_ip_count ?? undefined,
  "linkage.subnet_rate_1h": () => undefined,
  "ip.country": (record) => factOf(record, "ip.country", "ip"),
  "ip.asn": (record) => factOf(record, "ip.asn", "ip"),
  "device.automation": (record) => factOf(record, "device.automation", "device"),
  "custom.plan": ({ facts }) => facts?.["custom.plan"],
  "custom.none": () => undefined,
};
const NAMES = Object.keys(EXPECTED) as (keyof typeof EXPECTED)[];

/** Facts are stored with their component. */
function factOf({ facts, components }: ScoreRecord, name: FactName, of: ComponentKind) {
  return components.some(({ kind }) => kind === of) ? facts?.[name] : undefined;
}

function set(texts: readonly string[]): readonly string[] | undefined {
  return texts.length === 0 ? undefined : [...new Set(texts)].sort();
}

type Row = Readonly<Record<string, unknown>>;

function rowOf(record: ScoreRecord): Row {
  const values = NAMES.map((name) => [name, EXPECTED[name]!(record)] as const);
  return { at: record.at, position: slotNameOf(record.id), ...Object.fromEntries(values) };
}

/** The rows of all blocks, oldest first. */
async function rowsOf(
  store: Pick<Store, "scoreColumns">,
  account: string,
  span: { since: number; until: number },
  order: "newest" | "oldest" = "oldest",
): Promise<Row[]> {
  const rows: Row[][] = [];
  for await (const block of store.scoreColumns.blocks(account, [...NAMES, "at"], span, order)) {
    const positions = await block.positions(Array.from({ length: block.count }, (_, row) => row));
    rows.push(positions.map((position, row) => {
      const values = NAMES.map((name) => {
        const column = block.column(name);
        return [name, column === null ? undefined : column.values[column.codes[row]! - 1]] as const;
      });
      return { at: block.times[row]!, position, ...Object.fromEntries(values) };
    }));
  }
  return (order === "oldest" ? rows : rows.reverse()).flat();
}

/** What the rows of an account are in a span, by the records. */
function expectedRows(
  written: readonly ScoreRecord[],
  account: string,
  { since, until }: { since: number; until: number },
  now: number,
): Row[] {
  return written
    .filter((record) => record.account === account && record.expiresAt > now)
    .filter(({ at }) => at >= since && at <= until)
    .sort((one, other) => slotNameOf(one.id)! < slotNameOf(other.id)! ? -1 : 1).map(rowOf);
}

const commits = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.array(drawn, { minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.constant("block") },
    { weight: 1, arbitrary: fc.constantFrom("ask", "restart", "wait", "week") },
  ),
  { minLength: 10, maxLength: 50, size: "max" },
);

Deno.test("the rows of columns are the records, whenever blocks were made", async () => {
  await fc.assert(
    fc.asyncProperty(commits, fc.nat({ max: 300 }), fc.nat({ max: 300 }), async (steps, since, length) => {
      let now = START;
      const path = await Deno.makeTempFile({ suffix: ".kv" });
      await Deno.remove(path);
      const open = () => openStore({ location: path, now: () => now });
      const stores = [await open(), await open()];
      try {
        const written: ScoreRecord[] = [];
        for (const [at, step] of steps.entries()) {
          now += 7;
          const store = stores[at % 2]!;
          if (step === "wait") now += 3 * MINUTE_MS;
          else if (step === "week") now += 7 * DAY_MS;
          else if (step === "block") {
            now += 3 * MINUTE_MS;
            await Promise.all(stores.map(({ columns }) => columns.compact("acc_a", 1)));
          } else if (step === "ask") await rowsOf(store, "acc_a", { since: 0, until: now });
          else if (step === "restart") {
            await store.close();
            stores[at % 2] = await open();
          } else written.push(...await write(store, step, now));
        }
        for (const store of stores) {
          for (
            const span of [{ since: 0, until: now }, { since: START + since, until: START + since + length }]
          ) {
            for (const account of ["acc_a", "acc_b", "acc_c"]) {
              const expected = expectedRows(written, account, span, now);
              assert.deepEqual(await rowsOf(store, account, span), expected);
              assert.deepEqual(await rowsOf(store, account, span, "newest"), expected);
            }
          }
        }
      } finally {
        for (const store of stores) await store.close();
        for (const end of ["", "-shm", "-wal"]) await Deno.remove(path + end).catch(() => {});
      }
    }),
    { numRuns: rounds(25) },
  );
});

const PLAIN: Drawn = {
  account: "acc",
  mode: "live",
  score: 0,
  verdict: "allow",
  components: [{
    kind: "ip",
    hash: HASH,
    relatedHashes: [],
    mask: "192.0.2.•",
    score: 0,
    verdict: "allow",
    findings: [],
    trust: [],
    unknown: {},
    rule: null,
  }],
  rule: null,
  facts: {},
  userId: null,
};

/** Stores rows of facts, a block of each list. */
async function withBlocks(
  lists: readonly (readonly NonNullable<ScoreRecord["facts"]>[])[],
  work: (store: Store, span: { since: number; until: number }) => Promise<void>,
): Promise<void> {
  let now = START;
  const store = await openStore({ now: () => now });
  try {
    for (const list of lists) {
      await write(store, list.map((facts) => ({ ...PLAIN, facts })), now += 7);
      now += 3 * MINUTE_MS;
      await store.columns.compact("acc", 1);
    }
    await work(store, { since: START, until: now });
  } finally {
    await store.close();
  }
}

Deno.test("fields of one's own are found whether they have a column or not", async () => {
  const fields = (row: number) => ({
    "custom.often": row,
    [`custom.key${row % 60}`]: row % 2 === 0 ? `value\n${row}` : row,
  });
  const rows = Array.from({ length: 300 }, (_, row) => fields(row));
  await withBlocks([rows], async (store, span) => {
    const names = ["often", ...Array.from({ length: 61 }, (_, key) => `key${key}`)].map((key) =>
      `custom.${key}` as const
    );
    for await (const block of store.scoreColumns.blocks("acc", names, span, "oldest")) {
      for (const name of names) {
        const column = block.column(name);
        const found = Array.from({ length: 300 }, (_, row) => column?.values[column.codes[row]! - 1]);
        assert.deepEqual(found, rows.map((row) => (row as Readonly<Record<string, unknown>>)[name]), name);
      }
    }
  });
});

Deno.test("blocks that lack a wanted value are left out, and no others", async () => {
  const lists = [0, 1, 2, 3].map((block) =>
    Array.from({ length: 400 }, (_, row) => ({ "ip.asn": 1000 * block + row, "ip.country": "DE" }))
  );
  await withBlocks(lists, async (store, span) => {
    const ask = async (oneOf: readonly number[], more: readonly string[] = []) => {
      const wanted = [
        { name: "ip.asn" as const, oneOf },
        ...more.length === 0 ? [] : [{ name: "ip.country" as const, oneOf: more }],
      ];
      const found: number[] = [];
      let blocks = 0;
      for await (const block of store.scoreColumns.blocks("acc", ["ip.asn"], span, "newest", wanted)) {
        blocks++;
        const { values, codes } = block.column("ip.asn")!;
        found.push(
          ...Array.from(codes, (code) => values[code - 1] as number).filter((asn) => oneOf.includes(asn)),
        );
      }
      return { blocks, found: found.sort((one, other) => one - other) };
    };
    for (const asn of [0, 399, 1000, 2399, 3007]) {
      for (let round = 0; round < 2; round++) {
        assert.deepEqual(await ask([asn], ["DE"]), { blocks: 1, found: [asn] });
      }
    }
    assert.deepEqual(await ask([5, 3005]), { blocks: 2, found: [5, 3005] });
    assert.deepEqual(await ask([700, 999_999]), { blocks: 0, found: [] });
  });
});

Deno.test("blocks of another version are not read; those of an earlier one are made anew", async () => {
  const rows = Array.from({ length: 5 }, (_, row) => ({ "ip.asn": row }));
  for (const [shift, left] of [[-1, []], [1, ["earlier"]]] as const) {
    await withBlocks([rows], async (store, span) => {
      const { engine } = store;
      const expected = await rowsOf(store, "acc", span);
      const [stored] = await engine.get([COLUMNS.key("acc")]);
      const manifest = COLUMNS.read(stored!.value);
      const of = { version: manifest.version + shift };
      const earlier = { from: "0", to: manifest.to, records: 3, wholeUntil: Infinity, ...of };
      const expiresAt = span.until + DAY_MS;
      await engine.commit({
        set: [
          COLUMNS.set(COLUMNS.key("acc"), { ...manifest, ...of }),
          COLUMN_BLOCK.set(COLUMN_BLOCK.key("acc", "earlier"), earlier, expiresAt),
          COLUMN.set(COLUMN.key("acc", "ip.asn", "earlier", "000"), new Uint8Array(1), expiresAt),
        ],
      });
      assert.deepEqual(await rowsOf(store, "acc", span), expected);
      await store.columns.compact("acc", 1);
      assert.deepEqual(await rowsOf(store, "acc", span), expected);
      const heads = await Array.fromAsync(engine.scan(COLUMN_BLOCK.below("acc")), ({ key }) => key[2]!);
      assert.deepEqual(heads.filter((name) => name === "earlier"), left);
      const [made] = await engine.get([COLUMNS.key("acc")]);
      assert.equal(COLUMNS.read(made!.value).version, manifest.version + Math.max(0, shift));
    });
  }
});

Deno.test("a block whose columns have expired since its head was read has no rows", async () => {
  let now = START;
  const store = await openStore({ now: () => now });
  try {
    await write(store, [PLAIN, PLAIN], now);
    now += 3 * MINUTE_MS;
    await store.columns.compact("acc", 1);
    assert.equal((await rowsOf(store, "acc", { since: 0, until: now })).length, 2);
    now += retentionOf("live");
    const columns = await Array.fromAsync(store.engine.scan(COLUMN.below("acc")), ({ key }) => key);
    await store.engine.commit({ delete: columns });
    assert.deepEqual(await rowsOf(store, "acc", { since: 0, until: now }), []);
  } finally {
    await store.close();
  }
});

Deno.test("blocks go with their account", async () => {
  await withBlocks([[{ "ip.asn": 1 }]], async (store, span) => {
    await store.accountData.remove("acc");
    for (const { prefix } of [COLUMNS, COLUMN_BLOCK, COLUMN]) {
      assert.deepEqual(await Array.fromAsync(store.engine.scan([...prefix, "acc"])), []);
    }
    assert.deepEqual(await rowsOf(store, "acc", span), []);
  });
});

Deno.test("a tail that is too long to be kept is read from the records, page by page", async () => {
  let now = START;
  const store = await openStore({ now: () => now });
  try {
    const { columns, scores, changes } = store;
    const parts = { columns, scores, changes, now: () => now };
    const [kept, read] = [new ScoreColumns(parts), new ScoreColumns({ ...parts, maxTail: 5 })];
    const written: ScoreRecord[] = [];
    for (let segment = 0; segment < 5; segment++) {
      written.push(...await write(store, Array.from({ length: 1000 }, () => PLAIN), now += 1000));
    }
    const span = { since: START + 2000, until: now };
    const expected = expectedRows(written, "acc", span, now);
    for (const order of ["oldest", "newest"] as const) {
      assert.deepEqual(await rowsOf({ scoreColumns: read }, "acc", span, order), expected);
    }
    assert.deepEqual(await rowsOf({ scoreColumns: kept }, "acc", span), expected);
  } finally {
    await store.close();
  }
});
