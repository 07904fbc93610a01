/** The OpenAPI 3.1 document, generated from the same rows and schemas that validate requests. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { ACTIONS } from "../../model/access/action.ts";
import { API_VERSION, SERVICE } from "../../model/service.ts";
import { describeCompat } from "../compat/openapi.ts";
import { type Endpoint, statusOf } from "../endpoint.ts";
import { IDEMPOTENCY_HEADERS, REPLAY_HEADERS } from "../idempotency/openapi.ts";
import { errorResponses, RATE_HEADERS } from "./errors.ts";
import { agentAction, agentProfile } from "../agents/agent_block.ts";
import { describeEvents } from "./events.ts";
import { EXAMPLE_PARTS, exampleMaker, type Schema } from "./example.ts";
import { outcomeLabel, outcomeLabelList, outcomeLabels } from "../feedback/outcome_schema.ts";
import { decidedAgent, ring, storedAgent } from "../score/schema.ts";

const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: "Scoring", description: "Score a single value, a batch of values or a sign-up" },
  { name: "Feedback", description: "Report confirmed fraud and label past scores; both affect later scores" },
  { name: "Cases", description: "Search past scores, and see what values and sign-ups have in common. Free" },
  { name: "Rules", description: "Your own allow and block rules. They override any score. Free" },
  {
    name: "Decisions",
    description:
      "What bouncers, proxies and firewalls are told to refuse, or to ask for proof of a person. Free",
  },
  { name: "Agents", description: "Verify the signatures of AI agents and apply your agent policy" },
  {
    name: "Hooks",
    description:
      "Addresses for other services that tell of new users. Free; the sign-ups they tell of are billed",
  },
  {
    name: "Guard",
    description: "Whether a message with a code may be sent, before it costs money. Free",
  },
  {
    name: "Alerts",
    description: "Who is told that something needs a look, by Slack, a URL or e-mail. Free",
  },
  { name: "Webhooks", description: "Where events are sent: created, changed, deleted, sent again. Free" },
  { name: "Events", description: "What is sent to your webhooks: scored sign-ups, changed verdicts. Free" },
  { name: "People", description: "Who signs in to the console, and with which role. Free" },
  { name: "Privacy", description: "A person's data: exported, or erased. Free" },
  { name: "Account", description: "Past decisions, usage and data sources. Free" },
  { name: "Compatibility", description: "Endpoints for existing minFraud and GeoIP2 clients" },
];

/**
 * Schemas that the first operation has as nullable or with other words: the generator would take that for the schema. Or that
 * no operation has, because its body is read by a function.
 */
const SHARED = {
  Ring: ring,
  AgentAction: agentAction,
  AgentProfile: agentProfile,
  DecidedAgent: decidedAgent,
  StoredAgent: storedAgent,
  OutcomeLabel: outcomeLabel,
  OutcomeLabels: outcomeLabels,
  OutcomeLabelList: outcomeLabelList,
} as const;

interface Operation {
  readonly requestBody?: { content?: Record<string, { schema?: { type?: unknown; oneOf?: unknown } }> };
  readonly responses?: Readonly<Record<string, { content?: Record<string, Content> }>>;
}

interface Finished {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Content {
  readonly schema: Schema;
  example?: unknown;
  [EXAMPLE_PARTS]?: unknown;
}

export function openApiDocument(endpoints: readonly Endpoint[]): object {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", "apiKey", {
    type: "apiKey",
    in: "header",
    name: "X-Api-Key",
    description: "An API key: `wk_live_…`, or `wk_test_…` (never billed)",
  });
  registry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "The same key as a bearer token",
  });
  for (const [name, schema] of Object.entries(SHARED)) registry.register(name, schema);
  for (const row of endpoints) {
    registry.registerPath({
      method: row.method,
      path: row.path,
      operationId: operationId(row),
      summary: row.summary,
      description: row.description,
      tags: [row.tag],
      security: [{ apiKey: [] }, { bearer: [] }],
      "x-required-scope": ACTIONS[row.action].scope,
      "x-role": ACTIONS[row.action].role,
      request: {
        ...(row.query === undefined ? {} : { query: row.query }),
        ...(row.params === undefined ? {} : { params: row.params }),
        ...(row.idempotent === undefined ? {} : { headers: IDEMPOTENCY_HEADERS }),
        ...requestBody(row),
      },
      responses: {
        [statusOf(row)]: {
          description: "The result",
          headers: row.idempotent === undefined ? RATE_HEADERS : { ...RATE_HEADERS, ...REPLAY_HEADERS },
          content: {
            "application/json": {
              schema: row.response,
              ...(row.example === undefined ? {} : { example: row.example }),
              ...(row.exampleParts === undefined ? {} : { [EXAMPLE_PARTS]: row.exampleParts }),
            },
            ...(row.csv === undefined ? {} : {
              "text/csv": {
                schema: { type: "string", description: row.csv.description },
                example: row.csv.example,
              },
            }),
          },
        },
        ...errorResponses(row, registry),
      },
    });
  }
  describeCompat(registry);
  describeEvents(registry);
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: `${SERVICE.title} risk scoring API`,
      version: API_VERSION,
      description:
        "Scores the risk of IP addresses, e-mail addresses, phone numbers, domains, devices and sign-ups, and explains every score. Null means unknown.",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    tags: [...TAGS],
  });
  const finished = plainReferences(document) as Finished;
  const exampleOf = exampleMaker(finished.components.schemas);
  for (const { requestBody, responses } of Object.values(finished.paths).flatMap(Object.values<Operation>)) {
    const body = requestBody?.content?.["application/json"]?.schema;
    // A body of several shapes has no type of its own.
    if (body?.oneOf !== undefined) delete body.type;
    const [content] = Object.values((responses?.["200"] ?? responses?.["201"])?.content ?? {});
    if (content === undefined) continue;
    content.example ??= exampleOf(content.schema, content[EXAMPLE_PARTS]);
    delete content[EXAMPLE_PARTS];
  }
  return finished;
}

/** The document with the addresses of the service that serves it. @param base without a slash at the end */
export function servedFrom(document: object, base: string): object {
  const { openapi, info, ...rest } = document as { openapi: string; info: object };
  return {
    openapi,
    info: { ...info, contact: { name: `Operator of this ${SERVICE.title} service`, url: base } },
    servers: [{ url: base, description: "This service" }],
    externalDocs: { url: `${base}/docs`, description: "Guides" },
    ...rest,
  };
}

function requestBody(row: Endpoint) {
  if (row.rawBody !== undefined) {
    const { types, description, example } = row.rawBody;
    const content = types.map((type) => [type, { schema: { type: "string" }, example }] as const);
    return { body: { required: true, description, content: Object.fromEntries(content) } } as const;
  }
  if (row.body === undefined) return {};
  const { schema, example } = row.body;
  const content = { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
  return { body: { required: row.body.optional === undefined, content } };
}

/**
 * The generator writes a shared schema that is nullable or has a description of its own as `allOf` of the schema and the
 * rest (`{"type":["object","null"],"description":…}`), which null cannot satisfy. This makes it `anyOf` of the schema and
 * null, or a reference with a description.
 */
function plainReferences(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plainReferences);
  if (typeof node !== "object" || node === null) return node;
  // A field that is only ever true is a Boolean: openapi-generator makes Java of its enumeration that does not compile.
  if ("type" in node && node.type === "boolean" && "enum" in node) {
    const { enum: _, ...flag } = node;
    return flag;
  }
  const { allOf, ...rest } = node as { allOf?: unknown };
  if (Array.isArray(allOf) && allOf.length === 2 && isNotes(allOf[1])) {
    const [shared, { type, ...notes }] = allOf as [object, { type?: unknown }];
    const nullable = Array.isArray(type) && type.includes("null");
    return { ...rest, ...notes, ...(nullable ? { anyOf: [shared, { type: "null" }] } : shared) };
  }
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, plainReferences(value)]));
}

const NOTES: ReadonlySet<string> = new Set(["type", "description", "example"]);

/** Adds nothing to a schema but null and words. */
function isNotes(part: object): boolean {
  return Object.keys(part).every((name) => NOTES.has(name)) && !("$ref" in part);
}

function operationId(row: Endpoint): string {
  const words = row.path.replace(/[{}]/g, "").split("/").slice(2).flatMap((part) =>
    part.split(/[^a-z0-9]+/i)
  );
  return [row.method, ...words].filter((word) => word !== "").map((word, index) =>
    index === 0 ? word : word[0]!.toUpperCase() + word.slice(1)
  ).join("");
}
