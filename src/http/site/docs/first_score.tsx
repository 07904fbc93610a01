import { Code } from "../parts/marks.tsx";
import { curl, curlRequestId, curlSignup } from "./curl.ts";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";

const ANSWER = `{
  "risk_score": 86,
  "verdict": "block",
  "summary": "High risk (86): e-mail address: disposable e-mail domain; phone number: number reserved for films and examples.",
  "components_checked": ["ip", "email", "phone"],
  "top_signals": [
    "email: disposable e-mail domain",
    "phone: number reserved for films and examples"
  ],
  "request_id": "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17"
}`;

export const firstScore: Guide = {
  slug: "first-score",
  title: "Your first score",
  about: "From a key to a scored sign-up in two commands.",
  render: ({ view }) => (
    <div class="prose">
      <Heading id="key">1. Get a key</Heading>
      <p>
        {view.signupOpen
          ? (
            <>
              <a href="/signup">Sign up</a>: you get a live key and a test key, both shown only once.
            </>
          )
          : "Ask the operator of this service for a key."} Set the key in your shell as{" "}
        <code>API_KEY</code>; the commands in these guides use that variable.
      </p>
      <p>
        A test key returns full results, is never billed, and does not affect other scores. Use it for
        development, and the live key in production and for labels.
      </p>
      <Heading id="score">2. Score a sign-up</Heading>
      <p>Send what you have. Every field is optional; one is enough.</p>
      <Code
        id="score-curl"
        text={curlSignup(view.origin)}
        run="bash"
        caption="Score a sign-up"
      />
      <Code id="score-answer" text={ANSWER} run="json" caption="Start of the response" />
      <p>
        Branch on <code>verdict</code>: continue with <code>allow</code>, flag <code>review</code>{" "}
        for a check, and set <code>block</code> aside. Store the <code>request_id</code>{" "}
        with your record: you need it to get the decision again, and to label it later.
      </p>
      <Heading id="label">3. Label the outcome</Heading>
      <p>
        When you know the outcome, label the score as <code>fraud</code> or{" "}
        <code>legit</code>, with a live key. A fraud label counts against every value in that score, from the
        next request. Labels are free.
      </p>
      <Code id="label-curl" text={label(view.origin)} run="bash" caption="Score, then label" />
      <Heading id="single">Single values</Heading>
      <p>
        Every kind of value has its own endpoint. The score of this IP address is higher now if you labelled
        it above:
      </p>
      <Code
        id="ip-curl"
        run="bash"
        text={curl(`"${view.origin}/v1/score/ip?ip=185.220.101.1"`)}
      />
      <p>Score up to 500 values of a kind in one request:</p>
      <Code id="batch-curl" text={batch(view.origin)} run="bash" />
      <Heading id="cost">What it costs</Heading>
      <p>
        A single value costs one lookup, a sign-up one per component that was checked, a batch one per value
        that was scored. Failed requests cost nothing. Labels, rules and all reads are free.
      </p>
    </div>
  ),
};

function label(origin: string): string {
  const body = `"{\\"request_id\\":\\"$REQUEST_ID\\",\\"outcome\\":\\"fraud\\"}"`;
  return `${curlRequestId(origin)}\n\n${curl(`${origin}/v1/outcome`, { body })}`;
}

function batch(origin: string): string {
  const body = `'{"type":"email","items":["jane.doe@gmail.com","someone@mailinator.com"]}'`;
  return curl(`${origin}/v1/batch`, { body });
}
