import type { ExplainedEvent, FigureOfEvents } from '#contract/explain.ts';
import type { EventKind } from '../../databases/events/events-db.ts';
import type { CellsQuestion } from '../../figures/asked/cells-question.ts';
import type { TermEvent } from '../../figures/read/terms-queries.ts';
import { AppError } from '../../http/app-error.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { Reading } from './read-side.ts';

const KINDS_OF: Readonly<Record<FigureOfEvents, readonly EventKind[]>> = {
  revenue: ['view', 'click', 'burn'],
  energy: ['view', 'click', 'burn'],
  views: ['view'],
  clicks: ['click'],
  burns: ['burn'],
};
const ADDING = { revenue: 'money', energy: 'energy', views: 'any', clicks: 'any', burns: 'any' } as const;
const A_PAGE = 100;
const MOST_ID = 2n ** 64n;

type Asked = {
  readonly figure: FigureOfEvents;
  /** Whose money it is, of what administrators read. */
  readonly money: 'own' | 'owner';
  readonly cursor: string | undefined;
};
type Page = {
  readonly events: ExplainedEvent[];
  readonly amount: bigint;
  readonly paid: bigint;
  readonly owner: bigint;
  readonly next: string | null;
};

/** A page of the events that a figure is made of, as the scope may see them: who looked is none of it. */
export async function explainedEvents(
  { figures }: Pick<Reading, 'figures'>,
  network: Network,
  cells: CellsQuestion,
  { figure, money, cursor }: Asked,
): Promise<Page> {
  const before = cursor === undefined ? null : readPlace(cursor);
  const found = await figures.termEvents(cells, {
    before,
    kinds: KINDS_OF[figure],
    adding: ADDING[figure],
    limit: A_PAGE + 1,
  });
  const page = found.slice(0, A_PAGE);
  const last = page.at(-1);
  const next = found.length > A_PAGE && last !== undefined ? `${last.timestampMs}_${last.eventId}` : null;
  let [amount, paid, owner] = [0n, 0n, 0n];
  const events = page.map((event) => {
    const added = money === 'owner' ? event.ownerMicros : addedBy(figure, event);
    amount += added;
    paid += figure === 'revenue' ? event.micros : 0n;
    owner += figure === 'revenue' ? event.ownerMicros : 0n;
    return shown(network, cells, { event, figure, money, added });
  });
  return { events, amount, paid, owner, next };
}

function addedBy(figure: FigureOfEvents, { energyMilliWh, micros }: TermEvent): bigint {
  if (figure === 'revenue') return micros;
  return figure === 'energy' ? energyMilliWh : 1n;
}

function shown(
  network: Network,
  { scope }: CellsQuestion,
  {
    event,
    figure,
    money,
    added,
  }: Pick<Asked, 'figure' | 'money'> & { readonly event: TermEvent; readonly added: bigint },
): ExplainedEvent {
  const holding = network.holdings.get(event.customerKey)?.get(event.outletKey);
  const outlet = holding?.outlet ?? network.outletByKey.get(event.outletKey);
  const { ownerMicros } = event;
  return {
    id: String(event.eventId),
    timestamp: new Date(event.timestampMs).toISOString(),
    kind: event.kind,
    eui: (outlet?.eui ?? '').toUpperCase(),
    outlet: holding?.outlet.label ?? '',
    advertiser: network.customerByKey.get(event.advertiserKey)?.name ?? '',
    amount: String(added),
    // An owner learns who the sponsors are, not their campaigns.
    ...(scope.kind === 'owner' ? {} : { flight: network.flightCode.get(event.flightKey) ?? '' }),
    ...(scope.kind === 'all' && figure === 'revenue'
      ? money === 'owner'
        ? { paid: String(event.micros) }
        : { owner: String(ownerMicros), network: String(added - ownerMicros) }
      : {}),
    ...(figure === 'energy' ? { is_estimated: event.isEstimated } : {}),
  };
}

function readPlace(cursor: string) {
  const [, at, id] = /^([0-9]{1,15})_([0-9]{1,20})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined || BigInt(id) >= MOST_ID)
    throw new AppError('invalid', 'This page is not known. Start again from the first one.');
  return { timestampMs: Number(at), eventId: BigInt(id) };
}
