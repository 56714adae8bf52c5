import type { ExplainedEvent } from '#contract/explain.ts';
import { INVALID_REASONS } from '#contract/ingest.ts';
import type { CellsQuestion } from '../../figures/query/cells-question.ts';
import type { TermEvent, TermsPage } from '../../figures/read/terms-queries.ts';
import { AppError } from '../../http/app-error.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { amountOf, type FigureRule, isMoney, isSide } from './explained-rules.ts';
import type { Reading } from './read-report-period.ts';

const ADDING: Readonly<Record<FigureRule['adds'], TermsPage['adding']>> = {
  money: 'money',
  owner: 'money',
  network: 'money',
  withheld: 'withheld',
  energy: 'energy',
  events: 'any',
};
export const A_PAGE = 100;
const MOST_ID = 2n ** 64n;

type Asked = {
  readonly rule: FigureRule;
  readonly cursor: string | undefined;
};
type Page = {
  readonly events: ExplainedEvent[];
  readonly amount: bigint;
  readonly paid: bigint;
  readonly owner: bigint;
  readonly next: string | null;
};

/** A page of the events behind a figure, as the scope may see them. It never includes visitors. */
export async function explainedEvents(
  { figures }: Pick<Reading, 'figures'>,
  network: Network,
  cells: CellsQuestion,
  { rule, cursor }: Asked,
): Promise<Page> {
  const before = cursor === undefined ? null : readEventPlace(cursor);
  const found = await figures.termEvents(cells, {
    before,
    kinds: rule.kinds,
    adding: ADDING[rule.adds],
    limit: A_PAGE + 1,
  });
  const page = found.slice(0, A_PAGE);
  const last = page.at(-1);
  const next = found.length > A_PAGE && last !== undefined ? eventPlace(last) : null;
  let [amount, paid, owner] = [0n, 0n, 0n];
  const events = page.map((event) => {
    const added = amountOf(rule, event.kind, { ...event, events: 1 });
    amount += added;
    paid += isMoney(rule) ? event.micros : 0n;
    owner += isMoney(rule) ? event.ownerMicros : 0n;
    return shown(network, cells, { event, rule, added });
  });
  return { events, amount, paid, owner, next };
}

type Placed = Pick<TermEvent, 'eventId' | 'timestampMs' | 'kind' | 'customerKey' | 'outletKey' | 'advertiserKey'>;

/** The event's id, time and place, and its customer. */
export function placeOfEvent(network: Network, event: Placed) {
  const holding = network.holdings.get(event.customerKey)?.get(event.outletKey);
  const outlet = holding?.outlet ?? network.outletByKey.get(event.outletKey);
  return {
    id: String(event.eventId),
    timestamp: new Date(event.timestampMs).toISOString(),
    kind: event.kind,
    eui: (outlet?.eui ?? '').toUpperCase(),
    outlet: holding?.outlet.label ?? '',
    advertiser: network.customerByKey.get(event.advertiserKey)?.name ?? '',
  };
}

function shown(
  network: Network,
  { scope }: CellsQuestion,
  { event, rule, added }: Pick<Asked, 'rule'> & { readonly event: TermEvent; readonly added: bigint },
): ExplainedEvent {
  const { ownerMicros } = event;
  const reason = INVALID_REASONS.find((one) => one === event.reason);
  return {
    ...placeOfEvent(network, event),
    ...(event.sentId === '' ? {} : { sent_id: event.sentId }),
    amount: String(added),
    // An owner learns the sponsors, but not their campaigns.
    ...(scope.kind === 'owner' ? {} : { flight: network.flightCode.get(event.flightKey) ?? '' }),
    ...(scope.kind === 'all' && isMoney(rule)
      ? isSide(rule)
        ? { paid: String(event.micros) }
        : { owner: String(ownerMicros), network: String(added - ownerMicros) }
      : {}),
    ...(rule.adds === 'energy' ? { is_estimated: event.isEstimated } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

export const eventPlace = ({ eventId, timestampMs }: Pick<TermEvent, 'eventId' | 'timestampMs'>): string =>
  `${timestampMs}_${eventId}`;

export function readEventPlace(cursor: string) {
  const [, at, id] = /^([0-9]{1,15})_([0-9]{1,20})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined || BigInt(id) >= MOST_ID)
    throw new AppError('invalid', 'This page is not known. Start again from the first one.');
  return { timestampMs: Number(at), eventId: BigInt(id) };
}
