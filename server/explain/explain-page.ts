import type { Explanation } from '#contract/explain.ts';
import { AppError } from '../http/app-error.ts';

/**
 * Maximum number of parts per page, because longer lists are hard to read. The remaining parts are one sum, and follow
 * on the next page.
 */
const MOST_PARTS = 300;

/** The fields that order the parts. */
export type Placed = {
  readonly label: { readonly id: string };
  readonly kind: string;
  readonly each: string;
  readonly ownerEach: string;
  readonly amount: bigint;
};
type Order = 'in time' | 'largest first';

/**
 * Returns the parts on one page, and the cursor for the next page. The cursor contains the position of the last part.
 * If figures change between two pages, only parts that moved past the cursor are repeated or missed.
 */
export function pageOf<Part extends Placed>(
  parts: readonly Part[],
  order: Order,
  cursor: string | undefined,
  most = MOST_PARTS,
): { readonly shown: readonly Part[]; readonly next: string | null } {
  const before = order === 'in time' ? inTime : largestFirst;
  const ordered = parts.toSorted(before);
  const after = cursor === undefined ? null : readPlace(cursor);
  const rest = after === null ? ordered : ordered.filter((part) => before(part, after) > 0);
  const shown = rest.slice(0, most);
  const last = shown.at(-1);
  return { shown, next: rest.length > shown.length && last !== undefined ? placeOf(last) : null };
}

/**
 * Returns the remainder of a figure that a page leaves out: a number of parts, or only an amount. Null if nothing
 * remains. `sides` contains the sides' amounts that the user may see.
 */
export const leftOut = (
  { parts, amount, owner = 0n }: { readonly parts: number; readonly amount: bigint; readonly owner?: bigint },
  sides: object = {},
): Explanation['left_out'] =>
  parts <= 0 && amount === 0n && owner === 0n ? null : { parts: Math.max(0, parts), amount: String(amount), ...sides };

const magnitude = ({ amount }: Placed): bigint => (amount < 0n ? -amount : amount);
const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
/** Breaks ties. No two parts are equal in all these fields. */
const byName = (one: Placed, other: Placed): number =>
  byText(one.label.id, other.label.id) ||
  byText(one.kind, other.kind) ||
  byText(one.each, other.each) ||
  byText(one.ownerEach, other.ownerEach);

function largestFirst(one: Placed, other: Placed): number {
  const [a, b] = [magnitude(one), magnitude(other)];
  return a === b ? byName(one, other) : a > b ? -1 : 1;
}
const inTime = (one: Placed, other: Placed): number => byText(one.label.id, other.label.id) || largestFirst(one, other);

const placeOf = ({ amount, label, kind, each, ownerEach }: Placed): string =>
  Buffer.from(JSON.stringify([String(amount), label.id, kind, each, ownerEach])).toString('base64url');

function readPlace(cursor: string): Placed {
  const unknown = () => new AppError('invalid', 'This page link has expired. Start again from the first page.');
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isPlace = Array.isArray(place) && place.length === 5 && place.every((word) => typeof word === 'string');
    if (!isPlace) throw unknown();
    const [amount, id, kind, each, ownerEach] = place as [string, string, string, string, string];
    return { label: { id }, kind, each, ownerEach, amount: BigInt(amount) };
  } catch {
    throw unknown();
  }
}
