import assert from "node:assert/strict";
import { isRoleAccount } from "../../../../src/signals/email/role.ts";

/** RFC 2142 sections 2 to 5. */
const RFC_2142 = [
  "info",
  "marketing",
  "sales",
  "support",
  "abuse",
  "noc",
  "security",
  "postmaster",
  "hostmaster",
];

const ROLES = [
  ...RFC_2142,
  ...["usenet", "news", "webmaster", "www", "uucp", "ftp"],
  ...["admin", "no-reply", "noreply", "do_not_reply", "mailer-daemon", "hr", "it", "accounts.payable"],
  ...["buchhaltung", "comptabilite", "facturacion", "vendas", "segreteria", "boekhouding", "biuro"],
  ...[
    "sales-team",
    "salesteam",
    "all.staff",
    "support24",
    "ventas2",
    "customer.service.team",
    "it-support",
    "theteam",
  ],
  ...["newbiz", "google-workspace-alerts-noreply", "treasurer", "customer-success"],
];

const PEOPLE = [
  ...[
    "jane.doe",
    "jdoe",
    "info.maria",
    "maria",
    "prit",
    "hiro",
    "e.cole",
    "ecole",
    "dean",
    "sandra.admin77777",
  ],
  ...["alexa", "paris", "md", "ny", "2024", "asdf", "the.smith.family", "music.lover", "friends24"],
  ...["chicago", "smile", "singapore", "classof2018", "captain", "people", "wedding", "hotels", "seo"],
  ...["dev", "partner", "patient", "question", "result", "creative", "sale", "billings", "southall", "job"],
  ...["sales1984jane", "support2024", "x".repeat(64), "", "...", "24"],
];

for (const local of ROLES) {
  Deno.test(`isRoleAccount knows ${local}`, () => assert.equal(isRoleAccount(local), true));
}

for (const local of PEOPLE) {
  Deno.test(`isRoleAccount leaves "${local.slice(0, 24)}" a person`, () => {
    assert.equal(isRoleAccount(local), false);
  });
}
