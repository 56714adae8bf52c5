export type Share = { readonly name: string; readonly comment: string; readonly type: string };

/** The four latest shares. */
export const SHARES: readonly Share[] = [
  { name: 'Mila Anders', comment: 'shared a picture of the new pier', type: 'picture' },
  { name: 'Oren Blake', comment: 'recommends the café at gate nine', type: 'place' },
  { name: 'Priya Castle', comment: 'asks who took the long cable', type: 'question' },
  { name: 'Ravn Dahl', comment: 'found the long cable', type: 'answer' },
];
/** The share that is added at the top when the panel reloads. */
export const NEW_SHARE: Share = { name: 'Tess Ellery', comment: 'put the cable back where it belongs', type: 'answer' };

export type NewsItem = {
  readonly background: 'success' | 'danger' | 'warning' | 'primary';
  readonly icon: 'bolt' | 'cloud' | 'map' | 'star';
  readonly title: string;
  readonly description: string;
  /** Minutes before the page was opened. */
  readonly minutesAgo: number;
};

export const NEWS: readonly NewsItem[] = [
  {
    background: 'danger',
    icon: 'star',
    title: 'First hundred outlets',
    description: 'The hundredth one hangs in a library, between travel and cooking.',
    minutesAgo: 4,
  },
  {
    background: 'success',
    icon: 'bolt',
    title: 'Less power at night',
    description: 'Outlets now sleep while nobody is near. They wake faster than you do.',
    minutesAgo: 47,
  },
  {
    background: 'primary',
    icon: 'map',
    title: 'Three new towns',
    description: 'Two by the sea, one by a very small river.',
    minutesAgo: 180,
  },
];
export const NEW_NEWS: NewsItem = {
  background: 'warning',
  icon: 'cloud',
  title: 'Just in: rain',
  description: 'Arrivals halls report many wet coats and many empty batteries.',
  minutesAgo: 0,
};
