import type { FigureOfTrials } from '#contract/explain.ts';
import type { ContractTrial } from '#contract/trial.ts';
import type { BillableKind } from '#domain/money.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { replayContracts, type TrialNeeds } from './replay-contracts.ts';
import type { TrialBook, TriedRow } from './trial-tally.ts';

type By = 'flight' | 'advertiser' | 'customer' | 'day';

export type AskedParts = {
  readonly figure: FigureOfTrials;
  readonly by: By;
  /** Days of the network's zone, both included; null is all of the trial's. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** By id, a flight by its code; what is absent narrows nothing. */
  readonly only: {
    readonly customer?: readonly string[];
    readonly advertiser?: readonly string[];
    readonly flight?: readonly string[];
  };
};

/** Events of a kind that would have come to the same each, and what they come to; a count comes to itself. */
export type TriedPart = {
  readonly id: string;
  readonly label: string;
  readonly kind: BillableKind;
  readonly each: string;
  readonly ownerEach: string;
  readonly events: number;
  readonly paid: bigint;
  readonly owner: bigint;
};

/** What a trial would have come to, by what it is made of. */
export async function trialParts(
  needs: TrialNeeds,
  trial: ContractTrial,
  asked: AskedParts,
  isWanted: () => boolean,
): Promise<readonly TriedPart[]> {
  const network = await needs.figures.network();
  const dayOf = createDays(needs.config.networkTimeZone);
  const { by, days, figure, only } = asked;
  const isAsked = (row: TriedRow): boolean =>
    (figure !== 'views' || row.kind === 'view') &&
    isAmong(only.customer, idOf(network, row.customerKey)) &&
    isAmong(only.advertiser, idOf(network, row.advertiserKey)) &&
    isAmong(only.flight, network.flightCode.get(row.flightKey) ?? '') &&
    (days === null || (dayOf(row.atMs) >= days.from && dayOf(row.atMs) <= days.to));
  const parts = new Map<string, TriedPart>();
  const book: TrialBook = {
    add: (row, events, _before, after) => {
      if (after === null || !isAsked(row)) return;
      const of = nameOf(network, row, by, dayOf);
      const name = JSON.stringify([of.id, row.kind, ...(figure === 'views' ? [] : [after.amount, after.owner])]);
      const known = parts.get(name);
      const count = BigInt(events);
      parts.set(name, {
        ...{ ...of, kind: row.kind, each: String(after.amount), ownerEach: String(after.owner) },
        events: events + (known?.events ?? 0),
        paid: count * BigInt(after.amount) + (known?.paid ?? 0n),
        owner: count * BigInt(after.owner) + (known?.owner ?? 0n),
      });
    },
  };
  await replayContracts(needs, trial, book, isWanted);
  return [...parts.values()];
}

const isAmong = (wanted: readonly string[] | undefined, id: string): boolean =>
  wanted === undefined || wanted.includes(id);
const idOf = ({ customerByKey }: Network, key: number): string => customerByKey.get(key)?.id ?? '';

function nameOf(
  network: Network,
  row: TriedRow,
  by: By,
  dayOf: (atMs: number) => string,
): { readonly id: string; readonly label: string } {
  switch (by) {
    case 'flight': {
      const code = network.flightCode.get(row.flightKey) ?? '';
      return { id: code, label: code };
    }
    case 'day':
      return { id: dayOf(row.atMs), label: dayOf(row.atMs) };
    default: {
      const customer = network.customerByKey.get(by === 'customer' ? row.customerKey : row.advertiserKey);
      return { id: customer?.id ?? '', label: customer?.name ?? '' };
    }
  }
}

/** Rows come day after day, so that the last one is nearly always the next one's. */
function createDays(zone: string): (atMs: number) => string {
  let day = zonedDay(0, zone);
  return (atMs) => {
    if (atMs < day.startMs || atMs >= day.endMs) day = zonedDay(atMs, zone);
    return day.date;
  };
}
