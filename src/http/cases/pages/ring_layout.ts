/**
 * Where the members of a ring and the values that they share are drawn: members on a circle, so that those with the same
 * values are neighbours, and each value between its members. The same ring is always drawn in the same way. Pure.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface RingLayout {
  /** Of the square that holds all. */
  readonly size: number;
  readonly memberRadius: number;
  readonly members: readonly Point[];
  readonly values: readonly Point[];
}

const MARGIN = 20;
const LEAST_RADIUS = 90;
const MOST_RADIUS = 230;
/** Room of a member on the circle. */
const ROOM = 25;
/** Where a value is on the line from the centre to the middle of its members. */
const INWARDS = 0.6;
/** Between the centres of two values. */
const VALUE_GAP = 26;
const ROUNDS = 120;
/** Radians, so that no two values that are pushed apart go the same way. */
const GOLDEN_ANGLE = 2.399963;

/** @param values the members, by their index, that each value has; the most shared first */
export function layoutRing(memberCount: number, values: readonly (readonly number[])[]): RingLayout {
  const radius = Math.min(MOST_RADIUS, Math.max(LEAST_RADIUS, memberCount * ROOM / (2 * Math.PI)));
  const centre = radius + MARGIN;
  const members: Point[] = [];
  for (const [place, member] of neighbours(memberCount, values).entries()) {
    const angle = 2 * Math.PI * place / memberCount - Math.PI / 2;
    members[member] = { x: centre + radius * Math.cos(angle), y: centre + radius * Math.sin(angle) };
  }
  const between = values.map((shared) => middleOf(shared.map((member) => members[member]!), centre));
  return {
    size: 2 * centre,
    memberRadius: memberCount > 45 ? 9 : 11,
    members: members.map(rounded),
    values: apart(between, centre, radius - 2 * MARGIN).map(rounded),
  };
}

/** The members in the order of the values that they have. */
function neighbours(memberCount: number, values: readonly (readonly number[])[]): number[] {
  const marks = Array.from(
    { length: memberCount },
    (_, member) => values.map((shared) => shared.includes(member) ? "0" : "1").join(""),
  );
  const order = marks.map((_, member) => member);
  return order.sort((a, b) => (marks[a]! < marks[b]! ? -1 : marks[a]! > marks[b]! ? 1 : a - b));
}

function middleOf(points: readonly Point[], centre: number): Point {
  const sum = points.reduce(({ x, y }, point) => ({ x: x + point.x, y: y + point.y }), { x: 0, y: 0 });
  const count = Math.max(1, points.length);
  return {
    x: centre + (sum.x / count - centre) * INWARDS,
    y: centre + (sum.y / count - centre) * INWARDS,
  };
}

/** Pushes values apart that would cover each other, and keeps them inside the circle. */
function apart(points: readonly Point[], centre: number, reach: number): Point[] {
  const moved = points.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < ROUNDS; round++) {
    let clear = true;
    for (let one = 0; one < moved.length; one++) {
      for (let other = one + 1; other < moved.length; other++) {
        const [a, b] = [moved[one]!, moved[other]!];
        const distance = Math.hypot(b.x - a.x, b.y - a.y);
        if (distance >= VALUE_GAP) continue;
        clear = false;
        const angle = distance < 0.01 ? other * GOLDEN_ANGLE : Math.atan2(b.y - a.y, b.x - a.x);
        const push = (VALUE_GAP - distance) / 2 + 0.1;
        a.x -= push * Math.cos(angle);
        a.y -= push * Math.sin(angle);
        b.x += push * Math.cos(angle);
        b.y += push * Math.sin(angle);
      }
    }
    for (const point of moved) {
      const from = Math.hypot(point.x - centre, point.y - centre);
      if (from <= reach) continue;
      point.x = centre + (point.x - centre) * reach / from;
      point.y = centre + (point.y - centre) * reach / from;
    }
    if (clear) break;
  }
  return moved;
}

/** Tenths are enough for a drawing. */
function rounded({ x, y }: Point): Point {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}
