import assert from "node:assert/strict";
import { orNull } from "../../../../src/model/evidence.ts";
import { FEATURES, localPartFeatures } from "../../../../src/signals/email/local_part_features.ts";
import {
  decodeTrigrams,
  encodeTrigrams,
  isMachineGenerated,
  latinLocalPart,
  LOG_STEP,
  machineProbability,
  probabilityOf,
} from "../../../../src/signals/email/machine_generated.ts";

const MACHINES = [
  ...[
    "q7xk29zzp1wd",
    "x9f3k2m8z1",
    "zxkqvbnrtw",
    "hjkqwtrpzx",
    "a3f9c2e17b40d8",
    "550e8400e29b41d4a716446655440000",
  ],
  ...["kj4-x8p2-m9qz", "anna.keller.7x9kq2", "839201746523", "wqkdzx.pfvbh"],
  ...["llwqdzx8k3", "tupcmspsgtz", "mtz8x2kq9", "rhwgxkllw", "xmtzkcq", "gwrwltjtnm"],
  ...["839201746523", "12125550173", "0839201746523"],
  ...["vutegoma48213", "tisuvanoke20846", "kefolizan83920", "wumabexi61"],
];

const PEOPLE = [
  ...["jane.doe", "janedoe", "j.doe1984", "maria.garcia", "oluwaseun.adebayo", "szczepaniak", "nguyenvanan"],
  ...[
    "krzysztof.wisniewski",
    "dmitry.shcherbakov",
    "xiaoming.zhang",
    "coolguy007",
    "sunnydreamer",
    "jörg.müller",
  ],
  ...["tanaka1984", "nakamura4821", "takahashi12345", "adebayo2301", "oyelaran4512", "wanjiku2019"],
  ...["kahananui90", "hinemoa88", "rakotomalala", "konomiya311", "siti.nurhaliza92", "petronela1956"],
  ...[
    "hywel.wyn.rhys.jones",
    "rhys.llwyd",
    "ffion.llwyd",
    "gwynfryn.llwyd",
    "rhysllwyd",
    "ggruffydd",
    "gruffyddt",
  ],
  ...[
    "tomos.rhys.jones",
    "angharad_llwyd72",
    "dafyddprydderch1984",
    "ieuangruffydd",
    "dwynwen.crwys.jones",
    "tywynr",
  ],
  ...[
    "rmtzgzz",
    "jlhdezg",
    "hdzglz",
    "juanmtzgzz",
    "jlvzqzg",
    "luisfhdez85",
    "jr_mtz_rdz",
    "lucy.hdzg",
    "fdezrguez",
  ],
  ...["mkrtchyan", "jvandenberg", "tom.obrien77", "pizzalover", "harry.potter.fan", "françois.lefèvre"],
];

const UNKNOWN: readonly { name: string; given: string; host?: string }[] = [
  { name: "five signs", given: "q7xk2" },
  { name: "separators do not count", given: "q.7.x.k.2" },
  { name: "nothing", given: "" },
  { name: "Chinese", given: "伊昭傑伊昭傑" },
  { name: "Cyrillic", given: "александр" },
  { name: "an account number at QQ", given: "839201746523", host: "qq.com" },
  { name: "a telephone number at 163", given: "13812345678", host: "163.com" },
  { name: "a Russian mobile number", given: "79161234567", host: "mail.ru" },
  { name: "a Ukrainian one", given: "380671234567", host: "ukr.net" },
  { name: "a Bangladeshi one", given: "8801712345678" },
  { name: "a Russian one as it is dialled there", given: "89161234567", host: "mail.ru" },
  { name: "a Philippine one as it is dialled there", given: "09171234567", host: "yahoo.com.ph" },
  { name: "a British one as it is dialled there", given: "07912345678", host: "btinternet.co.uk" },
  { name: "a mobile number in groups", given: "380.67.123.45.67" },
];

for (const handle of MACHINES) {
  Deno.test(`isMachineGenerated: ${handle}`, () =>
    assert.equal(orNull(isMachineGenerated(handle, "gmail.com")), true));
}

for (const handle of PEOPLE) {
  Deno.test(`isMachineGenerated is false for ${handle}`, () => {
    assert.equal(orNull(isMachineGenerated(handle, "gmail.com")), false);
  });
}

for (const { name, given, host } of UNKNOWN) {
  Deno.test(`isMachineGenerated is unknown: ${name}`, () => {
    assert.equal(orNull(isMachineGenerated(given, host ?? "gmail.com")), null);
  });
}

const GIVEN_NUMBERS: readonly { local: string; phone: string; flagged: true | null }[] = [
  { local: "0712345678", phone: "+254712345678", flagged: null },
  { local: "09171234567", phone: "0917 123 4567", flagged: null },
  { local: "09171234567", phone: "+63 (917) 123-4567", flagged: null },
  { local: "639171234567", phone: "09171234567", flagged: null },
  { local: "2125550173", phone: "+1 212-555-0173", flagged: null },
  { local: "09171234567", phone: "+639171234568", flagged: true },
  { local: "09171234567", phone: "4567", flagged: true },
  { local: "09171234567", phone: "", flagged: true },
  { local: "zxkqv09171234567", phone: "+639171234567", flagged: true },
];

for (const { local, phone, flagged } of GIVEN_NUMBERS) {
  Deno.test(`isMachineGenerated is ${flagged} for ${local} with the number "${phone}"`, () => {
    assert.equal(orNull(isMachineGenerated(local, "gmail.com", phone)), flagged);
  });
}

Deno.test("isMachineGenerated judges a name with letters at QQ", () => {
  assert.equal(isMachineGenerated("q7xk29zzp1wd", "qq.com").known, true);
});

Deno.test("machineProbability is between 0 and 1 and ranks a random local part above a name", () => {
  const random = orNull(machineProbability("q7xk29zzp1wd", "gmail.com"))!;
  const name = orNull(machineProbability("jane.doe", "gmail.com"))!;
  assert.ok(random > name && random <= 1 && name >= 0);
});

Deno.test("latinLocalPart takes accents off Latin letters and refuses other scripts", () => {
  assert.equal(latinLocalPart("Jörg.Müßig"), "jorg.mussig");
  assert.equal(latinLocalPart("łukasz+æ"), "lukasz-ae");
  assert.equal(latinLocalPart("иван"), null);
});

Deno.test("localPartFeatures returns one number per name, also for an empty local part", () => {
  const trigrams = decodeTrigrams(encodeTrigrams(Array.from({ length: 27 ** 3 }, () => -3)));
  for (const handle of ["", "a", "1", ".", "jane.doe1984", "9".repeat(64)]) {
    const features = localPartFeatures(handle, trigrams);
    assert.equal(features.length, FEATURES.length);
    assert.ok(features.every(Number.isFinite), handle);
  }
});

Deno.test("encodeTrigrams and decodeTrigrams agree to half a step", () => {
  const logs = [0, -0.1, -4.5, -9, -20];
  const back = decodeTrigrams(encodeTrigrams(logs));
  for (const [i, log] of logs.entries()) {
    assert.ok(Math.abs(back[i]! - Math.max(-9, log)) <= LOG_STEP / 2 + 1e-6);
  }
});

Deno.test("probabilityOf is the logistic of the hidden layer's sum", () => {
  const model = { mean: [1], deviation: [2], hidden: [[1, 0]], output: [2, 0.5], threshold: 0.5 };
  assert.equal(probabilityOf(model, [3]), 1 / (1 + Math.exp(-(2 * Math.tanh(1) + 0.5))));
});

const NUMBERS: readonly { digits: string; chosen: 0 | 1; arbitrary: number }[] = [
  { digits: "7", chosen: 1, arbitrary: 0 },
  { digits: "42", chosen: 1, arbitrary: 0 },
  { digits: "853", chosen: 0, arbitrary: 0 },
  { digits: "1987", chosen: 1, arbitrary: 0 },
  { digits: "2803", chosen: 1, arbitrary: 0 },
  { digits: "0328", chosen: 1, arbitrary: 0 },
  { digits: "4827", chosen: 0, arbitrary: 4 },
  { digits: "12345", chosen: 1, arbitrary: 0 },
  { digits: "777", chosen: 1, arbitrary: 0 },
  { digits: "007", chosen: 1, arbitrary: 0 },
  { digits: "48213", chosen: 0, arbitrary: 5 },
  { digits: "280387", chosen: 1, arbitrary: 0 },
  { digits: "870328", chosen: 1, arbitrary: 0 },
  { digits: "984213", chosen: 0, arbitrary: 6 },
  { digits: "28031987", chosen: 1, arbitrary: 0 },
  { digits: "19870328", chosen: 1, arbitrary: 0 },
  { digits: "9841357206", chosen: 0, arbitrary: 8 },
];

for (const { digits, chosen, arbitrary } of NUMBERS) {
  Deno.test(`localPartFeatures: is ${digits} a number that people choose`, () => {
    const features = localPartFeatures(`anna${digits}`, decodeTrigrams(""));
    assert.equal(features[FEATURES.indexOf("chosen_number")], chosen);
    assert.equal(features[FEATURES.indexOf("arbitrary_digits")], arbitrary);
  });
}

for (
  const [text, letters] of [["", 0], ["tanaka", 6], ["strand", 3], ["anna.tanaka", 6], ["48213", 0]] as const
) {
  Deno.test(`localPartFeatures: vowels and consonants alternate in ${letters} letters of "${text}"`, () => {
    const features = localPartFeatures(text, decodeTrigrams(""));
    assert.equal(features[FEATURES.indexOf("alternating")], letters);
  });
}
