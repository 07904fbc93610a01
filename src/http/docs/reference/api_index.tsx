/** `/docs/api`: every endpoint, searchable. */
import { each } from "../../site/each.ts";
import { Field } from "../../site/parts/form.tsx";
import type { View } from "../../site/view.ts";
import { Docs } from "../frame.tsx";
import { matches, type Operation, type Reference, searchText } from "./openapi_reader.ts";

export function ApiIndexPage(
  { view, reference, search }: { view: View; reference: Reference; search: string },
) {
  const found = (operation: Operation) => search.trim() === "" || matches(operation, search.trim());
  const tags = reference.tags.map((tag) => ({ ...tag, operations: tag.operations.filter(found) })).filter(
    (tag) => tag.operations.length > 0,
  );
  return (
    <Docs view={view} title="API reference" about="Every endpoint of the API">
      <p class="muted">
        Every request needs a key: <code>X-Api-Key: wk_…</code> or{" "}
        <code>Authorization: Bearer wk_…</code>. The OpenAPI 3.1 document is at{" "}
        <a href="/openapi.json">/openapi.json</a>.
      </p>
      <form method="get" action="/docs/api" class="filters" role="search">
        <div class="grow">
          <Field
            name="q"
            label="Search"
            type="search"
            value={search}
            placeholder="For example batch, agent, delete"
            filter=".endpoint"
          />
        </div>
        <div class="field">
          <button type="submit" class="quiet">Search</button>
        </div>
      </form>
      {tags.length === 0 ? <p>No endpoints match.</p> : null}
      {each(tags, ({ name, description, operations }) => (
        <section>
          <h2 id={name.toLowerCase()}>{name}</h2>
          <p class="muted">{description}</p>
          <ul class="rows">
            {each(operations, (operation) => (
              <li class="endpoint" data-text={searchText(operation)}>
                <a class="endpoint-row" href={`/docs/api/${operation.id}`}>
                  <span class={`method ${operation.method.toLowerCase()}`}>{operation.method}</span>
                  <span class="path">{operation.path}</span>
                  <span class="muted">{operation.summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Docs>
  );
}
