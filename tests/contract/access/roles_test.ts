/** Roles: every endpoint, page and form with a key of every role. */
import assert from "node:assert/strict";
import { formsOf, pagesOf } from "../../../src/http/console/pages.ts";
import { CONSOLE } from "../../../src/http/nouns.ts";
import { type Action, ACTIONS } from "../../../src/model/access/action.ts";
import { reaches, type Role, ROLES } from "../../../src/model/access/role.ts";
import { type Ask, startApp, type TestApp } from "../../support/app/app.ts";
import { basic } from "../../support/app/basic_auth.ts";
import { personSession, sessionOf } from "../../support/app/person.ts";
import { plantRing, refOf } from "../../support/app/ring.ts";
import { signedIn, tokenOf, type Visitor } from "../../support/app/visitor.ts";
import { ENDPOINT_ROLES, FORM_ROLES, PAGE_ROLES } from "../../support/fixtures/least_roles.ts";

interface Operation {
  readonly operationId: string;
  readonly "x-role": string;
  readonly requestBody?: unknown;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
}

async function operationsOf(app: TestApp): Promise<readonly (readonly [string, Operation])[]> {
  const { paths } = (await app.ask("/openapi.json")).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const)
  );
}

Deno.test("x-role of each operation is the least role of the table", async () => {
  await using app = await startApp();
  const operations = await operationsOf(app);
  assert.deepEqual(
    Object.fromEntries(operations.map(([name, operation]) => [name, operation["x-role"]])),
    ENDPOINT_ROLES,
  );
});

Deno.test("each page and each form of the console is in the table, under its least role", () => {
  const rolesOf = (rows: readonly { path: string; action: Action }[]) =>
    Object.fromEntries(rows.map(({ path, action }) => [path, ACTIONS[action].role]));
  assert.deepEqual(rolesOf(CONSOLE.flatMap(pagesOf)), PAGE_ROLES);
  assert.deepEqual(rolesOf(CONSOLE.flatMap(formsOf)), FORM_ROLES);
});

/** Whether it answers as the scoring family does. */
function isScoring(name: string, { tags }: Operation): boolean {
  if (name === "POST /v1/guard/send" || name === "POST /v1/guard/outcome") return true;
  return tags[0] === "Scoring" && name !== "POST /v1/batch" && name !== "POST /v1/challenges";
}

/** What can neither be read nor found: the refusal comes before both. */
function senseless(name: string, operation: Operation, key: string): readonly [path: string, ask: Ask] {
  const [method, template] = name.split(" ") as [string, string];
  const compat = operation.tags[0] === "Compatibility";
  const ask = {
    method,
    ...(operation.requestBody === undefined ? {} : { raw: "{" }),
    ...(compat ? { headers: basic(key) } : { key }),
  };
  // In a GET other texts than request ids are other paths.
  const idIn = (field: string) => method === "GET" ? idOf(field) : "nothing";
  return [template.replace(/\{(\w+)\}/g, (_, field) => idIn(field)), ask];
}

/** Of nothing. */
function idOf(parameter: string): string {
  return parameter === "request_id" ? "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17" : "nothing";
}

for (const role of ROLES) {
  Deno.test(`endpoints: a key with the role ${role} is refused what needs more, before anything is read`, async (t) => {
    await using app = await startApp();
    const { key } = await app.account("main", { role });
    for (const [name, operation] of await operationsOf(app)) {
      await t.step(name, async () => {
        const least = ENDPOINT_ROLES[name];
        assert.ok(least !== undefined, "it has a row");
        const [path, ask] = senseless(name, operation, key);
        const { status, body } = await app.ask(path, ask);
        if (reaches(role, least)) {
          assert.ok(
            !["scope_missing", "role_missing", "PERMISSION_REQUIRED"].includes(body?.code),
            body?.code,
          );
          return assert.notEqual(status, 401);
        }
        const compat = operation.tags[0] === "Compatibility";
        // The specification gives scoring no 403.
        assert.equal(status, isScoring(name, operation) ? 401 : 403);
        assert.equal(body.code, compat ? "PERMISSION_REQUIRED" : "scope_missing");
        const said: string = compat ? body.error : body.detail;
        assert.match(said, new RegExp(`this key has the role ${role};.* role ${least}.*--role ${least}`));
      });
    }
    assert.equal((await app.ask("/v1/usage")).body.used, 0, "nothing was billed");
  });
}

/** Paths of pages and forms with what exists in the account. */
async function planted(app: TestApp) {
  const { ids: [id], ringId } = await plantRing(app, 3);
  const ref = await refOf(app, id!, "device");
  const made = await app.ask("/v1/rules", { json: { action: "review", when: 'ip.country == "TJ"' } });
  const rule: string = made.body.rules[0].id;
  const hook = await app.ask("/v1/hooks", { json: { kind: "svix", mode: "observe", when_unsure: "allow" } });
  return (path: string): string => {
    if (path.startsWith("/console/rules/:id")) return path.replace(":id", rule);
    if (path.startsWith("/console/hooks/:id")) return path.replace(":id", hook.body.hook_id);
    if (path.startsWith("/console/rings")) return path.replace(":id", ringId);
    return path.replace(":ref", ref).replace(":id", path.startsWith("/console/scores") ? id! : "nothing");
  };
}

function leastOf(table: Readonly<Record<string, Role>>, address: string): Role | undefined {
  const path = address.split(/[?#]/, 1)[0]!;
  if (table[path] !== undefined) return table[path];
  const rows = Object.entries(table).filter(([row]) =>
    new RegExp(`^${row.replaceAll(/:\w+/g, "[^/]+")}$`).test(path)
  );
  return rows.find(([row]) => row.includes(":"))?.[1];
}

/** Forms and links of a page that lead into the console. */
function offersOf(text: string) {
  const forms = [...text.matchAll(/<form[^>]*method="post"[^>]*action="([^"]+)"/g)].map(([, to]) => to!);
  const links = [...text.matchAll(/href="(\/console[^"]*)"/g)].map(([, to]) => to!.replaceAll("&amp;", "&"));
  return { forms: forms.filter((to) => to.startsWith("/console")), links };
}

/** Who signs in: with a key that has the role, or as a person. */
const SESSIONS = {
  key: {
    open: async (app: TestApp, role: Role) => {
      const { key } = await app.account("main", { role });
      return () => signedIn(app, key);
    },
    refused: (role: Role, least: Role) =>
      new RegExp(`[Tt]his key has the role ${role}; .* the role ${least}`),
  },
  person: {
    open: async (app: TestApp, role: Role) => {
      const { person } = await personSession(app, role);
      return () => sessionOf(app, person);
    },
    refused: (role: Role, least: Role) => new RegExp(`[Yy]our role is ${role}; .* needs to be ${least}`),
  },
} as const;

const REFUSED = /has the role \w+; to|your role is \w+; to/i;

for (const [who, { open, refused }] of Object.entries(SESSIONS)) {
  for (const role of ROLES) {
    Deno.test(`pages: a ${who} with the role ${role} is offered nothing that is refused`, async (t) => {
      await using app = await startApp();
      const filled = await planted(app);
      const visitor = await (await open(app, role))();
      for (const [path, least] of Object.entries(PAGE_ROLES)) {
        await t.step(`GET ${path}`, async () => {
          const { status, text } = await visitor.get(filled(path));
          if (!reaches(role, least)) {
            assert.equal(status, 403);
            return assert.match(text, refused(role, least));
          }
          assert.ok(status === 200 || status === 404, String(status));
          assert.doesNotMatch(text, REFUSED);
          const { forms, links } = offersOf(text);
          for (const form of forms) assertOpen(role, leastOf(FORM_ROLES, form), `the form ${form}`);
          for (const link of links) assertOpen(role, leastOf(PAGE_ROLES, link), `the link ${link}`);
        });
      }
    });

    Deno.test(`forms: a session of a ${who} with the role ${role} posts no more than it may`, async (t) => {
      await using app = await startApp();
      const filled = await planted(app);
      const again = await open(app, role);
      let visitor: Visitor = await again();
      for (const [path, least] of Object.entries(FORM_ROLES)) {
        await t.step(`POST ${path}`, async () => {
          const home = await visitor.get("/console");
          if (!home.text.includes('action="/console/sign-out"')) visitor = await again();
          const csrf = tokenOf((await visitor.get("/console")).text);
          // An id that is not there: what is refused is refused before it is looked for.
          const { status, text } = await visitor.post(filled(path).replace(/hook_\w+/, "nothing"), { csrf });
          if (reaches(role, least)) return assert.doesNotMatch(text, REFUSED);
          assert.equal(status, 403);
          assert.match(text, refused(role, least));
        });
      }
    });
  }
}

function assertOpen(role: Role, least: Role | undefined, what: string): void {
  assert.ok(least !== undefined && reaches(role, least), `${what} needs ${least}`);
}

for (const role of ROLES) {
  Deno.test(`endpoints: a person with the role ${role} is refused what needs more`, async (t) => {
    await using app = await startApp();
    const { visitor } = await personSession(app, role);
    for (const [name, { operationId, tags }] of await operationsOf(app)) {
      // Those take a key.
      if (tags[0] === "Compatibility") continue;
      await t.step(name, async () => {
        const least = ENDPOINT_ROLES[name]!;
        const fields = Object.fromEntries(
          [...name.matchAll(/\{(\w+)\}/g)].map(([, field]) => [`p-${field}`, idOf(field!)]),
        );
        const { text } = await visitor.submit(`/docs/api/${operationId}`, { body: "{", ...fields });
        if (reaches(role, least)) return assert.doesNotMatch(text, REFUSED);
        assert.match(text, /&quot;code&quot;: &quot;role_missing&quot;/);
        assert.match(text, new RegExp(`your role is ${role}; to .*, it needs to be ${least}`));
      });
    }
  });
}
