import { Code } from "../parts/marks.tsx";
import { Table } from "../parts/table.tsx";
import { Heading } from "./heading.tsx";
import type { Guide, SettingDoc } from "./guide.ts";

export const selfHosting: Guide = {
  slug: "self-hosting",
  title: "Self-hosting",
  about: "One executable, one port, one folder: start, keys, data, settings.",
  render: ({ settings }) => (
    <div class="prose">
      <p>
        The service is one executable with its data inside. <code>winnow serve</code>{" "}
        starts it; the first start creates an account with a live and a test key and prints both. All stored
        data is in one folder,{" "}
        <code>WINNOW_DATA_DIR</code>. The commands below work on the same folder while a server runs.
      </p>
      <Heading id="keys">Accounts and keys</Heading>
      <p>An account is created with its first key. The key is printed once.</p>
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
        <code>winnow keys revoke KEY_ID</code> revokes a key and ends the console sessions opened with it.
      </p>
      <Heading id="score">A score from the shell</Heading>
      <Code
        id="score-run"
        run="winnow"
        text="winnow score --ip 185.220.101.1 --email someone@mailinator.com"
      />
      <Heading id="feeds">Data</Heading>
      <p>
        Bundled tables are available immediately. Lists that change hourly (Tor exits, open proxies, hijacked
        networks) are fetched in the background; until they are loaded, facts that depend on them are null.
      </p>
      <Code id="feeds-run" run="winnow" text="winnow feeds status" />
      <Heading id="proxy">Behind a proxy</Heading>
      <p>
        Use a proxy for TLS. Configure it to forward the <code>Host</code> header and to set{" "}
        <code>X-Forwarded-For</code> and <code>X-Forwarded-Proto</code>, and start the service with{" "}
        <code>WINNOW_TRUST_PROXY=true</code> and <code>WINNOW_BASE_URL</code>{" "}
        set to the public address: then limits apply per client, links are correct, and the console cookie is
        sent over TLS only.
      </p>
      <p>
        <code>WINNOW_SIGNUP=closed</code>{" "}
        removes the sign-up page, so that keys are created on the command line only.
      </p>
      <Heading id="watch">Monitoring</Heading>
      <p>
        <code>/healthz</code> reports that the process is running, <code>/readyz</code>{" "}
        that the store is writable and the data is loaded, and <code>/metrics</code>{" "}
        has metrics in the Prometheus format. On <code>SIGTERM</code>{" "}
        the server finishes running requests, then stops. Acknowledged data is never lost, not even in a power
        failure.
      </p>
      <Heading id="settings">Settings</Heading>
      <p>
        Environment variables. An unknown name or invalid value stops the start with a one-line message.
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
