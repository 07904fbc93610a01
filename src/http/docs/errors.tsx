/** `/docs/errors`: every error code. The `type` of an error links here. */
import { ERROR_CODES, type ErrorCode } from "../../model/error.ts";
import { httpStatusOf } from "../respond.ts";
import { each } from "../site/each.ts";
import { Code } from "../site/parts/marks.tsx";
import type { View } from "../site/view.ts";
import { Docs } from "./frame.tsx";
import { curl } from "./curl.ts";
import { Heading } from "./heading.tsx";

/** Between backticks: code. */
const ADVICE: Readonly<Record<ErrorCode, string>> = {
  invalid_value:
    "`errors` lists each invalid input: `pointer` is a JSON Pointer into the body, `parameter` a name in the query.",
  invalid_json:
    "Send a JSON object in UTF-8. If known, the message names the character where parsing stopped.",
  body_too_large:
    "Split the request: bodies can have 256 KiB; those of `/v1/batch`, `/v1/rules` and `/v1/rules/import` 4 MiB.",
  header_too_long: "Each header can have 16,384 characters.",
  url_too_long: "A URL can have 8,192 characters. Send long values in a body.",
  body_timeout: "Send the request again.",
  unsupported_media_type: "Send JSON as `application/json`, and rule files as `text/plain` or `text/csv`.",
  too_many_items:
    "Split the request: at most 500 values per batch or report, 500 labels, 10,000 values of rules, and 10,000 entries (20,000 lines) per import. Nothing was done.",
  key_missing: "Send the key as `X-Api-Key`, or as a Bearer token in `Authorization`.",
  key_invalid: "Check that you copied the whole key, and that it belongs to this service.",
  key_revoked: "Use another key of the account, or create a new one in the console.",
  key_expired: "Use another key of the account, or create a new one in the console.",
  sign_in_failed: "Only the pages of the console answer with it. Check what you typed.",
  signature_invalid:
    "Check the address of the hook, its secret, and the clock of the sender: a signature is valid for five minutes.",
  scope_missing:
    "The message names the scope or the role that the key lacks. Use a key that has it, or create one in the console. The API reference says which scope and which role an endpoint needs.",
  role_missing:
    "The message names the role that it needs. An owner of the account can change yours under People.",
  test_key_refused: "Reports and labels affect other accounts, so they require a live key.",
  account_paused: "The operator of the service paused the account, and can resume it.",
  quota_exceeded: "Quota resets next month; labels, rules and reads still work.",
  rate_limited:
    "Wait the number of seconds in `Retry-After`. `X-RateLimit-Remaining` shows how many requests are left.",
  idempotency_key_reused:
    "Use a new `Idempotency-Key` for each new request, and the same one only to send the same request again. Nothing was done.",
  idempotency_in_progress:
    "Send the request again after the number of seconds in `Retry-After`: it then gets the answer of the first one.",
  conflict:
    "What you create exists already, or there is no room for another one: change or delete one that exists. Nothing was changed.",
  not_found: "Check the path. An id in it must belong to your account.",
  method_not_allowed: "The `Allow` header lists the methods of the endpoint.",
  confirmation_required: "Add `confirm=true`. Nothing was deleted.",
  forbidden: "The caller is not allowed to do this.",
  overloaded:
    "Nothing was done. Send the request again after the number of seconds in `Retry-After`, with fewer in parallel.",
  unavailable: "Part of the service is not available. Retry after a moment.",
  internal: "An error in the service. Its log has the details under the `request_id`.",
};

export function ErrorsPage({ view }: { view: View }) {
  return (
    <Docs view={view} title="Errors" about="Every error code, and what to do about it">
      <div class="prose">
        <p>
          Errors are problem details (RFC 9457, <code>application/problem+json</code>). Branch on{" "}
          <code>code</code>: the codes below do not change. Failed requests cost nothing.
        </p>
        <Code
          id="error-curl"
          text={curl(`"${view.origin}/v1/score/ip?ip=example"`)}
          run="bash"
        />
        <Code id="error-answer" text={example(view.origin)} run="json" />
        <p>
          The compatibility endpoints return flat <code>{`{"code","error"}`}</code>{" "}
          bodies instead. A failed item of a batch is not an error of the request: it is an entry with{" "}
          <code>input</code> and <code>error</code>.
        </p>
        <Heading id="codes">Codes</Heading>
        {each(Object.keys(ERROR_CODES) as ErrorCode[], (code) => (
          <section class="card" id={code}>
            <h3>
              <a class="anchor mono" href={`#${code}`}>{code}</a>
            </h3>
            <p>
              {ERROR_CODES[code]}. <span class="muted">Status {statuses(code)}.</span>
            </p>
            <p>
              {each(
                ADVICE[code].split("`"),
                (part, index) => index % 2 === 1 ? <code>{part}</code> : <>{part}</>,
              )}
            </p>
          </section>
        ))}
      </div>
    </Docs>
  );
}

function statuses(code: ErrorCode): string {
  const [scoring, general] = [httpStatusOf(code, "scoring"), httpStatusOf(code, "general")];
  return scoring === general
    ? String(scoring)
    : `${scoring} for single values, sign-ups and devices; ${general} for batch, report, outcome, agents and rules`;
}

function example(origin: string): string {
  return JSON.stringify(
    {
      type: `${origin}/docs/errors#invalid_value`,
      title: ERROR_CODES.invalid_value,
      status: 400,
      detail: "ip: is not an IPv4 or IPv6 address",
      code: "invalid_value",
      request_id: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
      errors: [{ parameter: "ip", detail: "is not an IPv4 or IPv6 address" }],
    },
    null,
    2,
  );
}
