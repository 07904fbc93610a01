import assert from "node:assert/strict";
import {
  bundledFolds,
  fold,
  parseFolds,
  withConfusables,
} from "../../../../src/signals/domain/confusable.ts";

Deno.test("the bundled fold table holds single code points, each once, with ASCII targets", () => {
  const { close, loose } = bundledFolds();
  assert.ok(close.size + loose.size > 500);
  for (const [source, target] of [...close, ...loose]) {
    assert.equal([...source].length, 1, source);
    assert.ok(source > "\x7f", source);
    assert.match(target, /^[a-z0-9-]{1,2}$/);
  }
  assert.deepEqual([...close.keys()].filter((source) => loose.has(source)), []);
});

Deno.test("fold maps every letter back to where it came from", () => {
  const folded = fold("bæк", parseFolds("ae æ |\nk | к"));
  assert.equal(folded.text, "baek");
  assert.deepEqual(folded.origin, [0, 1, 1, 2]);
  assert.equal(folded.allClose, false);
  assert.equal(fold("bæ", parseFolds("ae æ |")).allClose, true);
  assert.equal(fold("é", parseFolds("")).text, "e");
  assert.equal(fold("中", parseFolds("")).text, "中");
});

Deno.test("a refreshed confusables.txt adds folds and replaces none", () => {
  const text = [
    "\uFEFF# confusables.txt",
    "13A0 ;\t0044 ;\tMA\t# ( Ꭰ → D )",
    "0D1F ;\t0073 ;\tMA\t# ( ട → s )",
    "118B5 ;\t0077 ;\tMA\t# capital of another script",
    "A4EE ;\t0078 ;\tMA\t# wrong on purpose: the bundled table says a",
    "1D7D0 ;\t0032 ;\tMA\t# folds by UTS #46 already",
    "0073 ;\t0078 ;\tMA\t# ASCII is never folded",
    "00E9 ;\t0078 ;\tMA\t# an accented letter folds to its own base",
    "4E00 ;\t30FC ;\tMA\t# not to ASCII",
    "110000 ;\t0061 ;\tMA\t# no code point",
    "zz ;\t0061 ;\tMA",
    "",
  ].join("\r\n");
  const base = bundledFolds();
  const more = withConfusables(base, text);
  assert.equal(more.loose.get("\u{118D5}") ?? more.loose.get("\u{118B5}"), "w");
  assert.equal(more.loose.has("ꓮ"), false);
  assert.equal(more.close.get("ꓮ"), "a");
  assert.equal(more.loose.has("s"), false);
  assert.equal(more.loose.has("é"), false);
  assert.equal(more.loose.has("一"), base.loose.has("一"));
  assert.equal(base.loose.has("\u{118D5}"), false, "the base table is not changed");
  for (const [source, target] of base.loose) assert.equal(more.loose.get(source), target);
});
