import type { DocumentKind } from '../../databases/accounts/ledger-tables.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
import type { ShownEvent } from './document-events.ts';

/** Names are the same in both formats. Of an owner's file the flight and the price are no part, of an advertiser's the share. */
export const eventColumns = (kind: DocumentKind): readonly ExportColumn<ShownEvent>[] => [
  { name: 'outlet', value: ({ outlet }) => outlet },
  { name: 'id', value: ({ id }) => id },
  { name: 'at', value: ({ at }) => at },
  { name: 'arrived_at', value: ({ arrived_at: at }) => at },
  { name: 'kind', value: (event) => event.kind },
  { name: 'verdict', value: ({ verdict }) => verdict },
  ...(kind === 'invoice' ? [{ name: 'flight', value: ({ flight }: ShownEvent) => flight }] : []),
  { name: kind === 'invoice' ? 'price_version' : 'share_version', value: ({ version }) => version },
  { name: 'amount', value: ({ amount }) => amount },
];

/** The same as JSON, one a line. */
export async function* ndjsonOf(kind: DocumentKind, rows: AsyncIterable<ShownEvent>): AsyncGenerator<string> {
  const columns = eventColumns(kind);
  for await (const row of rows)
    yield `${JSON.stringify(Object.fromEntries(columns.map(({ name, value }) => [name, value(row)])))}\n`;
}
