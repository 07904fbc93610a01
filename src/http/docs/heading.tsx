import type { Child } from "hono/jsx";

/** A heading that can be linked to. */
export function Heading({ id, children }: { id: string; children?: Child }) {
  return (
    <h2 id={id}>
      <a class="anchor" href={`#${id}`}>{children}</a>
    </h2>
  );
}
