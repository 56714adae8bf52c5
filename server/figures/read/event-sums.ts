import { SOPHISTICATED_REASONS } from '#domain/invalid-traffic.ts';
import { EVENT_SUMS, type EventSum, type EventSums } from '#domain/report-metrics.ts';
import type { Scope } from '#domain/role.ts';
import type { EventSource } from './archive-queries.ts';

export const MONEY = { all: 'amount_micros', owner: 'owner_micros', advertiser: 'amount_micros' } as const;

type Asked = {
  readonly scope: Scope;
  readonly place: EventSource;
  /** The condition for valid rows; `true` if only valid rows are read. */
  readonly counts: string;
};

type SumDefinition = {
  readonly sql: (asked: Asked) => string;
  /** Whether the sum also needs invalid events. */
  readonly readsInvalid: boolean;
};

const ofKind = (kind: 'view' | 'click' | 'burn'): SumDefinition => ({
  sql: ({ counts, place }) => place.count(`kind = '${kind}' AND ${counts}`),
  readsInvalid: false,
});
/** Defines a sum of energy, which is 0 for advertisers, because they may not see energy. */
const ofEnergy = (sql: SumDefinition['sql']): SumDefinition => ({
  sql: (asked) => (asked.scope.kind === 'advertiser' ? '0' : sql(asked)),
  readsInvalid: false,
});
const SOPHISTICATED = SOPHISTICATED_REASONS.map((reason) => `'${reason}'`).join(', ');

/** How to read each registered sum, from single events and from archived quarter hours. */
export const SUM_SQL: Readonly<Record<EventSum, SumDefinition>> = {
  views: ofKind('view'),
  clicks: ofKind('click'),
  burns: ofKind('burn'),
  micros: { sql: ({ counts, scope }) => `sumIf(${MONEY[scope.kind]}, ${counts})`, readsInvalid: false },
  energyMilliWh: ofEnergy(({ counts }) => `sumIf(energy_milli_wh, ${counts})`),
  estimatedViews: ofEnergy(({ counts, place }) => place.countEstimated(counts)),
  allViews: { sql: ({ place }) => place.count("kind = 'view'"), readsInvalid: true },
  sophisticatedViews: {
    sql: ({ place }) => place.count(`kind = 'view' AND toString(invalid) IN (${SOPHISTICATED})`),
    readsInvalid: true,
  },
  unsignedViews: { sql: ({ counts, place }) => place.countUnsigned(counts), readsInvalid: false },
  unsignedMicros: {
    sql: ({ counts, place, scope }) => place.sumUnsigned(MONEY[scope.kind], counts),
    readsInvalid: false,
  },
};

/** All event sums available in reports. */
export const ALL_SUMS = Object.keys(EVENT_SUMS) as readonly EventSum[];

/** Returns SQL columns for sums, with names that consist of the prefix and the sum, such as `total_views`. */
export const sumsSql = <Sum extends EventSum>(sums: readonly Sum[], prefix: string, asked: Asked): string =>
  sums.map((name) => `${SUM_SQL[name].sql(asked)} AS ${prefix}_${name}`).join(', ');

/** A row with the columns of `sumsSql`. Stores return sums as text, because a sum may exceed a JSON number. */
export type SumColumns<Prefix extends string, Sum extends EventSum> = {
  readonly [Column in `${Prefix}_${Sum}`]: string;
};

/** Returns a function that reads the columns of `sumsSql`: counts become numbers, and money exact micro-dollars. */
export function sumReader<Prefix extends string, Sum extends EventSum>(
  sums: readonly Sum[],
  prefix: Prefix,
): (row: SumColumns<Prefix, Sum>) => Pick<EventSums, Sum> {
  const columns = sums.map((name) => ({
    name,
    column: `${prefix}_${name}` as const,
    isMoney: EVENT_SUMS[name] === 'money',
  }));
  return (row) => {
    const read: Partial<Record<EventSum, number | bigint>> = {};
    for (const { column, isMoney, name } of columns) read[name] = isMoney ? BigInt(row[column]) : Number(row[column]);
    return read as Pick<EventSums, Sum>;
  };
}

export function addEventSums(a: EventSums, b: EventSums): EventSums {
  const sum: Partial<Record<EventSum, number | bigint>> = {};
  for (const name of ALL_SUMS) sum[name] = plus(a[name], b[name]);
  return sum as EventSums;
}

/** Adds two counts or two amounts. A count must not be added to an amount. */
export const plus = <Value extends number | bigint>(a: Value, b: Value): Value =>
  ((a as number) + (b as number)) as Value;
