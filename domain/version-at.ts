/**
 * A value in effect from an instant (epoch ms) until the next version: a price, an owner's share
 * (docs/decisions.md#money-and-energy).
 */
export type Version = { readonly validFrom: number };

/** The version in effect at the instant. Undefined before the first. `versions` in any order. */
export function versionAt<T extends Version>(versions: readonly T[], instantMs: number): T | undefined {
  let held: T | undefined;
  for (const version of versions) {
    if (version.validFrom <= instantMs && (held === undefined || version.validFrom >= held.validFrom)) held = version;
  }
  return held;
}
