/** A table of aims, as `winnow simulate` prints it. */

export interface AimRow {
  readonly what: string;
  readonly aim: string;
  readonly measured: string;
  /** Null: it has no aim and is shown. */
  readonly met: boolean | null;
}

export function atMost(what: string, most: number, measured: number): AimRow {
  return { what, aim: `≤ ${percent(most)}`, measured: percent(measured), met: measured <= most };
}

export function atLeast(what: string, least: number, measured: number): AimRow {
  return { what, aim: `≥ ${percent(least)}`, measured: percent(measured), met: measured >= least };
}

export function countAtMost(what: string, most: number, measured: number): AimRow {
  return { what, aim: `≤ ${most}`, measured: `${measured}`, met: measured <= most };
}

export function shown(what: string, measured: number): AimRow {
  return { what, aim: "none", measured: percent(measured), met: null };
}

function percent(value: number): string {
  return `${Number((value * 100).toFixed(2))} %`;
}
