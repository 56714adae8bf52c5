import type { LineEvent, LineEventPage } from '#contract/documents.ts';
import { monthBounds } from '#domain/billing-month.ts';
import type { Scope } from '#domain/role.ts';
import { NO_UUID } from '#event-store/event-store.ts';
import { findMonths } from '../../billing/months-queries.ts';
import type { Line } from '../../billing/unbilled-documents.ts';
import { findLineEvents } from '../../billing/unbilled-events-queries.ts';
import type { Dependencies } from '../../dependencies.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'events'>;

type Asked = {
  readonly document: {
    readonly kind: 'statement' | 'invoice';
    readonly month: string;
    readonly customerKey: number;
    /** Epoch seconds; null means now. */
    readonly arrivedBefore: number | null;
  };
  readonly line: Pick<Line, 'kind' | 'month' | 'of_key' | 'views' | 'clicks' | 'burns'>;
  readonly limit: number;
  readonly offset: number;
};

/**
 * Reads the events behind a line: the events of its outlet or flight in its month that had arrived by the document's
 * cut-off. For a late line, reads the events that arrived since the previous documents. Lines without delivery have no
 * events. `removed` counts the events that retention removed.
 */
export async function readLineEvents(
  { accounts, config, events }: Needs,
  scope: Scope,
  { document, line, limit, offset }: Asked,
): Promise<Pick<LineEventPage, 'data' | 'total' | 'removed'>> {
  if ((line.kind !== 'delivery' && line.kind !== 'late') || line.of_key === 0 || offset > MOST_OFFSET)
    return { data: [], total: 0, removed: 0 };
  const months = await findMonths(accounts);
  const stored = months.find(({ month }) => month === line.month);
  const before = months.filter(({ month, cut_off_at: at }) => month < document.month && at !== null).at(-1);
  const bounds = monthBounds(line.month, config.networkTimeZone);
  const fromMs = stored?.from_at ?? bounds.fromMs;
  const { archive } = await events.seal();
  const { rows, total } = await findLineEvents(events, scope, {
    kind: document.kind,
    customerKey: document.customerKey,
    ofKey: line.of_key,
    limit,
    offset,
    // Rows from removed weeks stay in the store for a while.
    fromMs: Math.max(fromMs, archive.endMs),
    toMs: stored?.to_at ?? bounds.toMs,
    arrivedFrom: line.kind === 'late' ? (before?.cut_off_at ?? 0) : 0,
    arrivedBefore: document.arrivedBefore,
  });
  const isStatement = document.kind === 'statement';
  const counted = line.views + line.clicks + line.burns;
  const data = rows.map((event): LineEvent => toShown(event, isStatement));
  return { data, total, removed: fromMs < archive.endMs ? Math.max(0, counted - total) : 0 };
}

const toShown = (
  { amount, atMs, kind, owner, sentId }: Awaited<ReturnType<typeof findLineEvents>>['rows'][number],
  isStatement: boolean,
): LineEvent => ({
  id: sentId === NO_UUID ? '' : sentId,
  at: new Date(atMs).toISOString(),
  kind,
  micros: String(isStatement ? owner : amount),
});

/** Maximum offset of a page. The store reads all rows before a page, and no user pages this far. */
const MOST_OFFSET = 100_000;
