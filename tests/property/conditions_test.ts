/** Conditions against a plain reference, and against texts that nobody would write. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { VARIABLES } from "../../src/model/conditions/variables.ts";
import { compileCondition, isProblem } from "../../src/service/conditions/language/compile.ts";
import { subjectOf } from "../support/fixtures/condition_subject.ts";

type Scalar = string | number | boolean;
/** An expression as text and what it is of a sign-up; null: unknown. */
interface Written<Value> {
  readonly text: string;
  readonly value: (known: Readonly<Record<string, Scalar>>) => Value | null;
}

const NUMBERS = ["ip.asn", "signup.score", "email.domain_age_days"];
const TEXTS = ["ip.country", "phone.carrier", "email.shape"];

const texts: fc.Arbitrary<Written<string>> = fc.oneof(
  fc.constantFrom(...TEXTS).map((name): Written<string> => ({
    text: name,
    value: (known) => (known[name] as string) ?? null,
  })),
  fc.constantFrom("", "a", "ab", `q"\\`, "é😀").map((word) => ({
    text: JSON.stringify(word),
    value: () => word,
  })),
);

const { numbers } = fc.letrec<{ numbers: Written<number> }>((tie) => ({
  numbers: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...NUMBERS).map((name): Written<number> => ({
      text: name,
      value: (known) => (known[name] as number) ?? null,
    })),
    fc.integer({ min: -3, max: 9 }).map((number) => ({ text: `${number}`, value: () => number })),
    texts.map(({ text, value }): Written<number> => ({
      text: `size(${text})`,
      value: (known) => {
        const word = value(known);
        return word === null ? null : [...word].length;
      },
    })),
    fc.tuple(tie("numbers"), fc.constantFrom("+", "-", "*", "/", "%"), tie("numbers")).map((
      [a, operator, b],
    ): Written<number> => ({
      text: `(${a.text} ${operator} ${b.text})`,
      value: (known) => {
        const [x, y] = [a.value(known), b.value(known)];
        if (x === null || y === null) return null;
        if (operator === "+") return x + y;
        if (operator === "-") return x - y;
        if (operator === "*") return x * y;
        if (y === 0) return null;
        return operator === "/" ? Math.trunc(x / y) : x % y;
      },
    })),
  ),
}));

const compared = fc.oneof(
  fc.tuple(numbers, fc.constantFrom("==", "!=", "<", "<=", ">", ">="), numbers),
  fc.tuple(texts, fc.constantFrom("==", "!=", "<", "<=", ">", ">="), texts),
).map(([a, operator, b]): Written<boolean> => ({
  text: `${a.text} ${operator} ${b.text}`,
  value: (known) => {
    const [x, y] = [a.value(known), b.value(known)];
    if (x === null || y === null) return null;
    if (operator === "==") return x === y;
    if (operator === "!=") return x !== y;
    if (operator === "<") return x < y;
    if (operator === "<=") return x <= y;
    return operator === ">" ? x > y : x >= y;
  },
}));

const listed = fc.tuple(texts, fc.array(texts, { maxLength: 3 })).map(([word, list]): Written<boolean> => ({
  text: `${word.text} in [${list.map(({ text }) => text).join(", ")}]`,
  value: (known) => {
    const wanted = word.value(known);
    if (wanted === null) return null;
    const entries = list.map(({ value }) => value(known));
    return entries.includes(wanted) ? true : entries.includes(null) ? null : false;
  },
}));

const { booleans } = fc.letrec<{ booleans: Written<boolean> }>((tie) => ({
  booleans: fc.oneof(
    { maxDepth: 4 },
    compared,
    listed,
    fc.boolean().map((value): Written<boolean> => ({ text: `${value}`, value: () => value })),
    tie("booleans").map((of): Written<boolean> => ({
      text: `!(${of.text})`,
      value: (known) => {
        const value = of.value(known);
        return value === null ? null : !value;
      },
    })),
    tie("booleans").map((of): Written<boolean> => ({
      text: `known(${of.text})`,
      value: (known) => of.value(known) !== null,
    })),
    fc.tuple(fc.array(tie("booleans"), { minLength: 2, maxLength: 3 }), fc.constantFrom("&&", "||")).map(
      ([terms, operator]): Written<boolean> => ({
        text: terms.map(({ text }) => `(${text})`).join(` ${operator} `),
        value: (known) => {
          const values = terms.map(({ value }) => value(known));
          if (values.includes(operator === "||")) return operator === "||";
          return values.includes(null) ? null : operator === "&&";
        },
      }),
    ),
    fc.tuple(tie("booleans"), tie("booleans"), tie("booleans")).map(([test, yes, no]): Written<boolean> => ({
      text: `((${test.text}) ? (${yes.text}) : (${no.text}))`,
      value: (known) => {
        const value = test.value(known);
        return value === null ? null : (value ? yes : no).value(known);
      },
    })),
  ),
}));

const signups = fc.record(
  Object.fromEntries<fc.Arbitrary<Scalar>>([
    ...NUMBERS.map((name) => [name, fc.integer({ min: 0, max: 5 })] as const),
    ...TEXTS.map((name) => [name, fc.constantFrom("", "a", "ab")] as const),
  ]),
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, Scalar>>;

Deno.test("evaluation agrees with a plain reference, unknowns too", () => {
  let [compared, unknown] = [0, 0];
  fc.assert(
    fc.property(booleans, signups, (expression, known) => {
      const compiled = compileCondition(expression.text);
      if (isProblem(compiled)) {
        assert.match(compiled.message, /at most|nested deeper/, expression.text);
        return;
      }
      const { value, because } = compiled.evaluate(subjectOf({ values: known }));
      assert.equal(value, expression.value(known), expression.text);
      assert.equal(because === null, value !== null);
      compared++;
      if (value === null) unknown++;
    }),
    { numRuns: 2_000 },
  );
  assert.ok(compared > 1_000 && unknown > 100, `${compared} compared, ${unknown} unknown`);
});

const TOKENS = [
  ...`( ) [ ] { } , . ? : ! - + * / % == != < <= > >= && || in = " ' \\ // 1 2.5 0x1f 1u true null \n`.split(
    " ",
  ),
  ..."known size has matches exists all map signups distinct startsWith findings custom custom.a r' b'".split(
    " ",
  ),
  `"asn"`,
  `"1h"`,
  ...Object.keys(VARIABLES),
];

Deno.test("any text is compiled or refused, soon, and what is compiled never throws", () => {
  const soup = fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }).map((tokens) => tokens.join(" "));
  const anything = fc.oneof(
    soup,
    fc.string({ unit: "binary", maxLength: 100 }),
    fc.string({ maxLength: 4_000 }),
  );
  const hostile = subjectOf({ values: { "custom.a": "text", "ip.asn": 0 }, counts: {} });
  fc.assert(
    fc.property(anything, (when) => {
      const began = performance.now();
      const compiled = compileCondition(when);
      if (isProblem(compiled)) {
        const lines = when.split("\n");
        assert.ok(compiled.line >= 1 && compiled.line <= lines.length, when);
        assert.ok(compiled.column >= 1 && compiled.column <= lines[compiled.line - 1]!.length + 1, when);
        assert.ok(compiled.message.length > 0 && compiled.message.length < 400, compiled.message);
      } else {
        compiled.evaluate(hostile);
      }
      assert.ok(performance.now() - began < 500, when);
    }),
    { numRuns: 3_000 },
  );
});
