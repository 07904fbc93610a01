/** What keys and people may do, by the table of actions. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Action, ACTIONS, exceeds, mayDo, mayOpen } from "../../../../src/model/access/action.ts";
import { ALL_SCOPES } from "../../../../src/model/access/key_scope.ts";
import { reaches, ROLES } from "../../../../src/model/access/role.ts";

const NAMES = Object.keys(ACTIONS) as Action[];
const origins = (["api", "console"] as const).map((via) => () => ({ via, network: null }));
const scopes = fc.subarray([...ALL_SCOPES]);
const role = fc.constantFrom(...ROLES);
const grant = fc.oneof(scopes.map((scopes) => ({ scopes })), role.map((role) => ({ role, scopes: [] })));
const person = (role: typeof ROLES[number]) => ({ id: "psn_1", name: "Anna", email: "anna@shop.test", role });

Deno.test("a role may do what its actions need and those of the roles before it, whatever the scopes say", () => {
  fc.assert(fc.property(role, scopes, fc.constantFrom(...NAMES), (role, scopes, action) => {
    const expected = reaches(role, ACTIONS[action].role);
    for (const caller of [{ key: { role, scopes } }, { key: { scopes }, person: person(role) }]) {
      for (const origin of origins) {
        assert.equal(mayDo({ ...caller, origin }, action), expected);
        assert.equal(mayOpen({ ...caller, origin }, action), expected);
      }
    }
  }));
});

Deno.test("a person's role counts, not that of a key beside it", () => {
  const caller = { key: { role: "owner" as const }, person: person("viewer") };
  assert.equal(mayDo(caller, "keys.manage"), false);
  assert.equal(mayDo(caller, "scores.read"), true);
});

Deno.test("a key without scopes and role may do everything; one whose scopes are empty, nothing", () => {
  for (const action of NAMES) {
    for (const origin of origins) {
      assert.equal(mayDo({ key: {}, origin }, action), true);
      assert.equal(mayDo({ key: { scopes: [] }, origin }, action), false);
      assert.equal(mayOpen({ key: { scopes: [] }, origin }, action), false);
    }
  }
});

Deno.test("a key exceeds another exactly where it may do or read something that the other may not", () => {
  fc.assert(fc.property(grant, grant, (given, own) => {
    const more = NAMES.some((action) =>
      origins.some((origin) =>
        (mayDo({ key: given, origin }, action) && !mayDo({ key: own, origin }, action)) ||
        (mayOpen({ key: given, origin }, action) && !mayOpen({ key: own, origin }, action))
      )
    );
    assert.equal(exceeds(given, { key: own }), more);
  }));
});

Deno.test("of keys with scopes, one exceeds another exactly where it has a scope that the other lacks", () => {
  fc.assert(fc.property(scopes, scopes, (given, own) => {
    const more = given.some((scope) => !own.includes(scope));
    assert.equal(exceeds({ scopes: given }, { key: { scopes: own } }), more);
  }));
});

Deno.test("only who may manage keys can give a role, and no role above their own", () => {
  for (const own of ROLES) {
    for (const given of ROLES) {
      assert.equal(exceeds({ role: given }, { key: { role: own, scopes: [] } }), !reaches(own, given));
    }
  }
});
