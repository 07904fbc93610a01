import assert from "node:assert/strict";
import fc from "fast-check";
import { type Claims, hasClaim, parseRoleClaim, roleFrom } from "../../../../src/model/access/role_claim.ts";
import type { Role } from "../../../../src/model/access/role.ts";

/** What providers put into a token, as their documents show it. */
const KEYCLOAK: Claims = {
  iss: "https://sso.corp.example/realms/staff",
  sub: "f1c7a1f0-7f5c-4d0f-9a53-0f1e6a1c1a11",
  realm_access: { roles: ["default-roles-staff", "offline_access", "fraud-team"] },
  resource_access: { winnow: { roles: ["owners"] }, account: { roles: ["manage-account"] } },
  groups: ["/fraud/analysts", "/everyone"],
  email_verified: true,
  preferred_username: "anna",
  email: "anna@corp.example",
};
const AUTHENTIK: Claims = {
  iss: "https://authentik.corp.example/application/o/winnow/",
  sub: "8f3e…",
  email: "anna@corp.example",
  email_verified: false,
  name: "Anna",
  groups: ["authentik Admins", "fraud-team"],
};
const GOOGLE: Claims = {
  iss: "https://accounts.google.com",
  sub: "110169484474386276334",
  hd: "corp.example",
  email: "anna@corp.example",
  email_verified: true,
};
const OKTA: Claims = {
  iss: "https://corp.okta.com",
  sub: "00uid4BxXw6I6TV4m0g3",
  groups: ["Everyone", "winnow-owners", "fraud-team"],
  "https://corp.example/roles": "reader",
};

const ROWS: readonly (readonly [name: string, setting: string, claims: Claims, role: Role | null])[] = [
  ["Keycloak: realm roles", "realm_access.roles:fraud-team=analyst", KEYCLOAK, "analyst"],
  ["Keycloak: roles of the client", "resource_access.winnow.roles:owners=owner", KEYCLOAK, "owner"],
  ["Keycloak: groups by path", "groups:/fraud/analysts=analyst", KEYCLOAK, "analyst"],
  ["Keycloak: a group above it is another one", "groups:/fraud=owner", KEYCLOAK, null],
  ["Keycloak: a role of another client", "resource_access.winnow.roles:manage-account=owner", KEYCLOAK, null],
  ["authentik: a group with a blank", "groups:authentik Admins=owner,fraud-team=viewer", AUTHENTIK, "owner"],
  ["Google: the organisation", "hd:corp.example=viewer", GOOGLE, "viewer"],
  ["Google: one address", "email:anna@corp.example=owner,ben@corp.example=viewer", GOOGLE, "owner"],
  ["an address that is not verified", "email:anna@corp.example=owner", AUTHENTIK, null],
  ["an address without a word on it", "email:a@b.example=owner", { sub: "1", email: "a@b.example" }, null],
  ["verified as a text is not verified", "email:a@b.example=owner", {
    email: "a@b.example",
    email_verified: "true",
  }, null],
  [
    "Okta: the highest of several",
    "groups:fraud-team=analyst,winnow-owners=owner,Everyone=viewer",
    OKTA,
    "owner",
  ],
  ["a claim named by a URL", "https://corp.example/roles:reader=viewer", OKTA, "viewer"],
  ["the claim is missing", "groups:fraud-team=analyst", GOOGLE, null],
  ["a text in place of a list", "groups:fraud-team=analyst", { groups: "fraud-team" }, "analyst"],
  ["a text is one value", "groups:fraud-team=analyst", { groups: "fraud-team other" }, null],
  ["a text that contains it", "groups:fraud=analyst", { groups: "fraud-team" }, null],
  ["capitals count", "groups:fraud-team=analyst", { groups: ["Fraud-Team"] }, null],
  ["a list in a list", "groups:fraud-team=analyst", { groups: [["fraud-team"]] }, null],
  ["an object", "groups:fraud-team=analyst", { groups: { "fraud-team": true } }, null],
  ["other things in a list", "groups:1=owner,true=owner", { groups: [1, true, null, {}] }, null],
  ["what every object has", "constructor.name:Object=owner", {}, null],
  ["a member of the prototype", "groups.length:1=owner", { groups: "x" }, null],
  ["a name with a dot", "my.groups:a=editor", { "my.groups": ["a"] }, "editor"],
  [
    "a client with a dot",
    "access.win.now.roles:a=editor",
    { access: { "win.now": { roles: ["a"] } } },
    "editor",
  ],
  ["the whole name comes first", "a.b:x=owner,y=viewer", { "a.b": ["y"], a: { b: ["x"] } }, "viewer"],
  ["a value with an equals sign", "groups:cn=fraud=analyst", { groups: ["cn=fraud"] }, "analyst"],
  ["a value with a colon", "groups:urn:fraud=analyst", { groups: ["urn:fraud"] }, "analyst"],
];

for (const [name, setting, claims, role] of ROWS) {
  Deno.test(`a role of a claim: ${name}`, () => {
    assert.equal(roleFrom(parseRoleClaim(setting)!, claims), role);
  });
}

Deno.test("a claim that is there without a known value is there", () => {
  const roles = parseRoleClaim("realm_access.roles:a=owner")!;
  assert.equal(hasClaim(roles, { realm_access: { roles: [] } }), true);
  assert.equal(hasClaim(roles, { realm_access: {} }), false);
});

Deno.test("what WINNOW_OIDC_ROLES takes", () => {
  assert.equal(parseRoleClaim(""), null);
  for (
    const text of [
      "groups",
      "groups:",
      ":a=owner",
      "groups:a",
      "groups:a=admin",
      "groups:=owner",
      "groups:a=owner,",
      "groups:a=owner,a=viewer",
      "groups:a=Owner",
    ]
  ) {
    assert.throws(() => parseRoleClaim(text), /^Error: a claim, a colon/, text);
  }
});

Deno.test("only a value that is listed gives a role, whatever the claims are", () => {
  const roles = parseRoleClaim("groups:a=viewer,b=analyst,c=editor,d=owner")!;
  fc.assert(fc.property(fc.anything(), (groups) => {
    const role = roleFrom(roles, { groups });
    const held = (Array.isArray(groups) ? groups : [groups]).some((value) => roles.roles.has(value));
    assert.equal(role !== null, held);
  }));
});
