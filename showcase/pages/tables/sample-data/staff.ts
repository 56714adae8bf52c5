/** One of the 100 rows of the second dynamic table. */
export type StaffRow = {
  readonly name: string;
  readonly position: string;
  readonly office: string;
  readonly ext: string;
  /** yyyy/mm/dd */
  readonly startDate: string;
  /** In thousands of dollars, with three decimals. */
  readonly salary: number;
};

const FIRST = ['Ada', 'Bram', 'Cleo', 'Dario', 'Esme', 'Finn', 'Gita', 'Hugo', 'Ines', 'Jonas'] as const;
const LAST = ['Archer', 'Bell', 'Crane', 'Drew', 'Ellery', 'Frost', 'Gale', 'Hart', 'Iver', 'Joyce'] as const;
const POSITIONS = [
  'Accountant',
  'Field technician',
  'Software engineer',
  'Sales assistant',
  'Regional director',
  'Support lead',
  'Media buyer',
  'Data analyst',
] as const;
const OFFICES = ['Lisbon', 'New York', 'Oslo', 'Singapore', 'Sydney', 'Tokyo', 'Toronto'] as const;

/** Creates a random number generator (Lehmer's), which returns the same numbers on each visit. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const next = numbersFrom(20_261_121);
const upTo = (count: number): number => Math.floor(next() * count);
const two = (number: number): string => String(number).padStart(2, '0');

/** Each first name occurs once with each last name. Neighboring rows differ in both. */
export const STAFF: readonly StaffRow[] = LAST.flatMap((_, round) =>
  FIRST.map((first, place) => ({
    name: `${first} ${LAST[(place + round) % LAST.length]}`,
    position: POSITIONS[upTo(POSITIONS.length)] ?? POSITIONS[0],
    office: OFFICES[upTo(OFFICES.length)] ?? OFFICES[0],
    ext: String(1_000 + upTo(9_000)),
    startDate: `${2008 + upTo(18)}/${two(1 + upTo(12))}/${two(1 + upTo(28))}`,
    salary: Math.round((42 + next() * 300) * 1_000) / 1_000,
  })),
);
