/** The OpenAPI 3.1 document, generated from the same rows and schemas that validate requests. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { API_VERSION, SERVICE } from "../domain/service.ts";
import { describeCompat } from "./compat_openapi.ts";
import type { ErrorCode } from "../domain/error.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Family } from "./context.ts";
import { statusOf } from "./respond.ts";
import { problemBody } from "./schemas/common.ts";

/** Errors any endpoint of a family can answer. */
const FAMILY_ERRORS: readonly ErrorCode[] = [
  "invalid_value",
  "key_invalid",
  "account_paused",
  "quota_exceeded",
  "rate_limited",
];

export function openApiDocument(endpoints: readonly Endpoint[]): object {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", "apiKey", {
    type: "apiKey",
    in: "header",
    name: "X-Api-Key",
  });
  registry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  for (const row of endpoints) {
    registry.registerPath({
      method: row.method,
      path: row.path,
      operationId: operationId(row),
      summary: row.summary,
      ...(row.description === undefined ? {} : { description: row.description }),
      tags: [row.tag],
      security: [{ apiKey: [] }, { bearer: [] }],
      request: {
        ...(row.query === undefined ? {} : { query: row.query as never }),
        ...(row.params === undefined ? {} : { params: row.params as never }),
        ...(row.body === undefined ? {} : {
          body: {
            required: true,
            content: {
              "application/json": {
                schema: row.body.schema,
                ...(row.body.example === undefined ? {} : { example: row.body.example }),
              },
            },
          },
        }),
      },
      responses: {
        200: {
          description: "The result",
          content: {
            "application/json": {
              schema: row.response,
              ...(row.example === undefined ? {} : { example: row.example }),
            },
          },
        },
        ...errorResponses(row.family),
      },
    });
  }
  describeCompat(registry);
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: `${SERVICE.title} risk scoring API`,
      version: API_VERSION,
      description:
        "Scores how risky an IP address, e-mail address, phone number, domain, device or whole signup is, and says why. A null means unknown.",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: "/" }],
  });
}

function errorResponses(family: Family) {
  const byStatus = new Map<number, string[]>();
  for (const code of FAMILY_ERRORS) {
    const status = statusOf(code, family);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, {
      description: codes.join(", "),
      content: { "application/problem+json": { schema: problemBody } },
    }]),
  );
}

function operationId(row: Endpoint): string {
  const words = row.path.replace(/[{}]/g, "").split("/").slice(2).flatMap((part) =>
    part.split(/[^a-z0-9]+/i)
  );
  return [row.method, ...words].filter((word) => word !== "").map((word, index) =>
    index === 0 ? word : word[0]!.toUpperCase() + word.slice(1)
  ).join("");
}
