import { type ContractTrial, MOST_JUDGED_DAYS, MOST_TRIED_DAYS } from '#contract/trial.ts';
import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import type { TrialTerms } from '#domain/contract-trial.ts';
import { DAY_MS } from '#domain/durations.ts';
import { startOfDate, zonedDay } from '#domain/zoned-day.ts';
import type { Figures } from '../../figures/figures.ts';
import { AppError } from '../../http/app-error.ts';
import { checkedPriceMicros } from '../../network/checked-price.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';

const refused = (message: string) => new AppError('invalid', message);

/** The start and end instants of the range, in the network's time zone. */
export function readSpan(
  { from, to, rules }: ContractTrial,
  { zone, nowMs, singlesSinceMs }: { readonly zone: string; readonly nowMs: number; readonly singlesSinceMs: number },
): { readonly fromMs: number; readonly toMs: number } {
  if (!isCalendarDate(from) || !isCalendarDate(to)) throw refused('There is no such day.');
  if (from > to) throw refused('The range has to start before it ends.');
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const most = rules === null ? MOST_TRIED_DAYS : MOST_JUDGED_DAYS;
  if (days > most) throw refused(`${most} days at most are replayed${rules === null ? '' : ' with rules of traffic'}.`);
  const [fromMs, toMs] = [startOfDate(from, zone), Math.min(startOfDate(addDays(to, 1), zone), nowMs)];
  if (fromMs >= nowMs) throw refused('Only what has happened is replayed.');
  if (fromMs < singlesSinceMs) {
    // The first day of the zone that has all of its events.
    const first = zonedDay(singlesSinceMs, zone);
    const day = first.startMs < singlesSinceMs ? addDays(first.date, 1) : first.date;
    throw refused(`Single events are kept since ${day}: begin then or later.`);
  }
  return { fromMs, toMs };
}

/** Translates the trial to keys of the events store. */
export async function readTerms(trial: ContractTrial, network: Network, figures: Figures): Promise<TrialTerms> {
  const {
    flight,
    price,
    price_change_percent: change,
    price_model: model,
    share_cid: cid,
    share_percent: percent,
  } = trial;
  if (cid !== null && percent === null) throw refused('Say the share that is tried for this owner.');
  if ((flight === null) !== (price === null) || (flight === null) !== (model === null))
    throw refused('A price that is tried has a flight, a model and an amount.');
  return {
    share:
      percent === null
        ? null
        : { customerKey: cid === null ? null : await ownerOf(figures, cid), ppm: Math.round(percent * 10_000) },
    price:
      flight === null || price === null || model === null
        ? null
        : { flightKey: flightOf(network, flight), model, priceMicros: checkedPriceMicros(model, price) },
    changeOfPrices: change === null ? null : Math.round(change * 100),
  };
}

async function ownerOf(figures: Figures, idOrName: string): Promise<number> {
  const { customerKey } = await figures.narrow({ kind: 'all' }, idOrName);
  if (customerKey === null) throw refused('Only owners have a share: this customer is an advertiser.');
  return customerKey;
}

function flightOf({ flightCode }: Network, code: string): number {
  for (const [key, known] of flightCode) if (known === code) return key;
  throw new AppError('not-found', 'There is no such flight.');
}
