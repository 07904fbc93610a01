import { Code } from "../parts/marks.tsx";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";

const STORED = `{
  "risk_score": 34,
  "verdict": "allow",
  "components": [
    {
      "kind": "ip",
      "masked": "185.220.101.•",
      "risk_score": 34,
      "findings": [
        { "name": "datacenter", "group": "egress", "points": 34, "text": "datacenter address (…)" }
      ],
      "trust": [],
      "unknown": { "signals.is_tor": "not_loaded" }
    }
  ],
  "data_version": "places 2.3.2026060513, networks 2.3.2026061719, …",
  "label": null
}`;

export const reading: Guide = {
  slug: "reading",
  title: "Reading a score",
  about: "What the numbers mean, what null means, and how to ask why, days later.",
  render: ({ view }) => (
    <div class="prose">
      <Heading id="verdict">Score and verdict</Heading>
      <p>
        <code>risk_score</code> is a whole number from 0 to 100; higher is riskier. <code>verdict</code>{" "}
        says what to do:
      </p>
      <dl class="pairs">
        <dt>allow</dt>
        <dd>Go on as usual.</dd>
        <dt>review</dt>
        <dd>Keep it with a flag, outside the main flow, until a person or another check has looked.</dd>
        <dt>block</dt>
        <dd>Set it aside. Do not throw it away: a wrong block should be found and labelled.</dd>
      </dl>
      <p>
        Where a verdict begins may change as the service learns, so branch on{" "}
        <code>verdict</code>, not on the number. If you want to be stricter or more lenient, say so:{" "}
        <code>strictness</code> is <code>lenient</code>, <code>balanced</code>, <code>strict</code> or{" "}
        <code>strictest</code>{" "}
        (or 0 to 3) on every scoring endpoint. It moves where verdicts begin; what was found stays the same.
      </p>
      <Code
        id="strict-curl"
        run="bash"
        text={`curl -s "${view.origin}/v1/score/ip?ip=185.220.101.1&strictness=strict" \\
  -H "X-Api-Key: $API_KEY"`}
      />
      <Heading id="null">Null means unknown</Heading>
      <p>
        A <code>null</code>{" "}
        says that a fact was not established: the list was never loaded, the source did not answer in time,
        outgoing traffic is off. It never means no, it never means zero, and it never moves the score. Treat
        {" "}
        <code>is_tor: null</code> as “we could not tell”.
      </p>
      <Heading id="whole">A whole sign-up</Heading>
      <p>
        Each part is scored on its own and stands in{" "}
        <code>components</code>, as its own endpoint would show it. <code>components_checked</code>{" "}
        says which parts counted. The riskiest part counts most, the others add a share. If one part alone is
        a block, the whole is a review at least; from <code>strict</code> on it is a block.
      </p>
      <p>
        <code>top_signals</code> ranks what was found by how much it counted. <code>summary</code>{" "}
        is a sentence for a person. <code>linkage</code>{" "}
        counts how the values hang together with your earlier sign-ups: how many addresses a device has used,
        how many sign-ups came from the neighbourhood in the last hour. It is reported and does not move the
        score yet.
      </p>
      <p>
        <code>actor</code> says who seems to be acting. Only <code>proven: true</code>{" "}
        is proof; everything else is inference, and there is deliberately no type “human”.
      </p>
      <Heading id="why">Why, days later</Heading>
      <p>
        Every answer carries a{" "}
        <code>request_id</code>. For 180 days it leads back to the decision with every finding and its points,
        what was unknown and why, and the data that was in force. The console shows the same as a drawing.
      </p>
      <Code id="why-curl" text={why(view.origin)} run="bash" />
      <Code id="why-answer" text={STORED} run="json" caption="Part of the answer" />
      <Heading id="points">How points add up</Heading>
      <p>
        Findings belong to groups. Of how an address reaches the internet only the strongest finding counts;
        other groups add up to a limit. Groups combine as probabilities do: each takes its share of what is
        left to 100, so a score never runs over. Facts that speak for someone, such as a verified mailbox,
        multiply the score down, but never below a floor.
      </p>
      <Heading id="mailbox">E-mail: is the mailbox there?</Heading>
      <p>
        <code>signals.mailbox_status</code> keeps apart what others mix up: <code>verified</code>,{" "}
        <code>catch_all</code> (the domain takes anything, so it can never be verified), <code>pending</code>
        {" "}
        (asked; a later call has the answer), <code>unsupported</code>, <code>unavailable</code> and{" "}
        <code>unknown</code>. With <code>wait_for_mailbox=true</code>{" "}
        the call waits for the answer, which takes seconds.
      </p>
    </div>
  ),
};

function why(origin: string): string {
  return `REQUEST_ID=$(curl -s "${origin}/v1/score/ip?ip=185.220.101.1" \\
  -H "X-Api-Key: $API_KEY" | grep -o 'req_[0-9a-f-]*')

curl -s "${origin}/v1/score/$REQUEST_ID" \\
  -H "X-Api-Key: $API_KEY"`;
}
