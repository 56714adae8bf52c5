/** Which creatives an owner accepts. */
export type CreativePolicy = {
  /** Whether each creative must be accepted before it runs. */
  readonly reviewsEach: boolean;
  readonly blockedCategories: ReadonlySet<string>;
};

export type CreativeStanding = 'waiting' | 'accepted' | 'refused' | 'blocked';

/**
 * Returns a creative's standing at an owner's outlets, where only an accepted creative may run. A refusal or a blocked
 * category overrides an earlier acceptance. Without a decision, the creative waits if the owner reviews each creative
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

/** Parses the stored form, a comma-separated list. */
export const readCategories = (stored: string): ReadonlySet<string> =>
  new Set(stored.split(',').filter((word) => word !== ''));
