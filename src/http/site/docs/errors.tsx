/** `/docs/errors`: every code of the catalogue. Where the `type` of an error leads. */
import { ERROR_CODES, type ErrorCode } from "../../../model/error.ts";
import { statusOf } from "../../respond.ts";
import { each } from "../each.ts";
import { Code } from "../parts/marks.tsx";
import type { View } from "../view.ts";
import { Docs } from "./frame.tsx";
import { Heading } from "./heading.tsx";

const ADVICE: Readonly<Record<ErrorCode, string>> = {
  invalid_value:
    "errors names each wrong place: pointer leads into the body (JSON Pointer), parameter is a name in the query.",
  invalid_json:
    "Send a JSON object as UTF-8. Where it is known, the message says near which character reading stopped.",
  body_too_large: "Send less at once: bodies have at most 256 KiB, batches and imports 4 MiB.",
  body_timeout: "The body stopped arriving. Send the request again.",
  unsupported_media_type: "Send JSON as application/json, and rule files as text/plain or text/csv.",
  too_many_items:
    "Split the call: 500 values in a batch, 500 labels, 10,000 lines in an import. Nothing was done.",
  key_missing: "Send the key as X-Api-Key, or as a Bearer token in Authorization.",
  key_invalid: "Check that the whole key was copied, and that it belongs to this service.",
  key_revoked: "Use another key of the account, or make a new one in the console.",
  test_key_refused: "Reports and labels change what others see, so they take a live key.",
  account_paused: "The account was paused by whoever runs the service. They can resume it.",
  quota_exceeded:
    "The month's lookups are used up. Retry-After leads to the next month; labels, rules and reading go on.",
  rate_limited:
    "Wait as many seconds as Retry-After says. x-ratelimit-remaining shows what is left before it happens.",
  not_found: "The address, or the id in it, does not exist in your account.",
  method_not_allowed: "The Allow header lists the methods of this address.",
  confirmation_required: "Add confirm=true. Nothing was deleted.",
  forbidden: "This caller may not do this here.",
  unavailable: "A part of the service is not ready. Retry after a moment.",
  internal: "A fault of the service. It is in its log under the request_id.",
};

const FAMILIES = ["scoring", "network"] as const;

export function ErrorsPage({ view }: { view: View }) {
  return (
    <Docs view={view} title="Errors" about="Every error code, and what to do about it">
      <div class="prose">
        <p>
          Errors are problem details (RFC 9457, <code>application/problem+json</code>). Branch on{" "}
          <code>code</code>: it is one of the list below and does not change. What fails costs nothing.
        </p>
        <Code
          id="error-curl"
          text={`curl -s "${view.origin}/v1/score/ip?ip=example" \\
  -H "X-Api-Key: $API_KEY"`}
          run="bash"
        />
        <Code id="error-answer" text={example(view.origin)} run="json" />
        <p>
          The compatibility endpoints answer flat <code>{`{"code","error"}`}</code>{" "}
          bodies instead, as the third party does. An item of a batch that fails is no error of the call: it
          is an entry with <code>input</code> and <code>error</code>.
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
            <p>{ADVICE[code]}</p>
          </section>
        ))}
      </div>
    </Docs>
  );
}

function statuses(code: ErrorCode): string {
  const [scoring, network] = FAMILIES.map((family) => statusOf(code, family));
  return scoring === network
    ? String(scoring)
    : `${scoring} on single values, sign-ups and devices, ${network} on batch, report, outcome, agents and rules`;
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
