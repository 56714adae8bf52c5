export type FeedComment = { readonly author: string; readonly when: string; readonly text: string };
export type FeedItem = {
  readonly id: number;
  readonly day: string;
  readonly time: string;
  readonly icon: 'place' | 'chat' | 'cutlery' | 'person';
  readonly tone: 'success' | 'primary' | 'danger' | 'info';
  readonly author: string;
  readonly handle: string;
  readonly meta: string;
  readonly heading?: string;
  readonly text?: string;
  /** What follows after "Read more...". */
  readonly more?: string;
  readonly hasMap?: boolean;
  readonly hasPhoto?: boolean;
  readonly likers?: readonly string[];
  readonly comments?: readonly FeedComment[];
};

/** Four entries of one afternoon. */
export const FEED: readonly FeedItem[] = [
  {
    id: 1,
    day: 'yesterday',
    time: '8:03 pm',
    icon: 'place',
    tone: 'success',
    author: 'Ines Gale',
    handle: '@ines',
    meta: 'yesterday at the river',
    hasMap: true,
    comments: [
      { author: 'Hugo Bell', when: '7 mins ago', text: 'The ferry leaves at nine, then. I bring the coffee.' },
      { author: 'Cleo Hart', when: '9 mins ago', text: 'Is there still a bench behind the pier?' },
    ],
  },
  {
    id: 2,
    day: 'today',
    time: '9:41 am',
    icon: 'chat',
    tone: 'primary',
    author: 'Hugo Bell',
    handle: '@hugo',
    meta: 'February 22, 2026 at 01:59 PM',
    text: 'Three cups, one table, four sockets and nobody who has to be anywhere before noon. Some mornings plan themselves.',
  },
  {
    id: 3,
    day: 'today',
    time: '9:03 am',
    icon: 'cutlery',
    tone: 'danger',
    author: 'Cleo Hart',
    handle: '@cleo',
    meta: 'February 22, 2026 at 08:12 AM',
    text: 'Breakfast by the water. The bread was still warm, the lake was not.',
    hasPhoto: true,
    likers: ['Ines Gale', 'Hugo Bell', 'Finn Joyce'],
    comments: [{ author: 'Finn Joyce', when: '5 mins ago', text: 'Keep a slice for me, I am on the next boat.' }],
  },
  {
    id: 4,
    day: 'yesterday',
    time: '9:03 am',
    icon: 'person',
    tone: 'info',
    author: 'Finn Joyce',
    handle: '@finn',
    meta: 'February 21, 2026 at 07:20 AM',
    heading: 'A walk along the old line',
    text: 'The rails are gone, the stations stayed. We counted nine kilometres, two bridges and one dog who wanted to come along.',
    more: 'At the last platform somebody has put up a shelf with books and a lamp that works. We left one book and took two, which is exactly how it is meant, says the sign.',
  },
];
