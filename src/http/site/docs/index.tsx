/** `/docs`: the guides and references. */
import { each } from "../each.ts";
import type { View } from "../view.ts";
import { Docs } from "./frame.tsx";
import { GUIDES } from "./guides.tsx";

export function DocsIndexPage({ view }: { view: View }) {
  return (
    <Docs view={view} title="Documentation" about="Guides and the API reference">
      <p class="lead">
        Short guides and an API reference. The tests run every command on these pages.
      </p>
      <div class="cards">
        {each(GUIDES, ({ slug, title, about }) => (
          <div class="card">
            <h2>
              <a href={`/docs/${slug}`}>{title}</a>
            </h2>
            <p class="muted">{about}</p>
          </div>
        ))}
        <div class="card">
          <h2>
            <a href="/docs/api">API reference</a>
          </h2>
          <p class="muted">Every endpoint with its fields and errors, and a form to try it.</p>
        </div>
        <div class="card">
          <h2>
            <a href="/docs/errors">Errors</a>
          </h2>
          <p class="muted">Every error code, and what to do about it.</p>
        </div>
      </div>
    </Docs>
  );
}
