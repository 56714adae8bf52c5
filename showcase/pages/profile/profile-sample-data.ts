import type { CommentText } from '../../ui/comments.tsx';

export const PERSON = {
  name: 'Esme Hart',
  job: 'Illustrator of small machines',
  phone: '+1 555 0111',
  email: 'esme.hart@example.com',
  place: 'Lisbon, Portugal',
  stats: [
    { label: 'Posts', value: '251' },
    { label: 'Conversion', value: '9.38%' },
    { label: 'Followers', value: '842' },
  ],
  tags: [
    { text: 'Drawing', tone: 'info' },
    { text: 'Machines', tone: 'primary' },
    { text: 'Boats', tone: 'default' },
  ],
  lead: 'Draws what hums, blinks or charges.',
  about:
    'Esme began with radios, went on to lamps and has been busy with sockets since the spring. Her pictures hang in two stations and one kitchen. She answers letters, slowly, and prefers questions about screws to questions about meaning.',
} as const;

export type Activity = {
  readonly id: number;
  /** If there is no author, the entry has no face. */
  readonly author?: string;
  readonly handle?: string;
  readonly when?: string;
  readonly text: string;
  /** The age of the entry, for the line of buttons. */
  readonly age: string;
  readonly isLiked: boolean;
  readonly likers?: readonly string[];
  readonly comments?: readonly CommentText[];
};

export const ACTIVITIES: readonly Activity[] = [
  {
    id: 1,
    author: 'Esme Hart',
    handle: '@esme',
    when: 'February 22, 2026 at 01:59 PM',
    text: 'The new series is done: twelve outlets, each with the face of somebody who waited beside it.',
    age: '1 hour',
    isLiked: true,
  },
  {
    id: 2,
    text: 'Found a plug from 1911 in a drawer at the market. It still fits, it only looks surprised.',
    age: '1 hour',
    isLiked: false,
    likers: ['Bram Frost', 'Gita Joyce', 'Dario Bell'],
    comments: [{ author: 'Bram Frost', when: '6 mins ago', text: 'Please draw it before you use it.' }],
  },
];
