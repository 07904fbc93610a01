/** The served document says what a typed client needs: words and units everywhere, closed sets, the address. */
import assert from "node:assert/strict";
import { EVENT_BODIES } from "../../../src/http/openapi/events.ts";
import { openApiDocument } from "../../../src/http/openapi/document.ts";
import { ENDPOINTS } from "../../../src/http/nouns.ts";
import { ERROR_CODE_NAMES } from "../../../src/model/error.ts";
import { CHANGE_CAUSES } from "../../../src/model/endpoints/webhook.ts";
import { scoreLinkage } from "../../../src/scoring/linkage.ts";
import { COMPONENT_FINDINGS, LINKAGE_FINDINGS } from "../../../src/service/score/finding_names.ts";
import { REASON_NAMES } from "../../../src/signals/agent/reasons.ts";
import { EMAIL_SUB_STATUSES } from "../../../src/signals/email/status.ts";
import { PHONE_PARSE_STATUSES } from "../../../src/signals/phone/parse.ts";
import { startApp } from "../../support/app/app.ts";

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Node>> };
}

// As it is served: a plain object.
const DOCUMENT: Document = JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS)));
const SCHEMAS = DOCUMENT.components.schemas;
const GUIDES = new URL("../../../src/http/docs/guides/", import.meta.url);

interface Node {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
}

/** Every object of the document that is not part of an example. */
function* nodes(node: unknown, place: string): Generator<[place: string, node: Node]> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield [place, node as Node];
  for (const [key, inner] of Object.entries(node)) {
    if (key !== "example" && key !== "examples") yield* nodes(inner, `${place}/${key}`);
  }
}

const NODES = [...nodes(DOCUMENT, "")];

function isProperties(value: unknown): value is Readonly<Record<string, Node>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const PROPERTIES = NODES.flatMap(([place, { properties }]) =>
  isProperties(properties)
    ? Object.entries(properties).map(([name, property]) => ({ place: `${place}/${name}`, name, property }))
    : []
);

function named({ $ref }: Node): Node | undefined {
  return $ref === undefined ? undefined : SCHEMAS[$ref.split("/").at(-1)!];
}

Deno.test("every property, parameter, schema, response and operation has a description", () => {
  assert.ok(PROPERTIES.length > 500, `${PROPERTIES.length}`);
  const silent = (text: unknown) => typeof text !== "string" || text.length < 3;
  const missing = [
    ...PROPERTIES.filter(({ property }) =>
      silent(property.description) && silent(named(property)?.description)
    )
      .map(({ place }) => place),
    ...Object.entries(SCHEMAS).filter(([, { description }]) => silent(description)).map(([name]) => name),
  ];
  for (const [path, item] of Object.entries(DOCUMENT.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const name = `${method} ${path}`;
      if (silent(operation.description) || operation.description === operation.summary) missing.push(name);
      for (const parameter of operation.parameters as Node[] ?? []) {
        const { description } = parameter.schema as Node;
        if (silent(parameter.description) && silent(description)) missing.push(`${name} ?${parameter.name}`);
      }
      for (const [status, { description }] of Object.entries(operation.responses as Record<string, Node>)) {
        if (silent(description)) missing.push(`${name} ${status}`);
      }
    }
  }
  assert.deepEqual(missing, []);
});

Deno.test("every request body, and every content of a response, has an example", () => {
  const missing = NODES.filter(([place, node]) =>
    /\/content\/[^/]+(\/[^/]+)?$/.test(place) && "schema" in node && !("example" in node) &&
    !("examples" in node)
  ).map(([place]) => place);
  assert.deepEqual(missing, []);
});

/** Words that tell the unit of a number. */
const UNIT =
  /second|minute|message|day|score|lookup|request|number|share|0 to|÷|sign-up|count|entries|report|label|item|value|line|rule|member|address|device|id\b|verdict|fraud|legit|breach|how (many|often)|bits|pixels|lift|bound|squared|forecast|ring|scores|HTTP|balance|queries|degrees|metres|people|dollars/i;

Deno.test("the description of a number tells its unit", () => {
  const numbers = PROPERTIES.filter(({ property }) => {
    const { type } = { ...named(property), ...property };
    return [type].flat().some((one) => one === "integer" || one === "number");
  });
  assert.ok(numbers.length > 100, `${numbers.length}`);
  assert.deepEqual(
    numbers.filter(({ property }) => !UNIT.test(property.description ?? named(property)?.description ?? ""))
      .map(({ place, property }) => `${place}: ${property.description}`),
    [],
  );
});

Deno.test("closed sets are enumerations, from the lists that the code itself uses", () => {
  const rows: [name: string, values: readonly string[]][] = [
    ["ErrorCode", ERROR_CODE_NAMES],
    ["EmailSubStatus", EMAIL_SUB_STATUSES],
    ["PhoneParseStatus", PHONE_PARSE_STATUSES],
    ["AgentReason", REASON_NAMES],
    ["FindingName", COMPONENT_FINDINGS],
    ["LinkageFindingName", LINKAGE_FINDINGS],
  ];
  for (const [name, values] of rows) {
    assert.deepEqual(SCHEMAS[name]?.enum, values, name);
    assert.ok(new Set(values).size === values.length && values.length >= 7, name);
  }
  for (const finding of ["tor_exit", "disposable", "fictional", "does_not_resolve", "bot", "own_reports"]) {
    assert.ok((COMPONENT_FINDINGS as readonly string[]).includes(finding), finding);
  }
  const repeat = scoreLinkage({
    linkage: { ...NO_LINKS, device_email_count: 9 },
    ring: null,
    people: 0,
    labelled: 0,
    sinceOther: { device: 1, phone: 1 },
    isSharedDevice: false,
    isFittingDevice: false,
    lacksToken: false,
    isGateway: false,
    isOldDomain: false,
    isAtOrganisation: false,
    ownReports: 0,
    crowds: { line: null, subnet: null, operator: null, domain: null, device: null, page: null },
    bursts: [],
    isInstitution: false,
    hasHistory: false,
  });
  assert.ok(repeat.findings.length >= 2);
  for (const { name } of repeat.findings) {
    assert.ok((LINKAGE_FINDINGS as readonly string[]).includes(name), name);
  }
});

const NO_LINKS = {
  device_email_count: null,
  email_device_count: null,
  email_ip_count: null,
  subnet_rate_1h: null,
  domain_rate_1h: null,
  referral_rate_1h: null,
};

/** Names of fields that hold one of a few words wherever they are. */
const CLOSED =
  /^(verdict|our_verdict|action|decision|agent_decision|kind|type|status|sub_status|state|mode|via|subject|outcome|label|basis|line_type|parse_status|signature_reason|mailbox_status|replay_protection|group|linkage_scoring|balance|unknown|code)$/;
/** The same names with free text: a URL of problem details, codes and a type of the vendor's and of an operator's own file, what a site calls its actions, and what a mail is about. */
const FREE =
  /Problem\/type$|LoginNotice\/.*\/subject$|(continent|postal)\/code$|represented_country\/type$|challenges\/.*\/action$/;

Deno.test("no field that holds one of a few words is typed as any text", () => {
  const open = PROPERTIES.filter(({ place, name, property }) => {
    const schema = { ...named(property), ...property } as Node;
    const texts = [schema.type].flat().includes("string") || schema.type === undefined;
    const listed = schema.enum !== undefined || schema.anyOf !== undefined || schema.properties !== undefined;
    return CLOSED.test(name) && !FREE.test(place) && texts && !listed;
  });
  assert.deepEqual(open.map(({ place }) => place), []);
});

Deno.test("a shared schema is never null: only a place that has it may be", () => {
  for (const [name, { type }] of Object.entries(SCHEMAS)) {
    assert.ok(!Array.isArray(type) || !type.includes("null"), `add ${name} to SHARED in openapi.ts`);
  }
});

Deno.test("results of a batch are told apart by its type, and failed items from scored ones", () => {
  const { oneOf, discriminator } = SCHEMAS.BatchResult as unknown as {
    oneOf: Node[];
    discriminator: { propertyName: string; mapping: Record<string, string> };
  };
  assert.equal(oneOf.length, 4);
  assert.equal(discriminator.propertyName, "type");
  assert.deepEqual(Object.keys(discriminator.mapping).sort(), ["domain", "email", "ip", "phone"]);
  assert.deepEqual(Object.keys(SCHEMAS.BatchFailedItem!.properties!), ["input", "error"]);
});

Deno.test("the document names the address of its service: the configured one, else the one that was asked", async () => {
  await using app = await startApp();
  const { servers, externalDocs } = (await app.ask("/openapi.json", { key: null })).body;
  assert.deepEqual(servers.map(({ url }: { url: string }) => url), [app.origin]);
  assert.equal(externalDocs.url, `${app.origin}/docs`);
  await using public_ = await startApp({ env: { WINNOW_BASE_URL: "https://winnow.example" } });
  const { body } = await public_.ask("/openapi.json", { key: null });
  assert.equal(body.servers[0].url, "https://winnow.example");
  assert.equal(body.info.contact.url, "https://winnow.example");
});

Deno.test("the guide to reading a score lists every signal with the words of the document", async () => {
  await using app = await startApp();
  const { text } = await app.ask("/docs/reading", { key: null });
  let signals = 0;
  for (const name of ["IpResult", "EmailResult", "PhoneResult", "DomainResult", "DeviceResult"]) {
    for (const [field, { description }] of Object.entries(SCHEMAS[name]!.properties!.signals!.properties!)) {
      signals++;
      assert.ok(text.includes(`<code>${field}</code>`), `${name} ${field}`);
      const words = description!.replaceAll("`", "").split(/[.:;&<>"']/)[0]!;
      if (field !== "mailbox_status") assert.ok(text.includes(words), `${field}: ${words}`);
    }
  }
  assert.ok(signals > 40);
});

/** Guides that are about programs and formats of others too: only what can be nothing but a field of ours is checked. */
const OF_OTHERS = /^(clients|bouncers|sending|edge|hooks|recipes|fingerprint|backtest|challenges)\.md$/;
const OURS = /^(signals\.|components\.|linkage\.|is_|has_|risk_|top_|rule_|mailbox_|signature_)/;

/** Names that guides write as code and that are no names of the API: hosts, programs, values, a column of a file. */
const OTHER_WORDS = /\.(example|com|net|org|mjs)$|^(false|true|null|is_fraud)$/;
/** Words of the events that are sent, which the document does not describe. */
const EVENT_WORDS: readonly string[] = CHANGE_CAUSES;

Deno.test("guides name no field, value or parameter that the document does not have", async () => {
  const words = new Set(PROPERTIES.map(({ name }) => name));
  for (const [, node] of NODES) {
    for (const value of Array.isArray(node.enum) ? node.enum : []) words.add(String(value));
    if (typeof node.name === "string") words.add(node.name);
  }
  const wrong: string[] = [];
  for await (const { name } of Deno.readDir(GUIDES)) {
    const text = (await Deno.readTextFile(new URL(name, GUIDES))).replace(/^```[^]*?^```/gm, "");
    for (const [, code] of text.matchAll(/`([a-z][a-z0-9]*(?:[_.][a-z0-9_]+)*)`/g)) {
      if (words.has(code!) || EVENT_WORDS.includes(code!)) continue;
      if (OTHER_WORDS.test(code!) || (OF_OTHERS.test(name) && !OURS.test(code!))) continue;
      if (!code!.split(".").every((part) => words.has(part))) wrong.push(`${name}: ${code}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("the examples of events are as their schemas say", () => {
  for (const [type, { schema, example }] of Object.entries(EVENT_BODIES)) {
    assert.deepEqual(schema.parse(example), example, type);
    assert.ok(!schema.safeParse({ ...example, data: {} }).success, type);
  }
});
