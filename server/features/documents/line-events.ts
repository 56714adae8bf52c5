import type { LineEvent } from '#contract/documents.ts';
import { monthBounds } from '#domain/billing-month.ts';
import type { Scope } from '#domain/role.ts';
import { findMonths } from '../../billing/months-queries.ts';
import type { Line } from '../../billing/unbilled-documents.ts';
import { findLineEvents } from '../../billing/unbilled-events-queries.ts';
import { NO_UUID } from '../../databases/events/events-db.ts';
import type { Dependencies } from '../../dependencies.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'events'>;

type Asked = {
  readonly document: {
    readonly kind: 'statement' | 'invoice';
    readonly month: string;
    readonly customerKey: number;
    /** Epoch seconds; null is now. */
    readonly arrivedBefore: number | null;
  };
  readonly line: Pick<Line, 'kind' | 'month' | 'of_key'>;
  readonly limit: number;
  readonly offset: number;
};

/**
 * The events of a line: of its outlet or flight in its month, as they had arrived when the document was fixed. A late line
 * has those that arrived since the documents before. Lines that are not of delivery have none.
 */
export async function readLineEvents(
  { accounts, config, events }: Needs,
  scope: Scope,
  { document, line, limit, offset }: Asked,
): Promise<{ data: LineEvent[]; total: number }> {
  if ((line.kind !== 'delivery' && line.kind !== 'late') || line.of_key === 0 || offset > MOST_OFFSET)
    return { data: [], total: 0 };
  const months = await findMonths(accounts);
  const stored = months.find(({ month }) => month === line.month);
  const before = months.filter(({ month, cut_off_at: at }) => month < document.month && at !== null).at(-1);
  const bounds = monthBounds(line.month, config.networkTimeZone);
  const { rows, total } = await findLineEvents(events, scope, {
    ...{ kind: document.kind, customerKey: document.customerKey, ofKey: line.of_key, limit, offset },
    ...{ fromMs: stored?.from_at ?? bounds.fromMs, toMs: stored?.to_at ?? bounds.toMs },
    arrivedFrom: line.kind === 'late' ? (before?.cut_off_at ?? 0) : 0,
    arrivedBefore: document.arrivedBefore,
  });
  const isStatement = document.kind === 'statement';
  const data = rows.map(({ atMs, kind, amount, owner, sentId }) => ({
    ...{
      id: sentId === NO_UUID ? '' : sentId,
      at: new Date(atMs).toISOString(),
      kind,
      micros: String(isStatement ? owner : amount),
    },
  }));
  return { data, total };
}

/** Nobody turns so many pages, and the store reads all that lie before. */
const MOST_OFFSET = 100_000;
