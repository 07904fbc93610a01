import assert from "node:assert/strict";
import { dateFormat, guessedFormats } from "../../../../src/service/backtest/date_format.ts";
import { labelReader, NO_WORDS, parseLabelWords } from "../../../../src/service/backtest/label_words.ts";

const at = (...parts: [number, number, number, number?, number?, number?]) => Date.UTC(...parts);

const READ: readonly [format: string, text: string, at: number | null][] = [
  ["DD.MM.YYYY HH:mm", "22.02.2026 03:01", at(2026, 1, 22, 3, 1)],
  ["D.M.YYYY HH:mm:ss", "2.2.2026 03:01:09", at(2026, 1, 2, 3, 1, 9)],
  ["DD/MM/YYYY", "03/04/2026", at(2026, 3, 3)],
  ["MM/DD/YYYY", "03/04/2026", at(2026, 2, 4)],
  ["M/D/YYYY h:mm A", "3/4/2026 12:05 AM", at(2026, 2, 4, 0, 5)],
  ["M/D/YYYY h:mm A", "3/4/2026 12:05 pm", at(2026, 2, 4, 12, 5)],
  ["D MMM YYYY", "4 March 2026", at(2026, 2, 4)],
  ["DD.MM.YY", "04.03.26", at(2026, 2, 4)],
  ["YYYY-MM-DD HH:mm Z", "2026-03-04 05:06 +02:00", at(2026, 2, 4, 3, 6)],
  ["DD.MM.YYYY", "31.02.2026", null],
  ["DD.MM.YYYY", "22.02.2026 03:01", null],
  ["DD.MM.YYYY HH:mm", "22.02.2026 24:01", null],
  ["M/D/YYYY h:mm A", "3/4/2026 13:05 pm", null],
  ["(YYYY)[MM]DD.*", "(2026)[03]04.*", at(2026, 2, 4)],
];

Deno.test("times are read by the pattern that is given", () => {
  for (const [format, text, expected] of READ) {
    assert.equal(dateFormat(format)(text), expected, `${format} ${text}`);
  }
});

Deno.test("a pattern without a whole date, or with a part twice, is refused", () => {
  for (
    const [format, says] of [["HH:mm", /year/], ["YYYY", /month/], ["YYYY-MM", /day/], [
      "DD.DD.MM.YYYY",
      /twice/,
    ]] as const
  ) {
    assert.throws(() => dateFormat(format), says, format);
  }
  assert.throws(() => dateFormat(`YYYYMMDD${"-".repeat(60)}`), /longer/);
});

Deno.test("patterns are suggested for what people write", () => {
  assert.deepEqual(guessedFormats("22.02.2026 03:01"), ["DD.MM.YYYY HH:mm"]);
  assert.deepEqual(guessedFormats("3/4/2026 03:01"), ["D/M/YYYY HH:mm", "M/D/YYYY HH:mm"]);
  assert.deepEqual(guessedFormats("13/04/2026 03:01"), ["DD/MM/YYYY HH:mm"]);
  assert.deepEqual(guessedFormats("yesterday"), []);
});

Deno.test("words of labels are read in addition to the usual ones, and win over them", () => {
  const words = parseLabelWords("fraud=Ja, fraud=chargeback ,legit=nein,legit=bad")!;
  assert.deepEqual(words, { fraud: ["Ja", "chargeback"], legit: ["nein", "bad"] });
  const read = labelReader(words);
  assert.deepEqual(["ja", "NEIN", "bad", "fraud", "vielleicht"].map(read), [
    "fraud",
    "legit",
    "legit",
    "fraud",
    undefined,
  ]);
  assert.equal(labelReader(NO_WORDS)("ja"), undefined);
  for (const wrong of ["ja", "fraud=", "maybe=x", "fraud", "fraud=ja,legit=Ja"]) {
    assert.equal(parseLabelWords(wrong), null, wrong);
  }
});
