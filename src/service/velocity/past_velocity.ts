/** An account's stored sign-ups, as velocity counts them. */
import { identitiesOf } from "../../model/conditions/identities.ts";
import { type CustomFact, MAX_CUSTOM_FIELDS } from "../../model/facts/custom.ts";
import { type AnyFact, type Facts, type FactValue, NO_FACTS } from "../../model/facts/fact.ts";
import type { KeyMode, ScoreRecord } from "../../model/records.ts";
import { VELOCITY_SPAN_MS } from "../../model/velocity/account_velocity.ts";
import {
  isCounted as isCountedField,
  VELOCITY_FACTS,
  type VelocityInput,
  velocityKeys,
  velocityMarks,
  type VelocitySignup,
} from "../../model/velocity/signup.ts";
import type { ColumnBlock } from "../../records/scores/score_columns.ts";
import { isCounted, rowsOf, type SignupStore } from "../conditions/counts/past_signups.ts";
import { TimeSlice } from "../rules/time_slicing.ts";

/** Sign-ups that are read without a pause. */
const PAGE_ROWS = 512;
/** The newest scores tell which fields of its own an account sends. */
const FIELDS_OF = 100;
const MAX_FIELDS = 2 * MAX_CUSTOM_FIELDS;

interface PastParts {
  readonly store: SignupStore;
  readonly account: string;
  readonly mode: KeyMode;
  readonly seed: number;
}

/** Reads what an account stored. */
export class VelocityReader {
  readonly spanMs = VELOCITY_SPAN_MS;
  readonly #parts: PastParts;
  /** Fields of the account's own that were seen: of columns only those that are named can be read. */
  #fields: Set<CustomFact> | null = null;

  constructor(parts: PastParts) {
    this.#parts = parts;
  }

  /** The oldest first. */
  async *past(
    span: { readonly since: number; readonly until: number },
  ): AsyncIterable<readonly VelocitySignup[]> {
    const { store, account, mode, seed } = this.#parts;
    this.#fields ??= await fieldsOf(store, account, span);
    const facts = [...VELOCITY_FACTS, ...this.#fields];
    const asked = ["at", "subject", "mode", "dimension.subnet", "dimension.device", ...facts] as const;
    const slice = new TimeSlice();
    for await (const block of store.scoreColumns.blocks(account, asked, span, "oldest")) {
      const rows = rowsOf(block, mode);
      const positions = await block.positions(rows);
      const { times } = block;
      const inputOf = inputReader(block, facts);
      for (let from = 0; from < rows.length; from += PAGE_ROWS) {
        yield rows.slice(from, from + PAGE_ROWS).map((row, at) =>
          velocitySignup(positions[from + at]!, times[row]!, inputOf(row), seed)
        );
        if (slice.isOver) await slice.next();
      }
    }
  }

  /** The sign-ups among scores. @param records by their places */
  ofRecords(records: ReadonlyMap<string, ScoreRecord>): readonly VelocitySignup[] {
    const { mode, seed } = this.#parts;
    return [...records].filter(([, record]) => isCounted(record, mode)).map(([id, record]) => {
      const { components, facts = NO_FACTS, at } = record;
      this.#see(facts);
      return velocitySignup(id, at, { facts, identities: identitiesOf(components, null) }, seed);
    });
  }

  #see(facts: Facts): void {
    if (this.#fields === null || this.#fields.size >= MAX_FIELDS) return;
    for (const name in facts) if (isCountedField(name)) this.#fields.add(name);
  }
}

function velocitySignup(id: string, at: number, input: VelocityInput, seed: number): VelocitySignup {
  return { id, at, keys: velocityKeys(input, seed), marks: velocityMarks(input), number: 0 };
}

async function fieldsOf(
  { scores }: Pick<SignupStore, "scores">,
  account: string,
  span: { readonly since: number; readonly until: number },
): Promise<Set<CustomFact>> {
  const fields = new Set<CustomFact>();
  let left = FIELDS_OF;
  for await (const { facts = NO_FACTS } of scores.list(account, span)) {
    for (const name in facts) if (isCountedField(name)) fields.add(name);
    if (--left === 0) break;
  }
  return new Set([...fields].slice(0, MAX_FIELDS));
}

function inputReader(block: ColumnBlock, names: readonly AnyFact[]): (row: number) => VelocityInput {
  const read = names.flatMap((name) => {
    const column = block.column(name);
    return column === null ? [] : [[name, column] as const];
  });
  const [subnets, devices] = [block.column("dimension.subnet"), block.column("dimension.device")];
  return (row) => {
    const facts: Record<string, FactValue> = {};
    for (const [name, { values, codes }] of read) {
      const code = codes[row]!;
      if (code > 0) facts[name] = values[code - 1] as FactValue; // facts are no sets
    }
    const [subnet, device] = [subnets, devices].map((column) => column?.values[column.codes[row]! - 1]);
    const identities = {
      ...(subnet === undefined ? {} : { subnet: String(subnet) }),
      ...(device === undefined ? {} : { device: String(device) }),
    };
    return { facts, identities };
  };
}
