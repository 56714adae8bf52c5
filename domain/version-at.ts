/**
 * A value in effect from `validFrom` (epoch ms) until the next version, such as a price or an owner's share
 * (docs/decisions.md#money-and-energy).
 */
export type Version = { readonly validFrom: number };

/** Returns the version in effect at a time; undefined before the first one. `versions` may be in any order. */
export function versionAt<T extends Version>(versions: readonly T[], instantMs: number): T | undefined {
  let held: T | undefined;
  for (const version of versions) {
    if (version.validFrom <= instantMs && (held === undefined || version.validFrom >= held.validFrom)) held = version;
  }
  return held;
}
