import { Code } from "../parts/marks.tsx";
import { firstCurl } from "../pages/landing.tsx";
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
              <a href="/signup">Make an account</a>
              : you get a live key and a test key, and both are shown only once.
            </>
          )
          : "Ask whoever runs this service for a key: they make one on the command line."}{" "}
        Put the key into your shell as <code>API_KEY</code>; the commands of these guides read it from there.
      </p>
      <p>
        A test key gives full results and is never billed, and what it scores counts for nobody. Use it while
        you build, and the live key in production and for labels.
      </p>
      <Heading id="score">2. Score a sign-up</Heading>
      <p>Send what you have. Every field is optional; one is enough.</p>
      <Code
        id="score-curl"
        text={firstCurl(view.origin, "$API_KEY")}
        run="bash"
        caption="Score a sign-up"
      />
      <Code id="score-answer" text={ANSWER} run="json" caption="The answer begins like this" />
      <p>
        Branch on <code>verdict</code>: <code>allow</code> goes on as usual, <code>review</code>{" "}
        is kept with a flag, <code>block</code> is set aside. Keep the <code>request_id</code>{" "}
        beside your record: with it you can read the decision back, and say later what it really was.
      </p>
      <Heading id="label">3. Say what it really was</Heading>
      <p>
        When you know, label the score as <code>fraud</code> or{" "}
        <code>legit</code>, with a live key. A fraud label counts against every value in that score, from the
        next request on. It is free.
      </p>
      <Code id="label-curl" text={label(view.origin)} run="bash" caption="Score, then label" />
      <Heading id="single">Single values</Heading>
      <p>One value has an endpoint of its own. An IP address, riskier now if you labelled it above:</p>
      <Code
        id="ip-curl"
        run="bash"
        text={`curl -s "${view.origin}/v1/score/ip?ip=185.220.101.1" \\
  -H "X-Api-Key: $API_KEY"`}
      />
      <p>And up to 500 of a kind go in one call:</p>
      <Code id="batch-curl" text={batch(view.origin)} run="bash" />
      <Heading id="cost">What it costs</Heading>
      <p>
        A sign-up costs one credit for each part that was checked, a single value one, a batch one for each
        value that was scored. What fails costs nothing. Labels, rules and everything that only reads are
        free.
      </p>
    </div>
  ),
};

function label(origin: string): string {
  return `REQUEST_ID=$(curl -s "${origin}/v1/score/ip?ip=185.220.101.1" \\
  -H "X-Api-Key: $API_KEY" | grep -o 'req_[0-9a-f-]*')

curl -s ${origin}/v1/outcome \\
  -H "X-Api-Key: $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d "{\\"request_id\\":\\"$REQUEST_ID\\",\\"outcome\\":\\"fraud\\"}"`;
}

function batch(origin: string): string {
  return `curl -s ${origin}/v1/batch \\
  -H "X-Api-Key: $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"type":"email","items":["jane.doe@gmail.com","someone@mailinator.com"]}'`;
}
