/** Files as people have them: the column they mean is read, and what only looks like a domain is not. */
import assert from "node:assert/strict";
import { parseRuleFile } from "../../../../support/fixtures/rule_file.ts";

const NONE = "no column holds a rule value";
const UNSURE =
  'no column is certain to hold a rule value; a column with the header "domain" or "value" would be';
const NOTHING = "not an IP address, CIDR, e-mail address, domain, phone number or AS number";
const NO_IP = "not an IP address or CIDR";

interface Row {
  readonly name: string;
  readonly text: string;
  /** `line kind value`. */
  readonly entries?: readonly string[];
  /** `line reason`. */
  readonly skipped?: readonly string[];
}

const HEADED: readonly Row[] = [
  {
    name: "a user's name next to an address",
    text: "username,ip,country\njohn.smith,45.9.20.11,US\n",
    entries: ["2 ip 45.9.20.11"],
  },
  {
    name: "a file's name next to an address",
    text: "source_file,ip\nreport.pdf,45.9.20.11\nreadme.md,45.9.20.12\n",
    entries: ["2 ip 45.9.20.11", "3 ip 45.9.20.12"],
  },
  {
    name: "a place next to an address",
    text: "city,ip\nSt.Petersburg,45.9.20.11\n",
    entries: ["2 ip 45.9.20.11"],
  },
  {
    name: "a company's domain next to an e-mail address",
    text: "name,company,email\nJane,acme.com,jane@evil.example.net\n",
    entries: ["2 email jane@evil.example.net"],
  },
  {
    name: "semicolons, and a name with a comma",
    text: "name;company;e-mail\nDoe, Jane;acme.com;jane@evil.example.net\n",
    entries: ["2 email jane@evil.example.net"],
  },
  {
    name: "tabs, CRLF and a byte order mark",
    text: "\ufeffcompany\tPhone Number\r\nacme.com\t+44 20 7946 0958\r\n",
    entries: ["2 phone +442079460958"],
  },
  {
    name: "quoted",
    text:
      '"Company","E-Mail Address"\n"acme.com, Inc.","jane@evil.example.net"\n"acme.com","x@evil.example.net"\n',
    entries: ["2 email jane@evil.example.net", "3 email x@evil.example.net"],
  },
  {
    name: "quoted with semicolons",
    text: '"company";"ip"\n"Acme, acme.com";"1.2.3.4"\n',
    entries: ["2 ip 1.2.3.4"],
  },
  {
    name: "only some fields quoted",
    text: 'company,"ip"\nacme.com,1.2.3.4\n"acme.com",1.2.3.5\n',
    entries: ["2 ip 1.2.3.4", "3 ip 1.2.3.5"],
  },
  {
    name: "a quote that never closes",
    text: 'company,ip\n"acme.com,1.2.3.4\nacme.com,1.2.3.5\n',
    entries: ["2 ip 1.2.3.4", "3 ip 1.2.3.5"],
  },
  {
    name: "capitals, spaces and apostrophes",
    text: "Company, 'IP  ADDRESS' \nacme.com,1.2.3.4\n",
    entries: ["2 ip 1.2.3.4"],
  },
  {
    name: "a word before the kind",
    text: "company,customer_email\nacme.com,jane@evil.example.net\n",
    entries: ["2 email jane@evil.example.net"],
  },
  {
    name: "a column named value takes precedence over any other",
    text: "id,domain,value\n1,acme.com,1.2.3.4\n2,acme.com,corp.local\n",
    entries: ["2 ip 1.2.3.4", "3 domain corp.local"],
  },
  {
    name: "two names: the first one, the other where it holds nothing",
    text: "host,ip\nevil.com,1.2.3.4\n,1.2.3.5\n-,1.2.3.6\nevil.lan,\n",
    entries: ["2 domain evil.com", "3 ip 1.2.3.5", "4 ip 1.2.3.6", "5 domain evil.lan"],
  },
  {
    name: "two names the other way round",
    text: "ip,host\n1.2.3.4,evil.com\n,evil.lan\n",
    entries: ["2 ip 1.2.3.4", "3 domain evil.lan"],
  },
  {
    name: "the named column is empty: another column with something that can be nothing else",
    text: "name,ip,note\njohn.smith,,8.8.8.0/24\njohn.smith,,AS15169\njohn.smith,,\n",
    entries: ["2 cidr 8.8.8.0/24", "3 asn AS15169"],
    skipped: ["4 " + UNSURE],
  },
  {
    name: "a placeholder in the named column is no domain",
    text: "phone,email\nn.a.,jane@evil.example.net\n+442079460958,n.a.\n",
    entries: ["2 email jane@evil.example.net", "3 phone +442079460958"],
  },
  {
    name: "the reason is the named column's",
    text: "ip,user\n999.1.1.1,john.smith\n",
    skipped: ["2 " + NO_IP],
  },
  {
    name: "a header after a preamble",
    text: "sep=;\n# export\nname;ip\njohn.smith;1.2.3.4\n",
    entries: ["4 ip 1.2.3.4"],
    skipped: ["1 " + NOTHING, "2 comment"],
  },
  {
    name: "a line with another delimiter than the header's",
    text: "ip,user\n1.2.3.4;john.smith\n",
    entries: ["2 ip 1.2.3.4"],
  },
  {
    name: "the header again, further down",
    text: "user,ip\na.b,1.2.3.4\nuser,ip\nc.d,1.2.3.5\n",
    entries: ["2 ip 1.2.3.4", "4 ip 1.2.3.5"],
    skipped: ["3 header"],
  },
  {
    name: "a header of one column",
    text: "entry\ncorp.local\nfoo.bar\n",
    entries: ["2 domain corp.local", "3 domain foo.bar"],
  },
  { name: "a header and nothing else", text: "username,ip,country\n" },
  {
    name: "a header that names no column of values",
    text: "kind,user\nip,john.smith\nx,1.2.3.4\n",
    entries: ["3 ip 1.2.3.4"],
    skipped: ["2 header"],
  },
];

const UNHEADED: readonly Row[] = [
  {
    name: "a header of unknown words",
    text: "who,where,when\njohn.smith,45.9.20.11,2024-01-01\n",
    entries: ["2 ip 45.9.20.11"],
    skipped: ["1 " + NONE],
  },
  {
    name: "names, files and places next to each kind",
    text: "john.smith,1.2.3.4\nreport.pdf;10.0.0.0/8\nSt.Petersburg\tjane@corp.local\n" +
      "a.b,AS15169\na.b,+442079460958\na.b,evil.com\na.b,evil.co.uk\na.b,fraud.example\na.b,bücher.de\n",
    entries: [
      "1 ip 1.2.3.4",
      "2 cidr 10.0.0.0/8",
      "3 email jane@corp.local",
      "4 asn AS15169",
      "5 phone +442079460958",
      "6 domain evil.com",
      "7 domain evil.co.uk",
      "8 domain fraud.example",
      "9 domain xn--bcher-kva.de",
    ],
  },
  {
    name: "quoted",
    text: '"john.smith","1.2.3.4"\n"smith, john","x","evil.com"\n',
    entries: ["1 ip 1.2.3.4", "2 domain evil.com"],
  },
  {
    name: "nothing but what may be a name",
    text: "john.smith,US\nreport.pdf;a.b\n",
    skipped: ["1 " + UNSURE, "2 " + UNSURE],
  },
  {
    name: "the line's only cell is a domain whatever its ending",
    text: 'corp.local\nfoo.bar # ours, really\njohn.smith,,\n"intra.net2"\nevil.com\n',
    entries: [
      "1 domain corp.local",
      "2 domain foo.bar",
      "3 domain john.smith",
      "4 domain intra.net2",
      "5 domain evil.com",
    ],
  },
];

for (
  const [group, rows, header] of [["with a header", HEADED, true], ["without", UNHEADED, false]] as const
) {
  for (const { name, text, entries, skipped } of rows) {
    Deno.test(`parseRuleFile ${group}: ${name}`, () => {
      const file = parseRuleFile(text);
      assert.deepEqual(
        file.entries.map(({ line, kind, value }) => `${line} ${kind} ${value}`),
        entries ?? [],
      );
      const reasons = file.skipped.map(({ line, reason }) => `${line} ${reason}`);
      const first = reasons.findIndex((line) => line.endsWith(" header"));
      assert.equal(first >= 0, header);
      assert.deepEqual(reasons.filter((_, index) => index !== first), skipped ?? []);
      assert.equal(file.entries.length + file.skipped.length + file.duplicatesInFile, file.lines);
    });
  }
}

Deno.test("a header counts to the 32nd column and no further", () => {
  const row = (at: number, name: string, junk: string) =>
    Array.from({ length: 40 }, (_, index) => index === at ? name : junk).join(",");
  assert.equal(parseRuleFile(`${row(31, "ip", "x")}\n${row(31, "1.2.3.4", "a.b")}`).entries.length, 1);
  const late = parseRuleFile(`${row(32, "ip", "x")}\n${row(32, "1.2.3.4", "a.b")}`);
  assert.deepEqual([late.entries.length, late.skipped.length], [0, 2]);
});
