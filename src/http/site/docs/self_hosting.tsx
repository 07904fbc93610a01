import { Code } from "../parts/marks.tsx";
import { Table } from "../parts/table.tsx";
import { Heading } from "./heading.tsx";
import type { Guide, SettingDoc } from "./guide.ts";

export const selfHosting: Guide = {
  slug: "self-hosting",
  title: "Self-hosting",
  about: "One executable, one port, one folder: start, keys, feeds, settings.",
  render: ({ settings }) => (
    <div class="prose">
      <p>
        The service is one executable with its data inside. <code>winnow serve</code>{" "}
        starts it; on the first start it makes an account with a live and a test key and prints both.
        Everything it keeps lies in one folder,{" "}
        <code>WINNOW_DATA_DIR</code>. The commands below work beside a running server, on the same folder.
      </p>
      <Heading id="keys">Accounts and keys</Heading>
      <p>An account is made with its first key. The key is printed once.</p>
      <Code
        id="keys-run"
        run="winnow"
        text={`winnow keys create --account "Tool shop" --mode live --monthly 50000
winnow keys list --account "Tool shop"
winnow accounts list`}
      />
      <p>
        <code>winnow accounts pause NAME</code>{" "}
        stops an account from scoring; its rules and policy stay editable.{" "}
        <code>winnow keys revoke KEY_ID</code> ends a key, and the console sessions that were opened with it.
      </p>
      <Heading id="score">A score from the shell</Heading>
      <Code
        id="score-run"
        run="winnow"
        text="winnow score --ip 185.220.101.1 --email someone@mailinator.com"
      />
      <Heading id="feeds">Data</Heading>
      <p>
        Bundled tables answer from the first second. Lists that change by the hour (Tor exits, open proxies,
        hijacked networks) are fetched in the background; until they are there, what only they could decide is
        null.
      </p>
      <Code id="feeds-run" run="winnow" text="winnow feeds status" />
      <Heading id="proxy">Behind a proxy</Heading>
      <p>
        Put a proxy in front for TLS. Let it pass on the <code>Host</code> header and set{" "}
        <code>X-Forwarded-For</code> and <code>X-Forwarded-Proto</code>, and start the service with{" "}
        <code>WINNOW_TRUST_PROXY=true</code> and <code>WINNOW_BASE_URL</code>{" "}
        set to the public address: then limits go by the real client, links are right, and the console's
        cookie is sent over TLS only.
      </p>
      <p>
        <code>WINNOW_SIGNUP=closed</code>{" "}
        takes the sign-up page away, so that keys are made on the command line only.
      </p>
      <Heading id="watch">Watching it</Heading>
      <p>
        <code>/healthz</code> says that the process is up, <code>/readyz</code>{" "}
        that the store can be written and the data is loaded, <code>/metrics</code>{" "}
        speaks the Prometheus format. <code>SIGTERM</code>{" "}
        lets what runs finish, and then stops. Nothing that was acknowledged is lost, not even by a power cut.
      </p>
      <Heading id="settings">Settings</Heading>
      <p>
        Environment variables. A name that is not in this table, or a bad value, stops the start with one
        clear line.
      </p>
      <Table
        caption="Settings"
        columns={[
          { name: "Name", cell: ({ name }: SettingDoc) => <code>{name}</code> },
          { name: "Default", cell: ({ default: value }: SettingDoc) => value },
          { name: "Meaning", cell: ({ about }: SettingDoc) => about.replaceAll("`", "") },
        ]}
        rows={settings}
      />
    </div>
  ),
};
