/** The two ways to say what a rule is for. */
import { each } from "../site/each.ts";

const WAYS = [
  ["values", "/console/rules/new", "Values"],
  ["condition", "/console/rules/new?with=condition", "A condition"],
] as const;

export function RuleWays({ current }: { current: typeof WAYS[number][0] }) {
  return (
    <nav class="actions" aria-label="What the rule is for">
      {each(
        WAYS,
        ([way, href, name]) => (
          <a class="button quiet small" href={href} aria-current={way === current ? "page" : undefined}>
            {name}
          </a>
        ),
      )}
    </nav>
  );
}
