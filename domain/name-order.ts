import { findKey } from './find-by-name.ts';
import { nameKey } from './name-key.ts';

/**
 * Returns a name's sort key. Letters are compared without marks, as in a dictionary, so that Ä follows A; the name
 * itself breaks ties. Plain text comparison is stable across processes, database engines and ICU versions, as
 * pagination by cursor requires.
 */
export const nameOrder = (name: string): string => `${findKey(name)}\0${nameKey(name)}`;

export function compareNames(one: string, other: string): number {
  const [a, b] = [nameOrder(one), nameOrder(other)];
  return a === b ? 0 : a < b ? -1 : 1;
}
