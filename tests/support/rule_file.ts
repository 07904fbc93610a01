/** A generator of steps run to its end in one go, and a rule file read so. */
import { readRuleFile, type RuleFile } from "../../src/service/rules/rule_file.ts";

export function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export function parseRuleFile(...given: Parameters<typeof readRuleFile>): RuleFile {
  return runToEnd(readRuleFile(...given));
}
