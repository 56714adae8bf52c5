import type { Span } from '#domain/uptime.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Network } from '../network/snapshot/whole-network.ts';
import type { FigureCache } from './cache/figure-cache.ts';
import { type ContactTimes, contactHoursOf, readContactTimes } from './read/contact-times.ts';
import { MANY_OUTLETS } from './read/contacts.ts';

/** The spans in which an outlet was up, and its first contact, or null if the outlet never made contact. */
export type UpTimes = Pick<ContactTimes, 'up' | 'heardMs'>;

export type UpTimesByKey = ReadonlyMap<number, UpTimes>;

export type ReadUpTimes = (network: Network, outletKeys: readonly number[], span: Span) => Promise<UpTimesByKey>;

/**
 * Creates the function that reads when outlets were up. A screen asks several questions about the same outlets. For
 * more than `MANY_OUTLETS` outlets, those questions share one cached read.
 */
export function createUpTimes(accounts: AccountsDb, { forNetwork }: FigureCache): ReadUpTimes {
  const keptOf = forNetwork<UpTimesByKey>('upTimes', countSpans);
  return async (network, outletKeys, span) => {
    const read = () => readContactTimes(accounts, outletKeys, span, ({ heardMs, up }) => ({ heardMs, up }));
    if (outletKeys.length <= MANY_OUTLETS) return read();
    const { fromHour, toHour } = contactHoursOf(span);
    return keptOf(network).get({ kind: 'all' }, `${fromHour}|${toHour}|${outletKeys}`, read);
  };
}

function countSpans(times: UpTimesByKey): number {
  let count = 0;
  for (const { up } of times.values()) count += 1 + up.length;
  return count;
}
