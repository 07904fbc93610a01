/** The compatibility endpoints as paths of the OpenAPI document. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { REFUSAL_STATUS, type RefusalCode } from "../../compat/refusal.ts";
import { type Action, ACTIONS } from "../../model/access/action.ts";
import { SERVICE } from "../../model/service.ts";
import { STATUS_HEADERS } from "../openapi/errors.ts";
import { EXAMPLE_PARTS } from "../openapi/example.ts";
import { strictnessQuery } from "../common_schema.ts";
import {
  flatError,
  fraudInsights,
  fraudRequest,
  fraudScore,
  geoCity,
  geoCountry,
  geoInsights,
  transactionReport,
} from "./schema.ts";

type Registry = OpenAPIHono["openAPIRegistry"];

const PREFIX = "/compat/maxmind";
const EXAMPLE = {
  device: { ip_address: "81.2.69.160" },
  email: { address: "jane@example.org" },
  event: { transaction_id: "txn-3134133" },
};

const OWNER = "Andrews & Arnold Ltd";
const COUNTRY = {
  continent: { code: "EU", names: { en: "Europe" }, geoname_id: 6_255_148 },
  country: {
    iso_code: "GB",
    names: { en: "United Kingdom" },
    geoname_id: 2_635_167,
    is_in_european_union: false,
  },
  traits: { ip_address: "81.2.69.160" },
  [SERVICE.name]: { summary: "Low risk (0): nothing suspicious about the IP address.", top_signals: [] },
};
const CITY = {
  ...COUNTRY,
  city: { names: { en: "London" } },
  location: {},
  traits: {
    ...COUNTRY.traits,
    autonomous_system_number: 20_712,
    autonomous_system_organization: OWNER,
    isp: OWNER,
    organization: OWNER,
  },
};
const INSIGHTS = { ...CITY, anonymizer: {}, risk_reasons: [] };
/** What the examples of responses have in place of the fields' own examples. */
const GEO_PARTS = { country: COUNTRY, city: CITY, insights: INSIGHTS };
const FRAUD_PARTS = {
  risk_score: 81,
  disposition: { action: "reject" },
  warnings: [],
  [SERVICE.name]: {
    verdict: "block",
    summary: "High risk (81): e-mail address: domain reserved for examples and private use.",
    components_checked: ["ip", "email"],
    top_signals: ["email: domain reserved for examples and private use"],
    linkage: {},
    actor: {},
  },
};

const REPORT_EXAMPLE = { ip_address: "81.2.69.160", tag: "not_fraud" };

const query = z.object({ strictness: strictnessQuery });

/** A code, or a code with the status that it has here. */
type DescribedRefusal = RefusalCode | readonly [RefusalCode, number];

const COMMON: readonly DescribedRefusal[] = [
  "LICENSE_KEY_REQUIRED",
  "AUTHORIZATION_INVALID",
  "INSUFFICIENT_FUNDS",
  "PERMISSION_REQUIRED",
  "REQUEST_INVALID",
  ["REQUEST_INVALID", 431],
  ["INSUFFICIENT_FUNDS", 429],
];
/** As the vendor sends them, without a body. */
type Bare = Readonly<Record<number, string>>;
const BARE: Bare = {
  406: "Accept-Charset does not allow UTF-8; without a body",
  415: "Accept does not allow application/json; without a body",
  500: "The service failed; without a body",
  503: "The service is overloaded or not ready; without a body",
};
const BARE_OF_BODIES: Bare = {
  ...BARE,
  403: "The body is larger than 20,000 bytes; without a body",
  415: "Accept or Content-Type is not application/json; without a body",
};
const OF_BODIES: readonly DescribedRefusal[] = ["JSON_INVALID", ["REQUEST_INVALID", 415]];
const OF_REPORTS: readonly DescribedRefusal[] = [
  "PARAMETER_UNKNOWN",
  "TAG_REQUIRED",
  "TAG_INVALID",
  "IP_ADDRESS_INVALID",
  "IP_ADDRESS_RESERVED",
  "MAXMIND_ID_INVALID",
  "MINFRAUD_ID_INVALID",
  "NOTES_INVALID",
  "TRANSACTION_ID_REQUIRED",
  ["REQUEST_INVALID", 404],
];
const OF_ADDRESSES: readonly DescribedRefusal[] = [
  "IP_ADDRESS_REQUIRED",
  "IP_ADDRESS_INVALID",
  "IP_ADDRESS_RESERVED",
  "IP_ADDRESS_NOT_FOUND",
];

const ALSO = "Also served without the prefix, for clients that only take a host.";

export function describeCompat(registry: Registry): void {
  registry.registerComponent("securitySchemes", "basic", {
    type: "http",
    scheme: "basic",
    description: "Any username; the password is an API key",
  });
  fraud(registry, "insights", fraudInsights, {
    ...FRAUD_PARTS,
    ip_address: INSIGHTS,
    email: { domain: {}, is_high_risk: true },
  });
  fraud(registry, "score", fraudScore, { ...FRAUD_PARTS, ip_address: {} });
  registry.registerPath({
    ...common("compatReport", "Label a past score, a transaction or an IP address", "labels.write"),
    description: `A minFraud transaction report, recorded as your label or report. ${ALSO}`,
    method: "post",
    path: `${PREFIX}/minfraud/v2.0/transactions/report`,
    request: {
      query,
      body: {
        required: true,
        content: { "application/json": { schema: transactionReport, example: REPORT_EXAMPLE } },
      },
    },
    responses: {
      204: { description: "Recorded" },
      ...errors([...OF_BODIES, ...OF_REPORTS], BARE_OF_BODIES),
    },
  });
  for (
    const [depth, schema] of [["country", geoCountry], ["city", geoCity], ["insights", geoInsights]] as const
  ) {
    registry.registerPath({
      ...common(`compatGeo${depth[0]!.toUpperCase()}${depth.slice(1)}`, `GeoIP2 ${depth}`, "scores.score"),
      description: `Scores an IP address and answers as GeoIP2 ${depth} does. ${ALSO}`,
      method: "get",
      path: `${PREFIX}/geoip/v2.1/${depth}/{ip}`,
      request: {
        query,
        params: z.object({
          ip: z.string().meta({ description: "An IP address, or `me`", example: "81.2.69.160" }),
        }),
      },
      responses: { ...result(depth, schema, GEO_PARTS[depth]), ...errors(OF_ADDRESSES, BARE) },
    });
  }
}

function fraud(registry: Registry, product: string, schema: z.ZodType, parts: object): void {
  registry.registerPath({
    ...common(
      `compatFraud${product[0]!.toUpperCase()}${product.slice(1)}`,
      `minFraud ${product}`,
      "scores.score",
    ),
    description: `Scores a sign-up from a minFraud request and answers as minFraud ${product} does. ${ALSO}`,
    method: "post",
    path: `${PREFIX}/minfraud/v2.0/${product}`,
    request: {
      query,
      body: { required: true, content: { "application/json": { schema: fraudRequest, example: EXAMPLE } } },
    },
    responses: { ...result(`minfraud-${product}`, schema, parts), ...errors(OF_BODIES, BARE_OF_BODIES) },
  });
}

function common(operationId: string, summary: string, action: Action) {
  return {
    operationId,
    summary,
    tags: ["Compatibility"],
    security: [{ basic: [] }],
    "x-required-scope": ACTIONS[action].scope,
    "x-role": ACTIONS[action].role,
  };
}

/** @param product as in the vendor's media type @param parts what its example has in place of the fields' own examples */
function result(product: string, schema: z.ZodType, parts: object) {
  return {
    200: {
      description: "The result",
      content: { [`application/vnd.maxmind.com-${product}+json`]: { schema, [EXAMPLE_PARTS]: parts } },
    },
  };
}

/** @param bare what some answers of a status are sent for, or all of one that has no codes */
function errors(own: readonly DescribedRefusal[], bare: Bare) {
  const refusals = [...COMMON, ...own].map((row) =>
    typeof row === "string" ? [row, REFUSAL_STATUS[row]] as const : row
  );
  const byStatus = Map.groupBy(refusals, ([, status]) => status);
  const statuses = new Set([...byStatus.keys(), ...Object.keys(bare).map(Number)]);
  return Object.fromEntries(
    [...statuses].sort((a, b) => a - b).map((status) => {
      const codes = byStatus.get(status)?.map(([code]) => code) ?? [];
      const about = bare[status] ?? null;
      return [status, {
        description: [...codes.map((code) => `\`${code}\``), ...(about === null ? [] : [about])].join(", "),
        ...STATUS_HEADERS[status],
        ...(codes.length === 0 ? {} : { content: contentOf(codes, about !== null) }),
      }] as const;
    }),
  );
}

/** @param mayBeBare there are also answers without a body */
function contentOf(codes: readonly RefusalCode[], mayBeBare: boolean) {
  return {
    "application/vnd.maxmind.com-error+json": {
      schema: flatError,
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: { code, error: "A sentence that says why" } }]),
      ),
    },
    ...(mayBeBare ? { "text/plain": { schema: z.string().max(0), example: "" } } : {}),
  };
}
