import { Code } from "../parts/marks.tsx";
import { Table } from "../parts/table.tsx";
import { curl } from "./curl.ts";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";
import { ANSWERS, CLIENTS, INPUTS, type Mapped } from "./minfraud_fields.ts";

export const minfraud: Guide = {
  slug: "minfraud",
  title: "Switching from minFraud",
  about: "Keep your client and code; change the host and credentials.",
  render: ({ view }) => (
    <div class="prose">
      <p>
        This service is compatible with minFraud v2.0 and GeoIP2 v2.1. Scoring is the same, so your rules,
        quota, stored scores and labels apply as on all other endpoints.
      </p>
      <Heading id="call">One call</Heading>
      <p>Use HTTP Basic authentication: any account id, and your key as the licence key.</p>
      <Code id="insights-curl" text={insights(view.origin)} run="bash" />
      <Code
        id="geo-curl"
        text={curl(`${view.origin}/compat/maxmind/geoip/v2.1/city/81.2.69.160`, { basic: true })}
        run="bash"
      />
      <p>
        The endpoints are also available without{" "}
        <code>/compat/maxmind</code>, because most clients take a host and no path. minFraud Factors is not
        supported and returns 404.
      </p>
      <Heading id="clients">Change the client</Heading>
      <p>
        Nearly all clients require HTTPS, so give the service its own host name behind a TLS proxy that
        forwards all requests.
      </p>
      <MappedTable caption="Clients" names={["Client", "Change"]} rows={CLIENTS} code />
      <p>
        The PHP minFraud client throws an error when a balance is null: the operator sets{" "}
        <code>WINNOW_COMPAT_BALANCE=zero</code>{" "}
        for it. The .NET clients reject null traits, so Insights does not work with them; Score, Country and
        City do. Clients without TLS must use HTTP/1.1 without an upgrade.
      </p>
      <Heading id="inputs">Inputs</Heading>
      <MappedTable caption="Inputs" names={["Input", "Use"]} rows={INPUTS} />
      <p>
        Unused input is not an error: the rest is scored, and <code>warnings</code> has an entry{" "}
        <code>WINNOW_INPUT_IGNORED</code> for each unused block.
      </p>
      <Heading id="answers">Outputs</Heading>
      <MappedTable caption="Outputs" names={["Field", "Value"]} rows={ANSWERS} />
      <p>
        Unknown values are null, never false: card, billing and shipping checks, subscores, coordinates,
        connection and user type. Some clients convert a null trait to <code>false</code>.
      </p>
      <Heading id="report">Reports</Heading>
      <p>
        <code>chargeback</code>, <code>suspected_fraud</code> and <code>spam_or_abuse</code>{" "}
        label a score as fraud, <code>not_fraud</code> as legitimate; <code>clear</code>{" "}
        removes a fraud label.
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
  const body = `'{"device":{"ip_address":"81.2.69.160"},
       "email":{"address":"someone@mailinator.com"},
       "event":{"transaction_id":"order-1001"}}'`;
  return curl(`${origin}/compat/maxmind/minfraud/v2.0/insights`, { basic: true, body });
}

function report(origin: string): string {
  const body = `'{"transaction_id":"order-1001","tag":"chargeback"}'`;
  return curl(`${origin}/compat/maxmind/minfraud/v2.0/transactions/report`, { basic: true, body });
}
