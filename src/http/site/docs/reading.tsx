import { Code } from "../parts/marks.tsx";
import { curl, curlRequestId } from "./curl.ts";
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
  about: "What score, verdict and null mean, and how to look up the reasons later.",
  render: ({ view }) => (
    <div class="prose">
      <Heading id="verdict">Score and verdict</Heading>
      <p>
        <code>risk_score</code> is a whole number from 0 to 100; higher is riskier. <code>verdict</code>{" "}
        is the recommended action:
      </p>
      <dl class="pairs">
        <dt>allow</dt>
        <dd>Proceed as usual.</dd>
        <dt>review</dt>
        <dd>Flag it and keep it out of the main flow until a person or another check has decided.</dd>
        <dt>block</dt>
        <dd>Set it aside, but keep it, so that you can find and label a wrong block.</dd>
      </dl>
      <p>
        Verdict thresholds may change over time, so branch on{" "}
        <code>verdict</code>, not on the number. To be stricter or more lenient, set <code>strictness</code>
        {" "}
        to <code>lenient</code>, <code>balanced</code>, <code>strict</code> or <code>strictest</code>{" "}
        (or 0 to 3) on any scoring endpoint. It shifts the thresholds; the signals stay the same.
      </p>
      <Code
        id="strict-curl"
        run="bash"
        text={curl(`"${view.origin}/v1/score/ip?ip=185.220.101.1&strictness=strict"`)}
      />
      <Heading id="null">Null means unknown</Heading>
      <p>
        A <code>null</code>{" "}
        means that a fact could not be determined: the list was never loaded, the source did not respond in
        time, or outbound traffic is disabled. It never means no or zero, and it does not affect the score.
        Read <code>is_tor: null</code> as “we could not tell”.
      </p>
      <Heading id="whole">Sign-ups</Heading>
      <p>
        Each component is scored separately and returned in{" "}
        <code>components</code>, as its own endpoint would return it. <code>components_checked</code>{" "}
        lists the components that counted. The riskiest component counts most; the others add a share. If one
        component alone is a block, the total is at least a review; from <code>strict</code> on it is a block.
      </p>
      <p>
        <code>top_signals</code> ranks the signals by their effect. <code>summary</code>{" "}
        is a sentence for people. <code>linkage</code>{" "}
        counts relations to your earlier sign-ups: how many addresses a device has used, how many sign-ups
        came from the same network in the last hour. It does not affect the score yet.
      </p>
      <p>
        <code>actor</code> classifies who seems to be acting. Only <code>proven: true</code>{" "}
        is proof; everything else is inferred, and there is deliberately no type “human”.
      </p>
      <Heading id="why">Look up the reasons later</Heading>
      <p>
        Every response has a{" "}
        <code>request_id</code>. For 180 days you can use it to get the decision with every finding and its
        points, what was unknown and why, and the data versions. The console shows the same as a chart.
      </p>
      <Code id="why-curl" text={why(view.origin)} run="bash" />
      <Code id="why-answer" text={STORED} run="json" caption="Part of the response" />
      <Heading id="points">How points add up</Heading>
      <p>
        Findings belong to groups. Of the findings about how an address reaches the internet, only the
        strongest counts; other groups add up to a limit. Groups combine like independent probabilities: each
        adds its share of the remainder to 100, so a score never exceeds 100. Facts that build trust, such as
        a verified mailbox, multiply the score down, but not below a floor.
      </p>
      <Heading id="mailbox">E-mail: does the mailbox exist?</Heading>
      <p>
        <code>signals.mailbox_status</code> distinguishes <code>verified</code>, <code>catch_all</code>{" "}
        (the domain accepts every address, so none can be verified), <code>pending</code>{" "}
        (being checked; a later request has the result), <code>unsupported</code>, <code>unavailable</code>
        {" "}
        and <code>unknown</code>. With <code>wait_for_mailbox=true</code>{" "}
        the request waits for the result, which takes seconds.
      </p>
    </div>
  ),
};

function why(origin: string): string {
  return `${curlRequestId(origin)}\n\n${curl(`"${origin}/v1/score/$REQUEST_ID"`)}`;
}
