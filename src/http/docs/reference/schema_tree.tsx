/** A schema as a nested list of fields. */
import { each } from "../../site/each.ts";
import type { Reference, Schema } from "./openapi_reader.ts";

/** Deeper than any of our schemas; a recursive one ends here. */
const DEEPEST = 6;

export function SchemaTree(props: { reference: Reference; schema: Schema; depth?: number }) {
  const { reference } = props;
  const depth = props.depth ?? 0;
  const schema = reference.resolve(props.schema);
  const choices = (schema.oneOf ?? schema.anyOf)?.filter(({ type }) => type !== "null");
  if (choices?.length === 1) {
    return <SchemaTree reference={reference} schema={choices[0]!} depth={depth} />;
  }
  if (choices !== undefined && schema.properties === undefined) {
    return (
      <ul class="schema">
        {each(choices, (choice) => (
          <li>
            <span class="type">one of: {typeOf(reference, choice)}</span>
            {depth < DEEPEST ? <SchemaTree reference={reference} schema={choice} depth={depth + 1} /> : null}
          </li>
        ))}
      </ul>
    );
  }
  if (schema.items !== undefined) {
    return <SchemaTree reference={reference} schema={schema.items} depth={depth} />;
  }
  if (schema.properties === undefined) return null;
  return (
    <ul class="schema">
      {each(Object.entries(schema.properties), ([name, field]) => (
        <li>
          <code>{name}</code>{" "}
          <span class="type">
            {typeOf(reference, field)}
            {schema.required?.includes(name) ? "" : ", optional"}
          </span>
          <FieldNote schema={reference.resolve(field)} />
          {depth < DEEPEST && hasFields(reference, field)
            ? (
              <details>
                <summary>
                  fields of <code>{name}</code>
                </summary>
                <SchemaTree reference={reference} schema={field} depth={depth + 1} />
              </details>
            )
            : null}
        </li>
      ))}
    </ul>
  );
}

function FieldNote({ schema }: { schema: Schema }) {
  const limits = [
    schema.enum === undefined ? "" : schema.enum.map(String).join(", "),
    schema.maxItems === undefined ? "" : `at most ${schema.maxItems}`,
    (schema.description ?? "").replaceAll("`", ""),
  ].filter((text) => text !== "").join(". ");
  return limits === "" ? null : (
    <span class="small muted">
      <br />
      {limits}
    </span>
  );
}

/** `string or null`, `array of IpResult`. */
export function typeOf(reference: Reference, schema: Schema): string {
  const found = reference.resolve(schema);
  const name = reference.nameOf(schema);
  if (name !== null && found.properties !== undefined) return name;
  if (found.items !== undefined) return `array of ${typeOf(reference, found.items)}`;
  const choices = found.oneOf ?? found.anyOf;
  if (found.type === undefined && choices !== undefined) {
    return [...new Set(choices.map((choice) => typeOf(reference, choice)))].join(" or ");
  }
  const types = typeof found.type === "string" ? [found.type] : found.type ?? ["any"];
  const words = types.map((type) => type === "string" && found.format !== undefined ? found.format : type);
  return words.join(" or ");
}

function hasFields(reference: Reference, schema: Schema): boolean {
  const found = reference.resolve(schema);
  if (found.properties !== undefined) return true;
  if (found.items !== undefined) return hasFields(reference, found.items);
  return (found.oneOf ?? found.anyOf ?? []).some((choice) => hasFields(reference, choice));
}
