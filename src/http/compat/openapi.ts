/** The compatibility endpoints as paths of the OpenAPI document. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { REFUSAL_STATUS, type RefusalCode } from "../../compat/refusal.ts";
import type { KeyScope } from "../../model/access/key_scope.ts";
import { STATUS_HEADERS } from "../openapi/errors.ts";
import { strictnessQuery } from "../schemas/common.ts";
import {
  flatError,
  fraudInsights,
  fraudRequest,
  fraudScore,
  geoCity,
  geoCountry,
  geoInsights,
  transactionReport,
} from "../schemas/compat.ts";

type Registry = OpenAPIHono["openAPIRegistry"];

const PREFIX = "/compat/maxmind";
const EXAMPLE = {
  device: { ip_address: "81.2.69.160" },
  email: { address: "jane@example.org" },
  event: { transaction_id: "txn-3134133" },
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
  ["REQUEST_INVALID", 406],
  ["REQUEST_INVALID", 415],
  ["REQUEST_INVALID", 431],
  ["INSUFFICIENT_FUNDS", 429],
];
/** As the vendor sends them, without a body. */
const FAILURES: readonly (readonly [status: number, description: string])[] = [
  [500, "The service failed; without a body"],
  [503, "The service is overloaded or not ready; without a body"],
];
const OF_BODIES: readonly DescribedRefusal[] = ["JSON_INVALID", ["REQUEST_INVALID", 403]];
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
  fraud(registry, "insights", fraudInsights);
  fraud(registry, "score", fraudScore);
  registry.registerPath({
    ...common("compatReport", "Label a past score, a transaction or an IP address", "feedback"),
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
    responses: { 204: { description: "Recorded" }, ...errors([...OF_BODIES, ...OF_REPORTS]) },
  });
  for (
    const [depth, schema] of [["country", geoCountry], ["city", geoCity], ["insights", geoInsights]] as const
  ) {
    registry.registerPath({
      ...common(`compatGeo${depth[0]!.toUpperCase()}${depth.slice(1)}`, `GeoIP2 ${depth}`, "score"),
      description: `Scores an IP address and answers as GeoIP2 ${depth} does. ${ALSO}`,
      method: "get",
      path: `${PREFIX}/geoip/v2.1/${depth}/{ip}`,
      request: {
        query,
        params: z.object({
          ip: z.string().openapi({ description: "An IP address, or `me`", example: "81.2.69.160" }),
        }),
      },
      responses: { ...result(depth, schema), ...errors(OF_ADDRESSES) },
    });
  }
}

function fraud(registry: Registry, product: string, schema: z.ZodType): void {
  registry.registerPath({
    ...common(`compatFraud${product[0]!.toUpperCase()}${product.slice(1)}`, `minFraud ${product}`, "score"),
    description: `Scores a sign-up from a minFraud request and answers as minFraud ${product} does. ${ALSO}`,
    method: "post",
    path: `${PREFIX}/minfraud/v2.0/${product}`,
    request: {
      query,
      body: { required: true, content: { "application/json": { schema: fraudRequest, example: EXAMPLE } } },
    },
    responses: { ...result(`minfraud-${product}`, schema), ...errors(OF_BODIES) },
  });
}

function common(operationId: string, summary: string, scope: KeyScope) {
  return {
    operationId,
    summary,
    tags: ["Compatibility"],
    security: [{ basic: [] }],
    "x-required-scope": scope,
  };
}

/** @param product as in the vendor's media type */
function result(product: string, schema: z.ZodType) {
  return {
    200: {
      description: "The result",
      content: { [`application/vnd.maxmind.com-${product}+json`]: { schema } },
    },
  };
}

function errors(own: readonly DescribedRefusal[]) {
  const refusals = [...COMMON, ...own].map((row) =>
    typeof row === "string" ? [row, REFUSAL_STATUS[row]] as const : row
  );
  const byStatus = Map.groupBy(refusals, ([, status]) => status);
  return Object.fromEntries([
    ...[...byStatus].sort(([a], [b]) => a - b).map(([status, rows]) => {
      const codes = rows.map(([code]) => code);
      return [status, {
        description: codes.map((code) => `\`${code}\``).join(", "),
        ...STATUS_HEADERS[status],
        content: {
          "application/vnd.maxmind.com-error+json": {
            schema: flatError,
            examples: Object.fromEntries(
              codes.map((code) => [code, { value: { code, error: "A sentence that says why" } }]),
            ),
          },
        },
      }] as const;
    }),
    ...FAILURES.map(([status, description]) => [status, { description, ...STATUS_HEADERS[status] }] as const),
  ]);
}
