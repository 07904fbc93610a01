import assert from "node:assert/strict";
import { type DomainName, parseDomain } from "../../../../src/signals/domain/parse.ts";
import { institutionOf } from "../../../../src/signals/email/institution.ts";

const ROWS: readonly [host: string, institution: string | null][] = [
  ["mit.edu", "school"],
  ["cs.stanford.edu", "school"],
  ["ox.ac.uk", "school"],
  ["unimelb.edu.au", "school"],
  ["u-tokyo.ac.jp", "school"],
  ["lincoln.k12.ca.us", "school"],
  ["school.sch.uk", "school"],
  ["nasa.gov", "government"],
  ["hmrc.gov.uk", "government"],
  ["army.mil", "government"],
  ["diplomatie.gouv.fr", "government"],
  ["sat.gob.mx", "government"],
  ["meti.go.jp", "government"],
  ["bmi.gv.at", "government"],
  ["finanzamt.bund.de", "government"],
  ["firm.ac", null],
  ["go.it", null],
  ["edu.example.com", null],
  ["gov.example.com", null],
  ["firm.com", null],
  ["uni-firm.de", null],
];

for (const [host, expected] of ROWS) {
  Deno.test(`${host} is ${expected ?? "neither a school's nor a government's"}`, () => {
    assert.equal(institutionOf(parseDomain(host) as DomainName), expected);
  });
}
