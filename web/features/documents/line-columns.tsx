import { Link } from '@tanstack/react-router';
import type { DocumentLine, DocumentRow } from '#contract/documents.ts';
import type { FigureOfLines } from '#contract/explain.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { Column } from '../../ui/data-table.tsx';
import { exactly, lineWords } from './document-words.tsx';
import classes from './documents.module.css';
import { lineColumnsStrings as strings } from './documents-strings.ts';

export type ShownLine = DocumentLine & { readonly place: number };

/** Builds the query that explains a figure of a line. */
export type WhyOf = (figure: FigureOfLines, line: ShownLine) => ExplainAsked;

/** Returns the columns of a line, each figure with its explanation. */
export const lineColumns = ({ kind }: Pick<DocumentRow, 'kind'>, whyOf: WhyOf): readonly Column<ShownLine>[] => [
  { name: 'what', head: strings.description, isHeading: true, isWrapping: true, cell: (line) => lineWords(line) },
  countColumn('gross', strings.grossViews, 'gross_views', whyOf, (line) => line.views + notCounted(line)),
  {
    name: 'invalid',
    head: strings.invalidViews,
    isNumber: true,
    isWrapping: true,
    cell: (line) => <NotCounted kind={kind} line={line} asked={whyOf('invalid_views', line)} />,
  },
  countColumn(
    'views',
    kind === 'statement' ? strings.netCharges : strings.netViews,
    'views',
    whyOf,
    ({ views }) => views,
  ),
  { ...countColumn('clicks', strings.clicks, 'clicks', whyOf, ({ clicks }) => clicks), isRoomy: true },
  { ...countColumn('burns', strings.burns, 'burns', whyOf, ({ burns }) => burns), isRoomy: true },
  {
    name: 'micros',
    head: strings.amount,
    isNumber: true,
    cell: (line) => (
      <ExplainedFigure
        value={exactly(line.micros)}
        label={interpolate(strings.amountOf, { line: lineWords(line) })}
        asked={isOfEvents(line) ? whyOf('revenue', line) : null}
      />
    ),
  },
];

function countColumn(
  name: string,
  head: string,
  figure: FigureOfLines,
  whyOf: WhyOf,
  countOf: (line: ShownLine) => number,
): Column<ShownLine> {
  return {
    name,
    head,
    isNumber: true,
    cell: (line) => (
      <ExplainedFigure
        value={formatCount(countOf(line))}
        label={interpolate(strings.figureOf, { figure: head, line: lineWords(line) })}
        asked={isOfEvents(line) && countOf(line) !== 0 ? whyOf(figure, line) : null}
      />
    ),
  };
}

/** Whether a line has events. Carried amounts and adjustments have none. */
export const isOfEvents = ({ kind }: DocumentLine): boolean => kind === 'delivery' || kind === 'late';

const notCounted = ({ not_counted: reasons }: DocumentLine): number =>
  reasons.reduce((all, { views }) => all + views, 0);

/** The number of invalid events by reason. Each reason links to its days, where the user can object. */
function NotCounted({ kind, line, asked }: { kind: DocumentRow['kind']; line: ShownLine; asked: ExplainAsked }) {
  const by = kind === 'statement' ? 'outlet' : 'flight';
  return (
    <>
      <ExplainedFigure
        value={formatCount(notCounted(line))}
        label={interpolate(strings.invalidViewsOf, { line: lineWords(line) })}
        asked={notCounted(line) === 0 ? null : asked}
      />
      {line.not_counted.map(({ reason, views, clicks, burns }) => (
        <Link
          key={reason}
          className={classes.reason}
          to="/app/traffic"
          search={{ range: 'all', by, reason }}
          aria-label={interpolate(strings.reasonLink, { reason: REASON_WORDS[reason], line: lineWords(line) })}
        >
          {REASON_WORDS[reason]} {formatCount(views + clicks + burns)}
        </Link>
      ))}
    </>
  );
}
