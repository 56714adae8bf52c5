import { findKey } from './find-by-name.ts';
import { nameKey } from './name-key.ts';

/**
 * By what names are sorted: letters without their marks, as a dictionary does, so that Ä follows A; among equals the name itself.
 * Plain texts compare alike in every process, engine and version of ICU, which pages and cursors need.
 */
export const nameOrder = (name: string): string => `${findKey(name)}\0${nameKey(name)}`;

/** Compares names for `sort`. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [nameOrder(one), nameOrder(other)];
  return a === b ? 0 : a < b ? -1 : 1;
}
