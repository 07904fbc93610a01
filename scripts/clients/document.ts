/** The OpenAPI document as the service of these sources serves it. */
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { ENDPOINTS } from "../../src/http/nouns.ts";

export function documentText(): string {
  return JSON.stringify(openApiDocument(ENDPOINTS));
}
