import { Code } from "../parts/marks.tsx";
import { Table } from "../parts/table.tsx";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";
import { ANSWERS, CLIENTS, INPUTS, type Mapped } from "./minfraud_fields.ts";

export const minfraud: Guide = {
  slug: "minfraud",
  title: "Switching from minFraud",
  about: "Keep your client and your code; change the host and the credentials.",
  render: ({ view }) => (
    <div class="prose">
      <p>
        This service answers the shapes of minFraud v2.0 and GeoIP2 v2.1. The same engine scores, so your
        rules, your quota, your stored scores and your labels apply as everywhere.
      </p>
      <Heading id="call">One call</Heading>
      <p>Authentication is HTTP Basic: any account id, and your key as the licence key.</p>
      <Code id="insights-curl" text={insights(view.origin)} run="bash" />
      <Code
        id="geo-curl"
        text={`curl -s ${view.origin}/compat/maxmind/geoip/v2.1/city/81.2.69.160 \\
  -u "1:$API_KEY"`}
        run="bash"
      />
      <p>
        The addresses are also served without{" "}
        <code>/compat/maxmind</code>, because most clients take a host and no path. The factors variant is not
        served and says so with a 404.
      </p>
      <Heading id="clients">Change the client</Heading>
      <p>
        Nearly every client insists on https, so give the service a host name of its own behind a proxy with
        TLS that passes everything on to it.
      </p>
      <MappedTable caption="Clients" names={["Client", "Change"]} rows={CLIENTS} code />
      <p>
        The PHP minFraud client throws where a balance is null: whoever runs the service sets{" "}
        <code>WINNOW_COMPAT_BALANCE=zero</code>{" "}
        for it. The .NET clients refuse a null trait, so Insights does not work with them; Score, Country and
        City do. A client without TLS must speak HTTP/1.1 and not ask for an upgrade.
      </p>
      <Heading id="inputs">What is read</Heading>
      <MappedTable caption="Inputs" names={["Input", "Used"]} rows={INPUTS} />
      <p>
        Whatever is not used is no error: the rest is scored, and <code>warnings</code> has one entry{" "}
        <code>WINNOW_INPUT_IGNORED</code> for each block.
      </p>
      <Heading id="answers">What is answered</Heading>
      <MappedTable caption="Answers" names={["Field", "Holds"]} rows={ANSWERS} />
      <p>
        What the service does not know is null, never false: card, billing and shipping checks, sub-scores,
        coordinates, connection and user type. Some clients turn a null trait into <code>false</code>{" "}
        by themselves.
      </p>
      <Heading id="report">Reports</Heading>
      <p>
        <code>chargeback</code>, <code>suspected_fraud</code> and <code>spam_or_abuse</code>{" "}
        label a score as fraud, <code>not_fraud</code> as legitimate; <code>clear</code>{" "}
        takes a fraud label back.
      </p>
      <Code id="report-curl" text={report(view.origin)} run="bash" />
    </div>
  ),
};

function MappedTable(
  props: { caption: string; names: readonly [string, string]; rows: readonly Mapped[]; code?: true },
) {
  return (
    <Table
      caption={props.caption}
      columns={[
        { name: props.names[0], cell: ([name]: Mapped) => <span class="mono small">{name}</span> },
        { name: props.names[1], cell: ([, text]: Mapped) => props.code ? <code>{text}</code> : text },
      ]}
      rows={props.rows}
    />
  );
}

function insights(origin: string): string {
  return `curl -s ${origin}/compat/maxmind/minfraud/v2.0/insights \\
  -u "1:$API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"device":{"ip_address":"81.2.69.160"},
       "email":{"address":"someone@mailinator.com"},
       "event":{"transaction_id":"order-1001"}}'`;
}

function report(origin: string): string {
  return `curl -s ${origin}/compat/maxmind/minfraud/v2.0/transactions/report \\
  -u "1:$API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"transaction_id":"order-1001","tag":"chargeback"}'`;
}
