import natureDunes from '../pictures/nature-dunes.svg';
import natureForest from '../pictures/nature-forest.svg';
import natureLake from '../pictures/nature-lake.svg';
import natureMeadow from '../pictures/nature-meadow.svg';

export type ResultKind = 'Hot Ideas' | 'Latest Pictures' | 'Labels of Day' | 'Recent Movies' | 'Globals';
export type SampleResult = {
  readonly id: number;
  readonly title: string;
  readonly picture: string;
  readonly place: string;
  readonly description: string;
  readonly price: string;
  readonly per: 'week' | 'month';
  readonly isBestDeal?: boolean;
  readonly kind: ResultKind;
  readonly ageHours: number;
  readonly popularity: number;
  readonly interest: number;
};

/** The filter links, each with its number of results. Some links do not show this number. */
export const RESULT_KINDS: readonly {
  readonly kind: ResultKind;
  readonly count: number;
  readonly isCountShown: boolean;
}[] = [
  { kind: 'Hot Ideas', count: 34, isCountShown: true },
  { kind: 'Latest Pictures', count: 9, isCountShown: true },
  { kind: 'Labels of Day', count: 6, isCountShown: false },
  { kind: 'Recent Movies', count: 7, isCountShown: false },
  { kind: 'Globals', count: 18, isCountShown: true },
];

const PICTURES = [natureLake, natureMeadow, natureForest, natureDunes] as const;

type Described = readonly [string, string, string, string, 'week' | 'month'];

/** The first four results. The other results are made from the same texts. */
const FIRST: readonly Described[] = [
  [
    'A house on the lake',
    'Silver Water, north shore',
    'Four rooms, one boat, and a kitchen that looks at the mountains. The landing stage is yours alone.',
    '9,700',
    'week',
  ],
  [
    'The meadow rooms',
    'Long Acre, behind the mill',
    'Two quiet rooms above the old stable, breakfast from the garden, a bicycle for everybody.',
    '10,300',
    'week',
  ],
  [
    'Forest cabin with a stove',
    'Fern Gate, twelve kilometres from the road',
    'A cabin for three with dry wood, a good lamp and no signal. The key hangs behind the door.',
    '3,200',
    'week',
  ],
  [
    'A flat at the edge of the dunes',
    'Amber Coast, third row',
    'Bright, small and five minutes from the water. Sand is part of the furniture.',
    '2,400',
    'month',
  ],
];
const NAMES = ['Harbour', 'Orchard', 'Station', 'Garden', 'Tower', 'River', 'Market', 'Hill'] as const;
const SORTS = ['studio', 'loft', 'guest house', 'farm', 'workshop'] as const;

function resultAt(index: number, kind: ResultKind): SampleResult {
  const first = FIRST[index];
  const name = `${NAMES[index % NAMES.length]} ${SORTS[index % SORTS.length]}`;
  const [title, place, description, price, per] = first ?? [
    name,
    `${NAMES[(index * 3) % NAMES.length]} quarter`,
    `A ${SORTS[index % SORTS.length]} for ${2 + (index % 4)}, with ${1 + (index % 3)} windows to the ${index % 2 ? 'yard' : 'street'}.`,
    (1_000 + ((index * 137) % 90) * 100).toLocaleString('en-US'),
    index % 3 === 0 ? ('month' as const) : ('week' as const),
  ];
  return {
    id: index + 1,
    title,
    picture: PICTURES[index % PICTURES.length] ?? natureLake,
    place,
    description,
    price,
    per,
    ...(index === 1 ? { isBestDeal: true } : {}),
    kind,
    ageHours: 2 + index * 9 * (1 + (index % 5)),
    popularity: 1_000 - index,
    interest: (index * 53) % 97,
  };
}

const KIND_OF_EACH = RESULT_KINDS.flatMap(({ kind, count }) => Array.from({ length: count }, () => kind));

/** 74 fictional results; the first four are the most popular. */
export const RESULTS: readonly SampleResult[] = KIND_OF_EACH.map((kind, index) => resultAt(index, kind));
