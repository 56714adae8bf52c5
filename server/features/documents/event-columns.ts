import type { DocumentKind } from '../../databases/accounts/ledger-tables.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
import type { ShownEvent } from './document-events.ts';

/** Columns of both file formats. An owner's file has no flight and no price, an advertiser's file no share. */
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

/** The same rows as JSON, one per line. */
export async function* ndjsonOf(kind: DocumentKind, rows: AsyncIterable<ShownEvent>): AsyncGenerator<string> {
  const columns = eventColumns(kind);
  for await (const row of rows)
    yield `${JSON.stringify(Object.fromEntries(columns.map(({ name, value }) => [name, value(row)])))}\n`;
}
