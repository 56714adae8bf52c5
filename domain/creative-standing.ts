/** Which creatives an owner takes. */
export type CreativePolicy = {
  /** Each waits until it is accepted. */
  readonly reviewsEach: boolean;
  readonly blockedCategories: ReadonlySet<string>;
};

export type CreativeStanding = 'waiting' | 'accepted' | 'refused' | 'blocked';

/**
 * Whether a creative runs at an owner's outlets: only an accepted one does. A refusal holds, and so does a blocked category whatever
 * was accepted before; what nobody decided on waits where the owner reviews each (docs/business-rules.md#campaigns).
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

/** As they are stored: by comma. */
export const readCategories = (stored: string): ReadonlySet<string> =>
  new Set(stored.split(',').filter((word) => word !== ''));
