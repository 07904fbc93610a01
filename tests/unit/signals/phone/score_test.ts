import assert from "node:assert/strict";
import { DEFAULT_STRICTNESS, verdictOf } from "../../../../src/model/verdict.ts";
import type { History } from "../../../../src/model/component.ts";
import { parsePhone } from "../../../../src/signals/phone/parse.ts";
import { type LineType, type PhoneFields, scorePhone } from "../../../../src/signals/phone/score.ts";

const CLEAN: History = {
  abuseReports: 0,
  recentAbuse: false,
  recentAbuseCounts: false,
  abuseRisk: 0,
  firstSeen: "2026-01-01T00:00:00Z",
  timesSeen: 1,
};

function score(text: string, country: string | null = null, history: Partial<History> = {}) {
  return scorePhone({ input: parsePhone(text, country), history: { ...CLEAN, ...history } });
}

interface Row {
  readonly name: string;
  readonly text: string;
  readonly country?: string;
  readonly score: number;
  /** The finding that gives the points; null when none fires. */
  readonly finding: string | null;
  readonly line?: LineType | null;
  readonly in?: string | null;
  readonly signals?: Partial<PhoneFields["signals"]>;
}

const FICTION = { is_fictional: true } as const;

const ROWS: readonly Row[] = [
  { name: "mobile", text: "+33612345678", score: 2, finding: "mobile", line: "mobile", in: "FR" },
  {
    name: "fixed line",
    text: "+442079450958",
    score: 5,
    finding: "fixed_line",
    line: "fixed_line",
    in: "GB",
  },
  {
    name: "the plan does not tell fixed from mobile",
    text: "+12024561111",
    score: 2,
    finding: "fixed_line_or_mobile",
    line: "fixed_line_or_mobile",
    signals: { is_voip: null, assigned_area_code: true, syntax_valid: true, is_possible: true },
  },
  {
    name: "toll-free",
    text: "+18004561111",
    score: 50,
    finding: "toll_free",
    signals: { is_toll_free: true, is_premium_rate: false, is_voip: null },
  },
  {
    name: "+800",
    text: "+80012345678",
    score: 50,
    finding: "toll_free",
    in: null,
    signals: { is_toll_free: true },
  },
  {
    name: "+979",
    text: "+979123456789",
    score: 55,
    finding: "premium_rate",
    signals: { is_premium_rate: true },
  },
  { name: "+808", text: "+80812345678", score: 30, finding: "shared_cost", line: "shared_cost" },
  {
    name: "premium",
    text: "+19002345678",
    score: 55,
    finding: "premium_rate",
    signals: { is_premium_rate: true },
  },
  {
    name: "VoIP in GB",
    text: "+445601234567",
    score: 35,
    finding: "voip",
    line: "voip",
    signals: { is_voip: true },
  },
  { name: "VoIP in FR", text: "+33912345678", score: 35, finding: "voip", signals: { is_voip: true } },
  { name: "VoIP in NL (85)", text: "+31851234567", score: 35, finding: "voip", signals: { is_voip: true } },
  { name: "VoIP in NL (91)", text: "+31910123456", score: 35, finding: "voip", signals: { is_voip: true } },
  {
    name: "088 in NL is no VoIP",
    text: "+31881234567",
    score: 30,
    finding: "uan",
    signals: { is_voip: false },
  },
  { name: "VoIP in IT", text: "+395512345678", score: 35, finding: "voip", signals: { is_voip: true } },
  {
    name: "VoIP in CA",
    text: "+16002345678",
    score: 35,
    finding: "voip",
    in: "CA",
    signals: { is_voip: true },
  },
  { name: "personal number", text: "+447012345678", score: 30, finding: "personal_number" },
  { name: "pager", text: "+447640123456", score: 30, finding: "pager", line: "pager" },
  {
    name: "not VoIP where VoIP shows",
    text: "+447911123456",
    score: 2,
    finding: "mobile",
    signals: { is_voip: false },
  },
  {
    name: "DE hides VoIP",
    text: "+493012345678",
    score: 5,
    finding: "fixed_line",
    signals: { is_voip: null },
  },
  {
    name: "fictional and valid",
    text: "+442079460123",
    score: 85,
    finding: "fictional",
    signals: { ...FICTION, syntax_valid: true, assigned_area_code: true, is_voip: false },
  },
  { name: "fictional US", text: "+12125550123", score: 85, finding: "fictional", in: "US", signals: FICTION },
  { name: "fictional toll-free", text: "+18005550199", score: 85, finding: "fictional", signals: FICTION },
  {
    name: "ordinary toll-free 555",
    text: "+18885550123",
    score: 50,
    finding: "toll_free",
    signals: { is_fictional: false },
  },
  {
    name: "fictional and unassigned, country from the table",
    text: "+447700900123",
    score: 85,
    finding: "fictional",
    in: "GB",
    line: null,
    signals: { ...FICTION, syntax_valid: false, is_possible: true, is_voip: null, is_toll_free: null },
  },
  {
    name: "fictional geographic GB",
    text: "+441632960123",
    score: 85,
    finding: "fictional",
    in: "GB",
    signals: FICTION,
  },
  {
    name: "fictional FR, unassigned",
    text: "+33639981234",
    score: 85,
    finding: "fictional",
    in: "FR",
    signals: FICTION,
  },
  { name: "fictional FR, valid", text: "+33199001234", score: 85, finding: "fictional", signals: FICTION },
  {
    name: "fictional IE",
    text: "+353209112345",
    score: 85,
    finding: "fictional",
    in: "IE",
    signals: FICTION,
  },
  { name: "fictional AU", text: "+61491570156", score: 85, finding: "fictional", in: "AU", signals: FICTION },
  { name: "fictional SE", text: "+46701740605", score: 85, finding: "fictional", in: "SE", signals: FICTION },
  {
    name: "fictional DE",
    text: "+493023125123",
    score: 85,
    finding: "fictional",
    in: "DE",
    signals: FICTION,
  },
  {
    name: "unassigned area code",
    text: "+12002345678",
    score: 70,
    finding: "unassigned_area_code",
    in: null,
    line: null,
    signals: { assigned_area_code: false, syntax_valid: false, is_possible: true, is_fictional: false },
  },
  {
    name: "assigned area code, unassigned number",
    text: "+12120345678",
    score: 65,
    finding: "unassigned_number",
    signals: { assigned_area_code: true, syntax_valid: false, is_possible: true },
  },
  {
    name: "an assigned area code of a small country",
    text: "+12421115678",
    score: 65,
    finding: "unassigned_number",
    in: "BS",
    signals: { assigned_area_code: true, syntax_valid: false },
  },
  {
    name: "unassigned range outside +1",
    text: "+819999999999",
    score: 65,
    finding: "unassigned_number",
    in: "JP",
    signals: { assigned_area_code: false, syntax_valid: false },
  },
  {
    name: "unassigned in a shared plan",
    text: "+445000000000",
    score: 65,
    finding: "unassigned_number",
    in: null,
    signals: { assigned_area_code: null, syntax_valid: false },
  },
  {
    name: "too short, counted once",
    text: "+1200555",
    score: 85,
    finding: "impossible",
    signals: { is_possible: false, syntax_valid: false, is_fictional: false },
  },
  {
    name: "not a number",
    text: "hello",
    score: 85,
    finding: "impossible",
    line: null,
    signals: {
      syntax_valid: false,
      is_possible: false,
      is_voip: null,
      is_fictional: null,
      assigned_area_code: null,
    },
  },
  {
    name: "unknown calling code",
    text: "+999123456",
    score: 85,
    finding: "impossible",
    signals: { is_possible: false },
  },
];

for (const row of ROWS) {
  Deno.test(`scorePhone: ${row.name}`, () => {
    const { breakdown, fields, unknown } = score(row.text, row.country);
    assert.equal(breakdown.score, row.score);
    const counted = breakdown.findings.filter((finding) => finding.points > 0).map((finding) => finding.name);
    assert.deepEqual(counted, row.finding === null ? [] : [row.finding]);
    if (row.line !== undefined) assert.equal(fields.number.line_type, row.line);
    if (row.in !== undefined) assert.equal(fields.number.country, row.in);
    for (const [name, value] of Object.entries(row.signals ?? {})) {
      assert.equal(fields.signals[name as keyof PhoneFields["signals"]], value, name);
    }
    assert.deepEqual(Object.keys(unknown).sort(), nullPaths(fields).sort(), "each null has its reason");
  });
}

function nullPaths(body: object, prefix = ""): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (value === null) return [prefix + name];
    return typeof value === "object" ? nullPaths(value, `${prefix}${name}.`) : [];
  });
}

for (
  const [name, text, country, status] of [
    ["no country", "2025550123", null, "country_required"],
    ["an unknown country", "2025550123", "ZZ", "invalid_country"],
  ] as const
) {
  Deno.test(`scorePhone: ${name} leaves every signal null and the score 0, whatever was reported`, () => {
    const { breakdown, fields, unknown } = score(text, country, {
      abuseReports: 9,
      abuseRisk: 1,
      recentAbuse: true,
      recentAbuseCounts: true,
    });
    assert.equal(breakdown.score, 0);
    assert.deepEqual(breakdown.findings, []);
    assert.equal(verdictOf(breakdown.score, DEFAULT_STRICTNESS), "allow");
    assert.equal(fields.parse_status, status);
    assert.equal(fields.phone, null);
    assert.equal(fields.abuse_reports, 0);
    assert.ok(Object.values(fields.signals).every((value) => value === null));
    assert.ok(Object.values(fields.number).every((value) => value === null));
    assert.ok(Object.values(unknown).every((reason) => reason.startsWith("not_given")));
  });
}

Deno.test("scorePhone: the body has every field of the specification and no other", () => {
  const { fields } = score("+44 20 7945 0958 ext. 9");
  assert.deepEqual(fields, {
    parse_status: "ok",
    phone: "+442079450958",
    abuse_reports: 0,
    signals: {
      syntax_valid: true,
      is_possible: true,
      is_voip: false,
      is_premium_rate: false,
      is_toll_free: false,
      assigned_area_code: true,
      is_fictional: false,
    },
    number: {
      e164: "+442079450958",
      national: "020 7945 0958",
      international: "+44 20 7945 0958",
      country: "GB",
      line_type: "fixed_line",
    },
  });
});

Deno.test("scorePhone: reports weigh by the caller's share, and recent ones a little more", () => {
  const mobile = "+33612345678";
  assert.equal(
    score(mobile, null, { abuseReports: 3, abuseRisk: 0 }).breakdown.score,
    2,
    "no reporter, no points",
  );
  assert.equal(
    score(mobile, null, { abuseReports: 3, abuseRisk: 0, recentAbuse: true, recentAbuseCounts: true })
      .breakdown
      .score,
    2,
  );
  const old = score(mobile, null, { abuseReports: 1, abuseRisk: 0.25 });
  assert.equal(old.breakdown.score, 27);
  assert.equal(old.fields.abuse_reports, 1);
  assert.match(old.breakdown.findings[0]!.text, /once/);
  const recent = score(mobile, null, {
    abuseReports: 2,
    abuseRisk: 0.25,
    recentAbuse: true,
    recentAbuseCounts: true,
  });
  assert.equal(recent.breakdown.score, 34);
  assert.match(recent.breakdown.findings[0]!.text, /2 times/);
  assert.equal(score(mobile, null, { abuseReports: 1, abuseRisk: 1 }).breakdown.score, 100);
});
