import type { DocumentLine } from '#contract/documents.ts';
import { INVALID_REASONS } from '#contract/ingest.ts';
import { exactDollars } from '#domain/money.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';

type Count = 'views' | 'clicks' | 'burns';

const notCounted = ({ not_counted: reasons }: DocumentLine, of: Count): number =>
  reasons.reduce((all, one) => all + one[of], 0);

/** Gross, uncounted and net columns of one kind of event. */
const counted = (of: Count): ExportColumn<DocumentLine>[] => [
  { name: `gross_${of}`, value: (line) => line[of] + notCounted(line, of) },
  { name: `not_counted_${of}`, value: (line) => notCounted(line, of) },
  { name: of, value: (line) => line[of] },
];

/** Columns of a document's CSV file. Each reason has the number of events it excluded, of any kind. */
export const DOCUMENT_COLUMNS: readonly ExportColumn<DocumentLine>[] = [
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'month', value: ({ month }) => month },
  { name: 'part', value: ({ part }) => part },
  { name: 'item', value: ({ item }) => item },
  { name: 'eui', value: ({ eui }) => eui },
  ...(['views', 'clicks', 'burns'] as const).flatMap(counted),
  ...INVALID_REASONS.map(
    (reason): ExportColumn<DocumentLine> => ({
      name: `not_counted_${reason}`,
      value: ({ not_counted: reasons }) => {
        const own = reasons.find((one) => one.reason === reason);
        return own === undefined ? 0 : own.views + own.clicks + own.burns;
      },
    }),
  ),
  {
    name: 'withheld',
    value: ({ not_counted: reasons }) =>
      exactDollars(reasons.reduce((all, { withheld_micros: micros }) => all + BigInt(micros), 0n)),
  },
  { name: 'amount', value: ({ micros }) => exactDollars(BigInt(micros)) },
];
