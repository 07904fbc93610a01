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
    howLong: "180 days with the score",
  },
  {
    what: "Scores, findings, verdicts, labels",
    how: "With the hashes, by account; no account sees another's",
    howLong: "180 days",
  },
  {
    what: "First seen, times seen",
    how: "By keyed hash. What test keys score is not counted",
    howLong: "400 days after it was last seen",
  },
  {
    what: "Abuse reports and fraud labels of a value",
    how: "By keyed hash, with the account that gave them",
    howLong: "Until they are taken back; their points fade over months",
  },
  {
    what: "Which values of a sign-up belong together (linkage)",
    how: "By keyed hash, by account",
    howLong: "90 days; rates one hour",
  },
  {
    what: "Browser characteristics (device_signals, device_automation)",
    how: "Used for the score and dropped",
    howLong: "Not kept",
  },
  {
    what: "An e-mail address that waits for a mailbox check",
    how: "Encrypted under the service's secret",
    howLong: "Until it is answered",
  },
  {
    what: "Your rules and notes",
    how: "In clear: you wrote them",
    howLong: "Until you delete them or they expire",
  },
  { what: "API keys", how: "As a hash; a key is shown once", howLong: "Until the account is removed" },
  {
    what: "The e-mail address of a sign-up here",
    how: "As a keyed hash and a masked form",
    howLong: "As long as the account",
  },
  {
    what: "Console sessions",
    how: "As the hash of a random token",
    howLong: "12 hours without a visit, at most 7 days",
  },
  { what: "What you type into the try box", how: "Scored and dropped", howLong: "Not kept" },
];

export const privacy: Guide = {
  slug: "privacy",
  title: "Privacy",
  about: "What is stored, in what form, and for how long.",
  render: () => (
    <div class="prose">
      <p class="lead">
        {SERVICE.title} does not store the values it scores. It stores what it needs to recognise them.
      </p>
      <Heading id="kept">What is kept</Heading>
      <Table
        caption="What is kept, how and for how long"
        columns={[
          { name: "What", cell: ({ what }: Kept) => what },
          { name: "In which form", cell: ({ how }: Kept) => how },
          { name: "How long", cell: ({ howLong }: Kept) => howLong },
        ]}
        rows={KEPT}
      />
      <Heading id="outside">What leaves the machine</Heading>
      <p>
        To score an e-mail address or a domain the service asks the DNS, the domain's registry (RDAP), its
        website and, when switched on, its mail server. These learn the domain; the mail server learns the
        address it is asked about. Sources that need a hash of the address (avatars, breach lists) are off
        unless whoever runs the service turns them on. With <code>WINNOW_OFFLINE=true</code>{" "}
        nothing leaves the machine at all.
      </p>
      <Heading id="cookies">Cookies</Heading>
      <p>
        These pages set one cookie when you sign in, and one that protects the forms of people who are not
        signed in. Both are for this site only, unreadable to scripts, and neither is used to follow anyone.
        The fingerprint script <code>/fp.js</code> sets no cookie and writes nothing to the device.
      </p>
      <Heading id="hashes">Why a keyed hash?</Heading>
      <p>
        A plain hash of a phone number can be guessed by trying all numbers. A keyed hash cannot, without the
        service's secret. Whoever holds both the secret and the store could try values one by one, so guard
        both: a backup holds the secret that was made in the data folder unless it is made with{" "}
        <code>--without-secret</code>, and never one from <code>WINNOW_SECRET</code> unless you ask.
      </p>
    </div>
  ),
};
