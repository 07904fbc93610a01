/** `/docs`: the guides and references. */
import { each } from "../site/each.ts";
import type { View } from "../site/view.ts";
import { Docs } from "./frame.tsx";
import { GUIDE_GROUPS } from "./guides.ts";

interface LinkCard {
  readonly href: string;
  readonly title: string;
  readonly about: string;
}

const REFERENCES: readonly LinkCard[] = [
  {
    href: "/docs/api",
    title: "API reference",
    about: "Every endpoint with its fields and errors, and a form to try it.",
  },
  { href: "/docs/errors", title: "Errors", about: "Every error code, and what to do about it." },
];

export function DocsIndexPage({ view }: { view: View }) {
  return (
    <Docs view={view} title="Documentation" about="Guides and the API reference">
      <p class="lead">
        Short guides and an API reference. The tests run every command on these pages.
      </p>
      {each(GUIDE_GROUPS, ({ title, guides }) => (
        <Cards
          title={title}
          cards={guides.map(({ slug, title, about }) => ({ href: `/docs/${slug}`, title, about }))}
        />
      ))}
      <Cards title="Look it up" cards={REFERENCES} />
    </Docs>
  );
}

function Cards({ title, cards }: { title: string; cards: readonly LinkCard[] }) {
  return (
    <>
      <h2>{title}</h2>
      <div class="cards">
        {each(cards, ({ href, title, about }) => (
          <div class="card">
            <h3>
              <a href={href}>{title}</a>
            </h3>
            <p class="muted">{about}</p>
          </div>
        ))}
      </div>
    </>
  );
}
