/** Which creatives an owner accepts. */
export type CreativePolicy = {
  /** Each creative waits for acceptance. */
  readonly reviewsEach: boolean;
  readonly blockedCategories: ReadonlySet<string>;
};

export type CreativeStanding = 'waiting' | 'accepted' | 'refused' | 'blocked';

/**
 * Whether a creative runs at an owner's outlets: only if accepted. A refusal applies, and so does a blocked category,
 * regardless of an earlier acceptance. Without a decision, the creative waits if the owner reviews each
 * (docs/business-rules.md#campaigns).
 */
export function creativeStanding(
  { reviewsEach, blockedCategories }: CreativePolicy,
  category: string,
  decision: 'accepted' | 'refused' | undefined,
): CreativeStanding {
  if (decision === 'refused') return 'refused';
  if (blockedCategories.has(category)) return 'blocked';
  if (decision === 'accepted') return 'accepted';
  return reviewsEach ? 'waiting' : 'accepted';
}

/** Parses the stored form: comma-separated. */
export const readCategories = (stored: string): ReadonlySet<string> =>
  new Set(stored.split(',').filter((word) => word !== ''));
