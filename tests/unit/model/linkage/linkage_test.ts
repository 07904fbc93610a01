import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addHit,
  addMember,
  countHits,
  countMembers,
  MAX_MEMBERS,
  MEMBER_DAYS,
  mergeHits,
  mergeMembers,
  NO_HITS,
  NO_MEMBERS,
  type Rate,
} from "../../../../src/model/linkage/linkage.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 6, 1, 12);

const hashed = (n: number) => n.toString(36).padStart(22, "x").split("").reverse().join("");

Deno.test("a set counts each member once", () => {
  let set = NO_MEMBERS;
  for (const member of [1, 2, 1, 3, 2]) set = addMember(set, hashed(member), NOON);
  assert.equal(countMembers(set, NOON), 3);
});

Deno.test("a set without a new member is the same text", () => {
  const set = addMember(NO_MEMBERS, hashed(1), NOON);
  assert.equal(addMember(set, hashed(1), NOON + HOUR), set);
  assert.notEqual(addMember(set, hashed(1), NOON + DAY), set);
});

Deno.test("a member is forgotten when it was not seen for 90 days, and kept when it was", () => {
  let set = addMember(NO_MEMBERS, hashed(1), NOON);
  set = addMember(set, hashed(2), NOON);
  set = addMember(set, hashed(2), NOON + 60 * DAY);
  assert.equal(countMembers(set, NOON + (MEMBER_DAYS - 1) * DAY), 2);
  assert.equal(countMembers(set, NOON + MEMBER_DAYS * DAY), 1);
  assert.equal(countMembers(set, NOON + (MEMBER_DAYS + 60) * DAY), 0);
});

Deno.test("a full set keeps its latest members in less than 64 KiB", () => {
  let set = NO_MEMBERS;
  for (let n = 0; n < MAX_MEMBERS + 50; n++) {
    set = addMember(set, hashed(n), n < 100 ? NOON - DAY : NOON);
  }
  assert.equal(countMembers(set, NOON), MAX_MEMBERS);
  assert(JSON.stringify(set).length < 20_000);
  assert.equal(addMember(set, hashed(MAX_MEMBERS + 49), NOON), set, "the newest is there");
});

Deno.test("short hashes are distinguished", () => {
  let set = NO_MEMBERS;
  for (const member of ["a", "ab", "abc"]) set = addMember(set, member, NOON);
  assert.equal(countMembers(set, NOON), 3);
});

const members = fc.array(fc.nat(40), { maxLength: 60 });
const setOf = (list: readonly number[]) =>
  list.reduce((set, member) => addMember(set, hashed(member), NOON), NO_MEMBERS);

Deno.test("merging sets counts the union, in either order, however often", () => {
  fc.assert(fc.property(members, members, (one, other) => {
    const expected = new Set([...one, ...other]).size;
    const [a, b] = [setOf(one), setOf(other)];
    assert.equal(countMembers(mergeMembers(a, b, NOON), NOON), expected);
    assert.equal(countMembers(mergeMembers(b, a, NOON), NOON), expected);
    const merged = mergeMembers(a, b, NOON);
    assert.equal(countMembers(mergeMembers(merged, mergeMembers(b, merged, NOON), NOON), NOON), expected);
  }));
});

Deno.test("merging keeps the later day of a member", () => {
  const old = addMember(NO_MEMBERS, hashed(1), NOON);
  const late = addMember(NO_MEMBERS, hashed(1), NOON + 80 * DAY);
  for (const merged of [mergeMembers(old, late, NOON), mergeMembers(late, old, NOON)]) {
    assert.equal(countMembers(merged, NOON + 100 * DAY), 1);
  }
});

Deno.test("a rate counts the last hour, exact to the minute", () => {
  let rate = NO_HITS;
  for (const minute of [0, 0, 1, 30, 59]) rate = addHit(rate, "a", NOON + minute * MINUTE);
  const rows = [[59, 5], [60, 3], [61, 2], [89, 2], [90, 1], [118, 1], [119, 0]] as const;
  for (const [minute, expected] of rows) {
    assert.equal(countHits(rate, NOON + minute * MINUTE), expected, `at minute ${minute}`);
  }
});

Deno.test("a rate stays small: 60 minutes of each process, 32 processes", () => {
  let rate = NO_HITS;
  for (let minute = 0; minute < 500; minute++) rate = addHit(rate, "a", NOON + minute * MINUTE);
  assert.equal(rate.a?.length, 120);
  assert.equal(countHits(rate, NOON + 499 * MINUTE), 60);
  for (let node = 0; node < 200; node++) rate = addHit(rate, `n${node}`, NOON + 499 * MINUTE);
  assert.equal(Object.keys(rate).length, 32);
});

Deno.test("a process without counts for an hour is dropped", () => {
  const rate = addHit(addHit(NO_HITS, "old", NOON), "new", NOON + 2 * HOUR);
  assert.deepEqual(Object.keys(rate), ["new"]);
});

const hits = fc.array(fc.record({ node: fc.constantFrom("a", "b"), minute: fc.nat(59) }), { maxLength: 80 });

Deno.test("merging rates never counts a sign-up twice and never loses one", () => {
  fc.assert(fc.property(hits, fc.nat(80), (all, cut) => {
    const inOrder = all.toSorted((x, y) => x.minute - y.minute);
    const count = (list: typeof all) =>
      list.reduce<Rate>((rate, { node, minute }) => addHit(rate, node, NOON + minute * MINUTE), NO_HITS);
    const whole = count(inOrder);
    const now = NOON + 59 * MINUTE;
    const earlier = count(inOrder.slice(0, cut));
    assert.equal(countHits(mergeHits(whole, earlier, now), now), all.length);
    assert.equal(countHits(mergeHits(earlier, whole, now), now), all.length);
    const apart = ["a", "b"].map((node) => count(inOrder.filter((hit) => hit.node === node)));
    assert.equal(countHits(mergeHits(apart[0]!, apart[1]!, now), now), all.length);
  }));
});
