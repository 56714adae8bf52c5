export type FeedComment = { readonly author: string; readonly when: string; readonly text: string };
export type FeedItem = {
  readonly id: number;
  readonly minutesAgo: number;
  readonly icon: 'place' | 'chat' | 'cutlery' | 'person';
  readonly tone: 'success' | 'primary' | 'danger' | 'info';
  readonly author: string;
  readonly handle: string;
  /** Where the entry was written. */
  readonly place: string;
  readonly heading?: string;
  readonly text?: string;
  /** The text after "Read more...". */
  readonly more?: string;
  readonly hasMap?: boolean;
  readonly hasPhoto?: boolean;
  readonly likers?: readonly string[];
  readonly comments?: readonly FeedComment[];
};

/** Four entries from the last hours, the newest first, each with its place. */
export const FEED: readonly FeedItem[] = [
  {
    id: 1,
    minutesAgo: 62,
    icon: 'place',
    tone: 'success',
    author: 'Ines Gale',
    handle: '@ines',
    place: 'at the river',
    hasMap: true,
    comments: [
      { author: 'Cleo Hart', when: '7 mins later', text: 'Is there still a bench behind the pier?' },
      { author: 'Hugo Bell', when: '9 mins later', text: 'The ferry leaves at nine, then. I bring the coffee.' },
    ],
  },
  {
    id: 2,
    minutesAgo: 85,
    icon: 'chat',
    tone: 'primary',
    author: 'Hugo Bell',
    handle: '@hugo',
    place: 'at the corner table',
    text: 'Three cups, one table, four sockets and nobody who has to be anywhere soon. Some days plan themselves.',
  },
  {
    id: 3,
    minutesAgo: 250,
    icon: 'cutlery',
    tone: 'danger',
    author: 'Cleo Hart',
    handle: '@cleo',
    place: 'by the lake',
    text: 'A picnic by the water. The bread was still warm, the lake was not.',
    hasPhoto: true,
    likers: ['Ines Gale', 'Hugo Bell', 'Finn Joyce'],
    comments: [{ author: 'Finn Joyce', when: '5 mins later', text: 'Keep a slice for me, I am on the next boat.' }],
  },
  {
    id: 4,
    minutesAgo: 1_150,
    icon: 'person',
    tone: 'info',
    author: 'Finn Joyce',
    handle: '@finn',
    place: 'on the old line',
    heading: 'A walk along the old line',
    text: 'The rails are gone, the stations stayed. We counted nine kilometres, two bridges and one dog who wanted to come along.',
    more: 'At the last platform somebody has put up a shelf with books and a lamp that works. We left one book and took two, which is exactly how it is meant, says the sign.',
  },
];
