import { SERVICE } from "../../../model/service.ts";
import { Table } from "../parts/table.tsx";
import { Heading } from "./heading.tsx";
import type { Guide } from "./guide.ts";

interface Kept {
  readonly what: string;
  readonly how: string;
  readonly howLong: string;
}

const KEPT: readonly Kept[] = [
  {
    what: "Scored values (IP, e-mail, phone, domain, device)",
    how:
      "As a keyed hash (HMAC-SHA-256 under the service's own secret), and a masked form such as j•••@example.com",
    howLong: "180 days, with the score",
  },
  {
    what: "Scores, findings, verdicts, labels",
    how: "With the hashes, per account; accounts cannot see each other's data",
    howLong: "180 days",
  },
  {
    what: "First seen, times seen",
    how: "By keyed hash. Scores of test keys are not counted",
    howLong: "400 days after the last sighting",
  },
  {
    what: "Abuse reports and fraud labels of a value",
    how: "By keyed hash, with the reporting account",
    howLong: "Until they are withdrawn; their points decay over months",
  },
  {
    what: "Which values of a sign-up belong together (linkage)",
    how: "By keyed hash, per account",
    howLong: "90 days; hourly rates one hour",
  },
  {
    what: "Browser characteristics (device_signals, device_automation)",
    how: "Used for the score, then discarded",
    howLong: "Not stored",
  },
  {
    what: "An e-mail address that waits for a mailbox check",
    how: "Encrypted under the service's secret",
    howLong: "Until the check is complete",
  },
  {
    what: "Your rules and notes",
    how: "In plain text",
    howLong: "Until you delete them or they expire",
  },
  { what: "API keys", how: "As a hash; a key is shown once", howLong: "Until the account is removed" },
  {
    what: "The e-mail address of your account",
    how: "As a keyed hash and a masked form",
    howLong: "As long as the account exists",
  },
  {
    what: "Console sessions",
    how: "As the hash of a random token",
    howLong: "12 hours of inactivity, at most 7 days",
  },
  { what: "Values entered in the try form", how: "Scored, then discarded", howLong: "Not stored" },
];

export const privacy: Guide = {
  slug: "privacy",
  title: "Privacy",
  about: "What is stored, in which form, and for how long.",
  render: () => (
    <div class="prose">
      <p class="lead">
        {SERVICE.title} does not store the values it scores, only what it needs to recognise them.
      </p>
      <Heading id="kept">What is stored</Heading>
      <Table
        caption="What is stored, in which form and for how long"
        columns={[
          { name: "Data", cell: ({ what }: Kept) => what },
          { name: "Form", cell: ({ how }: Kept) => how },
          { name: "Retention", cell: ({ howLong }: Kept) => howLong },
        ]}
        rows={KEPT}
      />
      <Heading id="outside">What leaves the machine</Heading>
      <p>
        To score an e-mail address or a domain, the service queries DNS, the domain's registry (RDAP), its
        website and, if enabled, its mail server. They learn the domain; the mail server also learns the
        e-mail address. Sources that need a hash of the address (avatars, breach lists) are off unless the
        operator enables them. With <code>WINNOW_OFFLINE=true</code> nothing leaves the machine at all.
      </p>
      <Heading id="cookies">Cookies</Heading>
      <p>
        These pages set one cookie when you sign in, and one that protects forms before sign-in. Both are
        limited to this site and unreadable to scripts, and neither is used for tracking. The fingerprint
        script <code>/fp.js</code> sets no cookie and stores nothing on the device.
      </p>
      <Heading id="hashes">Why a keyed hash?</Heading>
      <p>
        A plain hash of a phone number can be reversed by trying all numbers. A keyed hash cannot, without the
        service's secret. Somebody with both the secret and the store could try values one by one, so protect
        both: a backup contains the secret that was generated in the data folder unless you use{" "}
        <code>--without-secret</code>, and never one from <code>WINNOW_SECRET</code> unless you ask for it.
      </p>
    </div>
  ),
};
