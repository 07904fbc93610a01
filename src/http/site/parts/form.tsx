/** Pieces of forms: the hidden token, a labelled field with its hint and its error. */
import type { Child } from "hono/jsx";
import { each } from "../each.ts";
import type { View } from "../view.ts";

/** The token of every form that changes something. */
export function Hidden({ view }: { view: View }) {
  return <input type="hidden" name="csrf" value={view.csrf} />;
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: string;
  readonly value?: string | undefined;
  readonly hint?: Child;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly max?: number;
  readonly min?: string;
  /** Lines: a text area instead of an input. */
  readonly rows?: number;
  readonly accept?: string;
  /** Selector of entries that the script narrows while one types. */
  readonly filter?: string;
  /** Told apart from another field of the same name on the page. */
  readonly id?: string;
}

export function Field(props: FieldProps) {
  const id = props.id ?? `f-${props.name}`;
  const described = [
    props.hint === undefined ? "" : `${id}-hint`,
    props.error === undefined ? "" : `${id}-error`,
  ].filter((part) => part !== "").join(" ");
  const shared = {
    id,
    name: props.name,
    required: props.required ?? false,
    placeholder: props.placeholder,
    maxlength: props.max,
    "data-filter": props.filter,
    autocomplete: props.autocomplete ?? "off",
    "aria-describedby": described === "" ? undefined : described,
    "aria-invalid": props.error === undefined ? undefined : "true",
  } as const;
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.rows === undefined
        ? (
          <input
            {...shared}
            type={props.type ?? "text"}
            value={props.value}
            min={props.min}
            accept={props.accept}
          />
        )
        : <textarea {...shared} rows={props.rows}>{props.value ?? ""}</textarea>}
      {props.error === undefined ? null : <p class="hint" id={`${id}-error`}>⚠ {props.error}</p>}
      {props.hint === undefined ? null : <p class="hint" id={`${id}-hint`}>{props.hint}</p>}
    </div>
  );
}

/** A choice of one. @param options `[value, text]` */
export function Choice(props: {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  value?: string | null;
  hint?: string;
}) {
  const id = `f-${props.name}`;
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <select
        id={id}
        name={props.name}
        aria-describedby={props.hint === undefined ? undefined : `${id}-hint`}
      >
        {each(
          props.options,
          ([value, text]) => <option value={value} selected={value === (props.value ?? "")}>{text}</option>,
        )}
      </select>
      {props.hint === undefined ? null : <p class="hint" id={`${id}-hint`}>{props.hint}</p>}
    </div>
  );
}

/** One button that posts something at once. @param fields further hidden fields */
export function PostButton(props: {
  view: View;
  action: string;
  fields: Readonly<Record<string, string>>;
  class?: string;
  confirm?: string;
  label?: string;
  disabled?: boolean;
  children?: Child;
}) {
  return (
    <form method="post" action={props.action} class="inline-form" data-confirm={props.confirm}>
      <Hidden view={props.view} />
      {each(
        Object.entries(props.fields),
        ([name, value]) => <input type="hidden" name={name} value={value} />,
      )}
      <button
        type="submit"
        class={props.class ?? "quiet small"}
        aria-label={props.label}
        disabled={props.disabled ?? false}
      >
        {props.children}
      </button>
    </form>
  );
}
