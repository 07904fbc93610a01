/** The compatibility endpoints as paths of the OpenAPI document. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { KeyScope } from "../../model/access/key_scope.ts";
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
    method: "post",
    path: `${PREFIX}/minfraud/v2.0/transactions/report`,
    request: {
      body: {
        required: true,
        content: { "application/json": { schema: transactionReport, example: REPORT_EXAMPLE } },
      },
    },
    responses: { 204: { description: "Recorded" }, ...errors("400, 401, 402, 403, 404, 429, 503") },
  });
  for (
    const [depth, schema] of [["country", geoCountry], ["city", geoCity], ["insights", geoInsights]] as const
  ) {
    registry.registerPath({
      ...common(`compatGeo${depth[0]!.toUpperCase()}${depth.slice(1)}`, `GeoIP2 ${depth}`, "score"),
      method: "get",
      path: `${PREFIX}/geoip/v2.1/${depth}/{ip}`,
      request: {
        params: z.object({
          ip: z.string().openapi({ description: "An IP address, or `me`", example: "81.2.69.160" }),
        }),
      },
      responses: { ...result(schema), ...errors("400, 401, 402, 403, 404, 429, 503") },
    });
  }
}

function fraud(registry: Registry, product: string, schema: z.ZodType): void {
  registry.registerPath({
    ...common(`compatFraud${product[0]!.toUpperCase()}${product.slice(1)}`, `minFraud ${product}`, "score"),
    method: "post",
    path: `${PREFIX}/minfraud/v2.0/${product}`,
    request: {
      body: { required: true, content: { "application/json": { schema: fraudRequest, example: EXAMPLE } } },
    },
    responses: { ...result(schema), ...errors("400, 401, 402, 403, 406, 415, 429, 503") },
  });
}

function common(operationId: string, summary: string, scope: KeyScope) {
  return {
    operationId,
    summary,
    description: "Also served without the prefix, for clients that only take a host.",
    tags: ["Compatibility"],
    security: [{ basic: [] }],
    "x-required-scope": scope,
  };
}

function result(schema: z.ZodType) {
  return { 200: { description: "The result", content: { "application/json": { schema } } } };
}

function errors(statuses: string) {
  return {
    default: { description: statuses, content: { "application/json": { schema: flatError } } },
  };
}
