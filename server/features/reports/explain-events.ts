import type { ExplainedEvent } from '#contract/explain.ts';
import { INVALID_REASONS } from '#contract/ingest.ts';
import { EVENTS_AT_ONCE, eventPlace, placeOfEvent, readEventPlace } from '../../explain/explained-events-page.ts';
import { amountOf, type FigureRule, isMoney, isSide } from '../../explain/explained-rules.ts';
import type { CellsQuestion } from '../../figures/query/cells-question.ts';
import type { TermEvent, TermsPage } from '../../figures/read/terms-queries.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { Reading } from './read-report-period.ts';

const ADDING: Readonly<Record<FigureRule['adds'], TermsPage['adding']>> = {
  money: 'money',
  owner: 'money',
  network: 'money',
  withheld: 'withheld',
  energy: 'energy',
  events: 'any',
};

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
    limit: EVENTS_AT_ONCE + 1,
  });
  const page = found.slice(0, EVENTS_AT_ONCE);
  const last = page.at(-1);
  const next = found.length > EVENTS_AT_ONCE && last !== undefined ? eventPlace(last) : null;
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
