/** The fields of `signals` of each result, from the schemas that the OpenAPI document is made of. */
import { deviceResult } from "../score/signals/device.ts";
import { domainResult } from "../score/signals/domain.ts";
import { emailResult, MAILBOX_MEANINGS } from "../score/signals/email.ts";
import { ipResult } from "../score/signals/ip.ts";
import { phoneResult } from "../score/signals/phone.ts";
import { each } from "../site/each.ts";
import { Table } from "../site/parts/table.tsx";

type Described = Readonly<Record<string, { readonly description?: string | undefined }>>;

const SIGNALS: readonly (readonly [noun: string, fields: Described])[] = [
  ["IP address", ipResult.shape.signals.shape],
  ["E-mail address", emailResult.shape.signals.shape],
  ["Phone number", phoneResult.shape.signals.shape],
  ["Domain", domainResult.shape.signals.shape],
  ["Device", deviceResult.shape.signals.shape],
];

export function SignalTables() {
  return (
    <>
      {each(SIGNALS, ([noun, fields]) => (
        <details>
          <summary>
            {noun}: {String(Object.keys(fields).length)} signals
          </summary>
          <Names
            caption={`Signals: ${noun}`}
            meanings={Object.entries(fields).map(([name, { description = "" }]) => [
              name,
              name === "mailbox_status"
                ? "How far the mailbox was verified, see below"
                : description.replaceAll("`", ""),
            ])}
          />
        </details>
      ))}
    </>
  );
}

export function MailboxStatuses() {
  return <Names caption="Values of mailbox_status" meanings={Object.entries(MAILBOX_MEANINGS)} />;
}

function Names(props: { caption: string; meanings: readonly (readonly [name: string, meaning: string])[] }) {
  return (
    <Table
      caption={props.caption}
      columns={[
        { name: "Name", cell: ([name]) => <code>{name}</code> },
        { name: "Meaning", cell: ([, meaning]) => meaning },
      ]}
      rows={props.meanings}
    />
  );
}
