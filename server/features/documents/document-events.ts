import { exactDollars } from '#domain/money.ts';
import { priceAt } from '#domain/price-at.ts';
import type { Scope } from '#domain/role.ts';
import { versionAt } from '#domain/version-at.ts';
import { NO_UUID } from '#event-store/event-store.ts';
import {
  countDocumentEvents,
  type DocumentEvent,
  type DocumentSpan,
  streamDocumentEvents,
} from '../../billing/document-events-queries.ts';
import type { PrintedLine } from '../../billing/document-parts.ts';
import type { DocumentRow } from '../../billing/drafts-queries.ts';
import { findMonths } from '../../billing/months-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { grouped } from '../../lib/grouped.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { findPriceVersions, findShareVersions, type PriceVersionRow } from './versions-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'events' | 'figures'>;

/** An event behind a document, as the recipient sees it: statements show no price, invoices no share. */
export type ShownEvent = {
  readonly outlet: string;
  readonly id: string;
  readonly at: string;
  readonly arrived_at: string;
  readonly kind: DocumentEvent['kind'];
  readonly verdict: string;
  /** When the price, or the owner's share, took effect; '' if there is none. */
  readonly version: string;
  readonly flight: string;
  readonly amount: string;
};

/**
 * Streams a final document's events, counted or not, oldest first. Throws if they were removed or if their number
 * differs from the document. If events disappear during the stream, the file breaks off.
 */
export async function documentEvents(
  needs: Needs,
  scope: Scope,
  document: DocumentRow,
  lines: readonly PrintedLine[],
): Promise<AsyncGenerator<ShownEvent>> {
  const { accounts, events, figures } = needs;
  const spans = await spansOf(needs, document, lines);
  const { archive } = await events.seal();
  if (spans.some(({ fromMs }) => fromMs < archive.endMs))
    throw new AppError('not-found', 'The events of this document were removed. Its lines keep their amounts.');
  const asked = { kind: document.kind, customerKey: document.customer_key, scope };
  let found = 0;
  for (const span of spans) found += await countDocumentEvents(events, { ...asked, span });
  const counted = countOf(lines);
  if (found !== counted)
    throw new AppError(
      'conflict',
      `Events are missing: the document has ${counted}, but only ${found} are stored. Contact the operator.`,
    );
  const network = await figures.network();
  const versions =
    document.kind === 'statement'
      ? sharesOf(await findShareVersions(accounts, document.customer_id))
      : pricesOf(network, await findPriceVersions(accounts, document.customer_id));
  return shownEvents(needs, network, { spans, asked, versions, counted });
}

type VersionOf = (event: DocumentEvent) => number | undefined;

const sharesOf =
  (shares: Awaited<ReturnType<typeof findShareVersions>>): VersionOf =>
  ({ atMs }) =>
    versionAt(shares, atMs)?.validFrom;

function pricesOf(network: Network, prices: readonly PriceVersionRow[]): VersionOf {
  const byFlight = grouped(prices, ({ flightKey }) => flightKey);
  return ({ atMs, customerKey, flightKey, outletKey }) => {
    const type = network.holdings.get(customerKey)?.get(outletKey)?.venue.type ?? '';
    return priceAt(byFlight.get(flightKey) ?? [], type, atMs)?.validFrom;
  };
}

/** Returns the number of events on the lines, counted or not, of any kind. */
const countOf = (lines: readonly PrintedLine[]): number =>
  lines
    .flatMap((line) => [line, ...line.judged])
    .reduce((sum, { views, clicks, burns }) => sum + views + clicks + burns, 0);

/** Returns the time spans of the document's own month and of the months of its late events. */
async function spansOf(
  { accounts }: Needs,
  document: DocumentRow,
  lines: readonly PrintedLine[],
): Promise<DocumentSpan[]> {
  const months = await findMonths(accounts);
  const before = months.filter(({ month, cut_off_at: at }) => month < document.month && at !== null).at(-1);
  const late = new Set(lines.filter(({ kind }) => kind === 'late').map(({ month }) => month));
  return months
    .filter(({ month }) => month === document.month || late.has(month))
    .map(({ month, from_at: fromMs, to_at: toMs }) => ({
      fromMs,
      toMs,
      arrivedBefore: document.cut_off_at,
      arrivedFrom: month === document.month ? 0 : (before?.cut_off_at ?? 0),
    }));
}

type Sending = {
  readonly spans: readonly DocumentSpan[];
  readonly asked: Pick<Parameters<typeof streamDocumentEvents>[1], 'kind' | 'customerKey' | 'scope'>;
  readonly versions: VersionOf;
  readonly counted: number;
};

async function* shownEvents(
  { events }: Needs,
  network: Network,
  { spans, asked, versions, counted }: Sending,
): AsyncGenerator<ShownEvent> {
  let sent = 0;
  for (const span of spans)
    for await (const event of streamDocumentEvents(events, { ...asked, span })) {
      sent += 1;
      yield shown(event, network, versions(event), asked.kind);
    }
  if (sent !== counted) throw new Error(`${sent} events were sent of a document that counted ${counted}`);
}

const instant = (ms: number | undefined): string => (ms === undefined ? '' : new Date(ms).toISOString());

const shown = (
  event: DocumentEvent,
  network: Network,
  version: number | undefined,
  kind: DocumentRow['kind'],
): ShownEvent => ({
  outlet: (network.outletByKey.get(event.outletKey)?.eui ?? '').toUpperCase(),
  id: event.sentId === NO_UUID ? '' : event.sentId,
  at: instant(event.atMs),
  arrived_at: instant(event.arrivedMs),
  kind: event.kind,
  verdict: event.reason === 'none' ? 'counted' : event.reason,
  version: instant(version),
  // An owner sees the sponsors, but not their campaigns.
  flight: kind === 'statement' ? '' : (network.flightCode.get(event.flightKey) ?? ''),
  amount: exactDollars(event.micros),
});
