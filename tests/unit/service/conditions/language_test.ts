/** The language of conditions: what it refuses, where and with which words, and what it evaluates to. */
import assert from "node:assert/strict";
import { MAX_CONDITION_CHARS, problemText } from "../../../../src/model/conditions/condition.ts";
import { compileCondition, isProblem } from "../../../../src/service/conditions/language/compile.ts";
import { type KnownOfSignup, subjectOf } from "../../../support/fixtures/condition_subject.ts";

/** The four rules of a fraud team, and whether they fire. */
const SIGNUP: KnownOfSignup = {
  values: {
    "phone.country": "TJ",
    "ip.country": "DE",
    "ip.asn": 16276,
    "ip.network": "datacenter",
    "email.domain_class": "private",
    "email.shape": "initial+surname+9999",
    "device.automation": false,
    "signup.score": 35,
    "custom.plan": "pro",
    "custom.seats": 2.5,
    "findings": new Set(["datacenter", "tor_exit"]),
    "linkage.ring.size": 7,
  },
  counts: { "signups asn 3600000": 21, "signups email_domain 604800000": 5 },
  reasons: { "phone.carrier": "no range table", "signups ip 3600000": "no address" },
};

const HOLDS: readonly (readonly [when: string, value: boolean])[] = [
  [`phone.country == "TJ" && ip.country != "TJ"`, true],
  [`signups("asn", "1h") > 20 && ip.network == "datacenter"`, true],
  [`email.domain_class == "private" && signups("email_domain", "7d") > 5`, false],
  [`email.shape == "initial+surname+9999"`, true],
  [`ip.asn in [1, 16276]`, true],
  [`ip.country in ["FR", "NL"]`, false],
  [`ip.country in []`, false],
  [`"DE" in [phone.country, ip.country]`, true],
  [`"tor_exit" in findings`, true],
  [`"disposable" in findings`, false],
  [`size(findings) == 2 && findings.size() == 2`, true],
  [`findings.exists(f, f.startsWith("tor"))`, true],
  [`findings.all(f, f.contains("e"))`, true],
  [`[1, 2, 3].all(n, n < 3)`, false],
  [`[].exists(n, n == 1)`, false],
  [`[].all(n, n == 1)`, true],
  [`size("é😀") == 2`, true],
  [`email.shape.endsWith("9999") && size(email.shape) > 9`, true],
  [`ip.asn / 2 == 8138 && ip.asn % 2 == 0 && 7 / 2 == 3 && -7 / 2 == -3`, true],
  [`custom.seats / 2 == 1.25 && custom.seats * 2 == 5`, true],
  [`custom.plan + "!" == "pro!"`, true],
  [`1 + 2 * 3 == 7 && -(1 + 2) == -3`, true],
  [`device.automation`, false],
  [`!device.automation`, true],
  [`signup.score >= 35 ? ip.country == "DE" : false`, true],
  [`known(phone.carrier)`, false],
  [`known(ip.country) && !known(phone.carrier == "Tcell")`, true],
  [`"a" < "b"`, true],
  [`ip.country == "DE" // of the address\n && linkage.ring.size > 3`, true],
];

Deno.test("a condition is true or false by what is known", () => {
  for (const [when, value] of HOLDS) {
    assert.deepEqual(judge(when, SIGNUP), { value, because: null }, when);
  }
});

const UNKNOWN: readonly (readonly [when: string, because: string])[] = [
  [`phone.carrier == "Tcell"`, "phone.carrier is unknown (no range table)"],
  [`phone.carrier != "Tcell"`, "phone.carrier is unknown (no range table)"],
  [`!(phone.carrier == "Tcell")`, "phone.carrier is unknown (no range table)"],
  [`ip.city == "Bonn" && ip.country == "DE"`, "ip.city is unknown"],
  [`ip.city == "Bonn" || ip.country == "FR"`, "ip.city is unknown"],
  [`ip.city in ["Bonn"]`, "ip.city is unknown"],
  [`ip.city in []`, "ip.city is unknown"],
  [`"Bonn" in [ip.city]`, `the list holds what is unknown or does not compare with "Bonn"`],
  [`signups("ip", "1h") > 1`, `signups("ip", "1h") is unknown (no address)`],
  [`signups("subnet", "1h") > 1`, `signups("subnet", "1h") is unknown`],
  [`size(ip.city) > 1`, "ip.city is unknown"],
  [`ip.city.startsWith("B")`, "ip.city is unknown"],
  [`components.ip.score > 1 ? true : true`, "components.ip.score is unknown"],
  [`findings.exists(f, ip.city == f)`, "ip.city is unknown"],
  [`custom.absent`, "custom.absent is unknown"],
  [`custom.plan > 3`, `"pro" is a text and 3 a number: they do not compare`],
  [`custom.plan in [1, 2]`, `"pro" is a text and 1 a number: they do not compare`],
  [`custom.plan`, `"pro" is a text, not a boolean`],
  [`custom.plan && true`, `"pro" is a text, not a boolean`],
  [`custom.seats.contains("x")`, "2.5 is a number, not a text"],
  [`ip.asn / 0 > 1`, "16276 / 0 is no number"],
];

Deno.test("a condition that rests on something unknown is neither, and says on what", () => {
  for (const [when, because] of UNKNOWN) {
    assert.deepEqual(judge(when, SIGNUP), { value: null, because }, when);
  }
});

Deno.test("truth has three values", () => {
  const values = ["true", "false", "u"];
  const text = (value: string) => value === "u" ? `custom.absent == 1` : value;
  const shown = (when: string) => judge(when, {}).value === null ? "u" : String(judge(when, {}).value);
  const table = (operator: string) =>
    values.map((a) => values.map((b) => shown(`(${text(a)}) ${operator} (${text(b)})`)));
  assert.deepEqual(table("&&"), [["true", "false", "u"], ["false", "false", "false"], ["u", "false", "u"]]);
  assert.deepEqual(table("||"), [["true", "true", "true"], ["true", "false", "u"], ["true", "u", "u"]]);
  assert.deepEqual(values.map((value) => shown(`!(${text(value)})`)), ["false", "true", "u"]);
  assert.deepEqual(values.map((value) => shown(`known(${text(value)})`)), ["true", "true", "false"]);
});

/** The place is where the marker ¦ is. */
const REFUSED: readonly (readonly [when: string, message: RegExp, nearest?: string])[] = [
  [`¦phone.contry == "TJ"`, /there is no phone\.contry/, "phone.country"],
  [`ip.country == "TJ" &&\n  ¦phone.contry == "TJ"`, /phone\.contry/, "phone.country"],
  [`"é😀" == ¦ip.contry`, /ip\.contry/, "ip.country"],
  [`¦country == "TJ"`, /there is no country/, "ip.country"],
  [`¦ip == "TJ"`, /ip has no value/, "ip.country"],
  [`¦nonsense_of_a_name > 3`, /there is no nonsense_of_a_name/],
  [`¦custom.Plan == "x"`, /field of your own/],
  [
    `label_counts.email.fraud > ¦label_counts.mail.fraud`,
    /label_counts\.mail\.fraud/,
    "label_counts.email.fraud",
  ],
  [`ip.asn == ¦"x"`, /ip\.asn is a number and "x" is a text/],
  [`¦"x" == ip.asn`, /do not compare/],
  [`ip.network == ¦"datacentre"`, /never is or has "datacentre"/, "datacenter"],
  [`ip.network in ["vpn", ¦"datacentre"]`, /"datacentre"/, "datacenter"],
  [`ip.network != ¦"datacentre"`, /"datacentre"/, "datacenter"],
  [`signup.verdict == ¦"blocked"`, /"blocked"/, "block"],
  [`¦"tor_exitt" in findings`, /"tor_exitt"/, "tor_exit"],
  [`findings.exists(f, f == ¦"tor_exitt")`, /"tor_exitt"/, "tor_exit"],
  [`signups(¦"asnn", "1h") > 2`, /"asnn" is no dimension: there are ip, subnet,/, "asn"],
  [`signups(¦ip.asn, "1h") > 2`, /text in quotes/],
  [`signups("asn", ¦"1w") > 2`, /from "10m" to "30d"/],
  [`signups("asn", ¦"9m") > 2`, /no window/],
  [`signups("asn", ¦"31d") > 2`, /no window/],
  [`¦signups("asn") > 2`, /written signups\(dimension, window\)/],
  [`¦sginups("asn", "1h") > 2`, /no function sginups/, "signups"],
  [`distinct("ip", ¦"emial", "1h") > 2`, /"emial"/, "email"],
  [`¦ip.asn`, /has to be true or false/],
  [`¦1 + 2`, /has to be true or false/],
  [`true && ¦ip.asn`, /each side of && has to be true or false/],
  [`!¦ip.country`, /has to be true or false/],
  [`ip.country < ¦1`, /do not compare/],
  [`¦device.automation < true`, /no order/],
  [`¦findings == "x"`, /is a list/],
  [`"x" in ¦ip.country`, /not a list/],
  [`ip.asn in [1, ¦"a"]`, /"a" is a text/],
  [`true ? 1 : ¦"x"`, /of one type/],
  [`ip.country.startsWith(¦1)`, /not a text/],
  [`ip.country.¦startWith("a")`, /no method startWith/, "startsWith"],
  [`ip.country.¦matches("(a+)+$")`, /use startsWith, endsWith or contains/],
  [`findings.¦map(f, f)`, /no method map/],
  [`¦has(ip.country)`, /known\(x\)/],
  [`ip.country == ¦null`, /known\(x\)/],
  [`custom¦["plan"] == "x"`, /custom\.plan/],
  [`¦{"a": 1} == 2`, /maps/],
  [`¦1u == 1`, /can be written/],
  [`¦99999999999999999999 > 1`, /too large/],
  [`ip.country ¦= "TJ"`, /= is not expected/, "=="],
  [`device.automation ¦and true`, /and is not expected/, "&&"],
  [`ip.country == ¦"TJ`, /has no end/],
  [`ip.country ==¦`, /ends too soon/],
  [`(ip.asn == 1¦`, /ends too soon/],
  [`ip.asn == 1¦)`, /\) is not expected/],
  [`¦`, /is empty/],
  [`ip.asn ¦@ 1`, /@ is not expected/],
  [`¦${Array.from({ length: 150 }, (_, i) => `ip.asn==${i}`).join("||")}`, /costs 450 steps, at most 400/],
  [
    `¦${Array.from({ length: 11 }, () => `distinct("ip", "email", "1h") > 1`).join(" && ")}`,
    /costs 407 steps, at most 400/,
  ],
  [`¦findings.exists(a, findings.exists(b, a == b))`, /steps, at most 400/],
  [
    `${
      Array.from({ length: 10 }, (_, i) => `signups("ip", "${i + 1}h") > 1`).join(" || ")
    } || ¦signups("ip", "11h") > 1`,
    /at most 10 different counts/,
  ],
];

Deno.test("what is no condition is refused with its place and the nearest name", () => {
  for (const [marked, message, nearest = null] of REFUSED) {
    const at = marked.indexOf("¦");
    const before = marked.slice(0, at).split("\n");
    const compiled = compileCondition(marked.replace("¦", ""));
    assert.ok(isProblem(compiled), `${marked} was not refused`);
    assert.match(compiled.message, message, marked);
    const place = { line: before.length, column: [...before.at(-1)!].length + 1, nearest };
    assert.deepEqual({ ...compiled, message: "" }, { message: "", ...place }, marked);
    assert.match(problemText(compiled), new RegExp(`\\(line ${place.line}, column ${place.column}\\)$`));
  }
});

Deno.test("what is too long or too deep is refused at once", () => {
  const hostile = [
    "a".repeat(4_000),
    `ip.asn == 1 ${"|| ip.asn == 1 ".repeat(266)}`,
    "(".repeat(MAX_CONDITION_CHARS),
    `${"(".repeat(990)}true${")".repeat(990)}`,
    `${"!".repeat(1_990)}true`,
    `${"-".repeat(1_990)}1 > 0`,
    `${"[".repeat(990)}1${"]".repeat(990)}`,
    `${"true ? ".repeat(280)}true`,
    `${"f(".repeat(900)}`,
    `a${".b".repeat(900)}`,
    `${"1 + ".repeat(480)}1 > 0`,
    `"${"\\".repeat(1_990)}`,
    "a".repeat(1_990),
  ];
  for (const when of hostile) {
    const began = performance.now();
    const compiled = compileCondition(when);
    const took = performance.now() - began;
    assert.ok(isProblem(compiled), when.slice(0, 40));
    assert.ok(compiled.message.length <= 300, compiled.message);
    assert.ok(took < 250, `${when.slice(0, 40)} took ${took} ms`);
  }
  const edge = `ip.country == "${"a".repeat(MAX_CONDITION_CHARS - 16)}"`;
  assert.equal(edge.length, MAX_CONDITION_CHARS);
  assert.ok(!isProblem(compileCondition(edge)));
  assert.ok(isProblem(compileCondition(`${edge} `)));
});

Deno.test("a condition says what it reads", () => {
  const compiled = compileCondition(
    `signups("asn", "60m") > 2 && signups("asn", "1h") > 1 && ip.asn == 1 && custom.plan != "x" && ip.asn != 3`,
  );
  assert.ok(!isProblem(compiled));
  assert.deepEqual(compiled.variables, ["ip.asn", "custom.plan"]);
  assert.deepEqual(compiled.counts, [{ of: "signups", dimension: "asn", windowMs: 3_600_000 }]);
});

function judge(when: string, signup: KnownOfSignup) {
  const compiled = compileCondition(when);
  assert.ok(!isProblem(compiled), `${when}: ${isProblem(compiled) ? problemText(compiled) : ""}`);
  return compiled.evaluate(subjectOf(signup));
}
