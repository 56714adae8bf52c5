import type { EventsReader, ReadingSource } from '#event-store/event-store.ts';

/** A view and its current energy, with all corrections applied. */
export type Charge = {
  readonly viewId: bigint;
  readonly atMs: number;
  readonly localDay: string;
  readonly customerKey: number;
  readonly advertiserKey: number;
  readonly campaignKey: number;
  readonly flightKey: number;
  readonly milliWh: number;
  /**
   * The source of the view's energy; `none` means the estimate. If there are several readings, the last one in this
   * order wins: view, click, burn.
   */
  readonly readBy: ReadingSource;
};

/** Energy measured while no view was charging: its time, its owner and the date in the owner's time zone. */
export type LooseEnergy = {
  readonly atMs: number;
  readonly milliWh: number;
  readonly customerKey: number;
  readonly localDay: string;
};

export type OutletEnergy = { readonly charges: Charge[]; readonly loose: LooseEnergy[] };

/** Limits of a query. An outlet that buffered events for a month needs a few thousand rows. */
const READ_LIMITS = { seconds: 20, rows: 1_000_000 };
const MOST_OUTLETS = 1_000;

type Wanted = {
  readonly outletKeys: readonly number[];
  /** The owners of the outlets at that time. Rows are sorted by owner first. */
  readonly customerKeys: readonly number[];
  readonly fromMs: number;
  readonly toMs: number;
};

type Row = {
  outlet: number;
  kind: 'view' | 'click' | 'burn' | 'reading';
  at: string;
  id: string;
  viewId: string;
  day: string;
  customer: number;
  advertiser: number;
  campaign: number;
  flight: number;
  energy: string;
  metered: boolean | number;
  readingOf: ReadingSource;
};

/** Finds the counted views of outlets with their energy, oldest first. The time range includes both ends. */
export async function findCharges(
  events: Pick<EventsReader, 'query'>,
  { outletKeys, customerKeys, fromMs, toMs }: Wanted,
): Promise<ReadonlyMap<number, OutletEnergy>> {
  const rows: Row[] = [];
  for (let from = 0; from < outletKeys.length; from += MOST_OUTLETS)
    for (const row of await events.query<Row>({
      sql: `SELECT device_id AS outlet, toString(kind) AS kind, toUnixTimestamp64Milli(ts) AS at, toString(event_id) AS id,
            toString(view_id) AS viewId, toString(local_day) AS day, customer_id AS customer, advertiser_id AS advertiser,
            campaign_id AS campaign, flight_id AS flight, energy_milli_wh AS energy, energy_metered AS metered,
            toString(reading_of) AS readingOf
          FROM events FINAL
          WHERE customer_id IN {customers:Array(UInt32)} AND device_id IN {outlets:Array(UInt32)} AND invalid = 'none'
            AND ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts <= fromUnixTimestamp64Milli({to:Int64})
            AND (events.kind = 'view' OR energy_milli_wh != 0 OR events.kind = 'reading')
          ORDER BY ts, event_id`,
      params: {
        customers: customerKeys,
        outlets: outletKeys.slice(from, from + MOST_OUTLETS),
        from: fromMs,
        to: toMs,
      },
      scope: { kind: 'all' },
      limits: READ_LIMITS,
    }))
      rows.push(row);
  return chargesOf(rows);
}

const RANK: Readonly<Record<ReadingSource, number>> = { none: 0, register: 1, view: 2, click: 3, burn: 4 };

/**
 * Whether a reading from `source` replaces the existing one. A charge keeps one figure: the last in the source order.
 */
export const replaces = (source: ReadingSource, readBy: ReadingSource): boolean => RANK[source] > RANK[readBy];

function chargesOf(rows: readonly Row[]): ReadonlyMap<number, OutletEnergy> {
  const outlets = new Map<number, { charges: Map<string, Charge>; loose: LooseEnergy[] }>();
  for (const row of rows) if (!outlets.has(row.outlet)) outlets.set(row.outlet, { charges: new Map(), loose: [] });
  for (const row of rows) {
    if (row.kind !== 'view') continue;
    outlets.get(row.outlet)?.charges.set(row.id, {
      viewId: BigInt(row.id),
      atMs: Number(row.at),
      localDay: row.day,
      customerKey: row.customer,
      advertiserKey: row.advertiser,
      campaignKey: row.campaign,
      flightKey: row.flight,
      milliWh: Number(row.energy),
      readBy: row.metered ? 'view' : 'none',
    });
  }
  for (const row of rows) {
    if (row.kind === 'view') continue;
    const outlet = outlets.get(row.outlet);
    const charge = outlet?.charges.get(row.viewId);
    if (charge !== undefined) outlet?.charges.set(row.viewId, added(charge, row));
    else if (row.viewId === '0') addLoose(outlet?.loose, row);
  }
  return new Map([...outlets].map(([key, { charges, loose }]) => [key, { charges: [...charges.values()], loose }]));
}

/**
 * Adds energy that belongs to no view. A correction for a late view has the same time as the energy it is taken from,
 * so the two are summed.
 */
function addLoose(all: LooseEnergy[] | undefined, { at, energy, customer, day }: Row): void {
  const own = { atMs: Number(at), milliWh: Number(energy), customerKey: customer, localDay: day };
  const same = all?.findIndex(({ atMs }) => atMs === own.atMs) ?? -1;
  const before = all?.[same];
  if (before === undefined) all?.push(own);
  else all?.splice(same, 1, { ...own, milliWh: before.milliWh + own.milliWh });
}

/** Adds the energy of a row to its charge. In earlier versions, clicks and burns had energy of their own. */
function added(charge: Charge, row: Row): Charge {
  const source = row.kind === 'reading' ? row.readingOf : row.kind;
  return {
    ...charge,
    milliWh: charge.milliWh + Number(row.energy),
    readBy: replaces(source, charge.readBy) ? source : charge.readBy,
  };
}
