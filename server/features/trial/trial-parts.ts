import type { FigureOfTrials } from '#contract/explain.ts';
import type { ContractTrial } from '#contract/trial.ts';
import type { AskedOfTrial, TriedBy, TriedPart } from '#domain/contract-trial.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { readTrial, replayContracts, type TrialNeeds } from './replay-contracts.ts';
import type { TrialBook, TriedRow } from './trial-tally.ts';

/** The result of a trial, broken down into parts. */
export async function trialParts(
  needs: TrialNeeds,
  trial: ContractTrial,
  asked: AskedOfTrial & { readonly by: TriedBy },
  isWanted: () => boolean,
): Promise<readonly TriedPart[]> {
  const read = await readTrial(needs, trial);
  const { network } = read;
  const dayOf = createDays(needs.config.networkTimeZone);
  const parts = new Map<string, TriedPart>();
  const book = bookOfParts(parts, asked, { network, dayOf, isAsked: createAsked(network, asked, dayOf) });
  await replayContracts(needs, read, book, isWanted);
  return [...parts.values()];
}

type Telling = {
  readonly network: Network;
  readonly dayOf: (atMs: number) => string;
  readonly isAsked: (row: TriedRow) => boolean;
};

function bookOfParts(
  parts: Map<string, TriedPart>,
  { by, figure }: { readonly by: TriedBy; readonly figure: FigureOfTrials },
  { network, dayOf, isAsked }: Telling,
): TrialBook {
  return {
    add: (row, events, _before, after) => {
      if (after === null || !isAsked(row)) return;
      const of = nameOf(network, row, by, dayOf);
      const name = JSON.stringify([of.id, row.kind, ...(figure === 'views' ? [] : [after.amount, after.owner])]);
      const known = parts.get(name);
      const count = BigInt(events);
      parts.set(name, {
        ...of,
        kind: row.kind,
        each: String(after.amount),
        ownerEach: String(after.owner),
        events: events + (known?.events ?? 0),
        paid: count * BigInt(after.amount) + (known?.paid ?? 0n),
        owner: count * BigInt(after.owner) + (known?.owner ?? 0n),
      });
    },
  };
}

/** Whether a row belongs to the query. */
export const createAsked =
  (network: Network, { days, figure, only }: AskedOfTrial, dayOf: (atMs: number) => string) =>
  (row: Omit<TriedRow, 'single'>): boolean =>
    (figure !== 'views' || row.kind === 'view') &&
    isAmong(only.customer, idOf(network, row.customerKey)) &&
    isAmong(only.advertiser, idOf(network, row.advertiserKey)) &&
    isAmong(only.flight, network.flightCode.get(row.flightKey) ?? '') &&
    (days === null || (dayOf(row.atMs) >= days.from && dayOf(row.atMs) <= days.to));

const isAmong = (wanted: readonly string[] | undefined, id: string): boolean =>
  wanted === undefined || wanted.includes(id);
const idOf = ({ customerByKey }: Network, key: number): string => customerByKey.get(key)?.id ?? '';

function nameOf(
  network: Network,
  row: TriedRow,
  by: TriedBy,
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

/** Memoizes the last day: rows come day after day, so that the next row is nearly always in the same day. */
export function createDays(zone: string): (atMs: number) => string {
  let day = zonedDay(0, zone);
  return (atMs) => {
    if (atMs < day.startMs || atMs >= day.endMs) day = zonedDay(atMs, zone);
    return day.date;
  };
}
