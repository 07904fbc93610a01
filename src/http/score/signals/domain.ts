/** Schema of the score of a domain. */
import { z } from "@hono/zod-openapi";
import type { DomainFields } from "../../../signals/domain/score.ts";
import { abuseReports, count, described, envelope, flag, text, timestamp } from "../../common_schema.ts";
import { ABOUT_SIGNALS, type Nullable } from "./fields.ts";

export const domainResult = z.object({
  domain: z.string().meta({ description: "In lower case and A-labels", example: "example.org" }),
  abuse_reports: abuseReports,
  signals: z.object(described(flag, {
    resolves: "The domain exists in DNS",
    mx_found: "It accepts mail",
    has_spf: "It publishes SPF",
    has_dmarc: "It publishes DMARC",
    is_disposable: "It gives out throw-away mail addresses",
    is_homograph: "It imitates another by look-alike characters",
    is_free_provider: "It is a free mail provider",
    is_risky_tld: "Under a top-level domain often used for abuse",
    newly_registered: "Registered less than 30 days ago",
  }, { resolves: true, has_spf: true, has_dmarc: true })).describe(ABOUT_SIGNALS),
  registration: z.object({
    created_at: timestamp.meta({ example: "1995-08-31T04:00:00.000Z" }).describe(
      "RFC 3339: when it was registered",
    ),
    age_days: count.meta({ description: "Days since then", example: 11_404 }),
    registrar: text.meta({ example: "RESERVED-Internet Assigned Numbers Authority" }).describe(
      "Name of the registrar",
    ),
  }).describe("From the registry, by RDAP"),
  ...envelope,
}).openapi("DomainResult", { description: "The score of a domain" }) satisfies z.ZodType<
  Nullable<DomainFields>
>;

/** With what is told of a domain that is asked about alone. */
export const domainEndpointResult = domainResult.extend({
  labelled_signups: z.object({
    fraud: z.int().meta({ description: "Labelled fraud", example: 9 }),
    legit: z.int().meta({ description: "Labelled legitimate", example: 1 }),
  }).optional().describe(
    "Your labelled sign-ups with addresses at the domain or below it, if there are any; never at free mail providers, disposable domains, schools and governments, or with a test key",
  ),
}).openapi("DomainScore", { description: "The score of a domain that was asked about alone" });
