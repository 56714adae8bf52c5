import { Button } from '@mantine/core';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DocumentRow, LINE_EVENTS_AT_ONCE, type LineEvent } from '#contract/documents.ts';
import { counted, formFor, NOUNS } from '#domain/counted.ts';
import { lineName } from '#domain/line-name.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatCount, formatDayIn, formatDollars, formatMonth } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { useTableAddress } from '../../lib/table-address.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { DocumentState, exactly, lineWords, titleOf, totalOf } from './document-words.tsx';
import classes from './documents.module.css';
import {
  documentQuery,
  downloadDocument,
  downloadLines,
  downloadProof,
  knownWords,
  LINES_AT_ONCE,
  lineEventsQuery,
  type ProofFile,
} from './documents-api.ts';
import { documentViewStrings as strings } from './documents-strings.ts';
import { isOfEvents, lineColumns, type ShownLine, type WhyOf } from './line-columns.tsx';

type DocumentViewProps = {
  id: string;
  /** The open line's index. */
  line: string | undefined;
  knownOn: string | undefined;
  address: ReturnType<typeof useTableAddress>;
};

/** A document with its lines. A delivery line can be opened to show its events. */
export function DocumentView({ id, line, knownOn, address }: DocumentViewProps) {
  const [from, setFrom] = useState(0);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(documentQuery(id, from, knownOn));
  const saving = useMutation({ mutationFn: downloadDocument });
  const listing = useMutation({ mutationFn: (of: string) => downloadLines(of, knownOn) });
  const change = (parts: { open?: string; line?: string }) => address.open({ open: id, line: '', ...parts });
  const back = (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<IconArrowLeft size={14} aria-hidden="true" />}
      onClick={() => change({ open: '' })}
    >
      {strings.allDocuments}
    </Button>
  );
  if (error && !data)
    return (
      <Panel title={strings.document} actions={back}>
        <ErrorState
          what={strings.documentFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Panel>
    );
  if (!data)
    return (
      <Panel label={strings.document}>
        <LinesSkeleton lines={6} />
      </Panel>
    );
  const { document, lines, lines_total: total } = data;
  const rows = lines.map((row, index): ShownLine => ({ ...row, place: from + index }));
  const opened = line === undefined ? undefined : rows.find(({ place }) => place === Number(line));
  const whyOf: WhyOf = (figure, row) => ({
    figure,
    document: id,
    ...knownWords(knownOn),
    line: document.state === 'final' ? String(row.place) : lineName(row),
  });
  return (
    <div className={classes.panels}>
      <Panel
        title={titleOf(document)}
        context={[
          `${document.customer.name}, ${formatMonth(document.month)}`,
          ...(isPlaceholderData ? [strings.updating] : []),
        ].join(' · ')}
        actions={
          <>
            {back}
            {document.state === 'final' ? (
              <Button
                size="xs"
                leftSection={<IconDownload size={14} aria-hidden="true" />}
                loading={saving.isPending}
                onClick={() => saving.mutate(id)}
              >
                {strings.downloadPdf}
              </Button>
            ) : null}
            <Button variant="default" size="xs" loading={listing.isPending} onClick={() => listing.mutate(id)}>
              {strings.downloadCsv}
            </Button>
          </>
        }
      >
        <StaleWhileRevalidating isKept={isPlaceholderData}>
          <FactList label={strings.documentFacts} facts={factsOf(document, knownOn)} />
        </StaleWhileRevalidating>
      </Panel>
      <Panel title={strings.lines} context={strings.linesContext} flush>
        {total === 0 ? <EmptyState title={strings.linesEmptyTitle}>{strings.linesEmpty}</EmptyState> : null}
        {total === 0 ? null : (
          <DataTable
            caption={strings.lines}
            columns={lineColumns(document, whyOf)}
            rows={rows}
            keyOf={({ place }) => String(place)}
            sort=""
            onSort={() => undefined}
            isStale={isPlaceholderData}
            actionsHead={strings.events}
            actions={(row) =>
              isOfEvents(row) ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-expanded={opened?.place === row.place}
                  aria-label={interpolate(strings.eventsOf, { line: lineWords(row) })}
                  onClick={() => change({ line: opened?.place === row.place ? '' : String(row.place) })}
                >
                  {strings.events}
                </Button>
              ) : null
            }
          />
        )}
        {total > LINES_AT_ONCE ? (
          <div className={classes.steps}>
            <Button variant="default" size="xs" disabled={from === 0} onClick={() => setFrom(from - LINES_AT_ONCE)}>
              {strings.previousLines}
            </Button>
            <span>
              {interpolate(strings.lineRange, {
                from: formatCount(from + 1),
                to: formatCount(from + rows.length),
                total: counted(total, NOUNS.line),
              })}
            </span>
            <Button
              variant="default"
              size="xs"
              disabled={from + LINES_AT_ONCE >= total}
              onClick={() => setFrom(from + LINES_AT_ONCE)}
            >
              {strings.nextLines}
            </Button>
          </div>
        ) : null}
      </Panel>
      {opened === undefined ? null : (
        <LineEvents key={opened.place} id={id} line={opened.place} title={lineWords(opened)} knownOn={knownOn} />
      )}
      {document.state === 'final' ? <VerificationPanel document={document} /> : null}
    </div>
  );
}

function factsOf(
  document: Parameters<typeof DocumentState>[0] &
    Parameters<typeof totalOf>[0] & {
      id: string;
      kind: 'statement' | 'invoice';
      corrects: readonly string[];
      time_zone: string;
      final_at: string;
      due_at: string | null;
      carried: number | null;
      without_play: DocumentRow['without_play'];
    },
  knownOn: string | undefined,
) {
  const { corrects, id, kind, state, final_at: finalAt, due_at: dueAt, paid, time_zone: zone, title, total } = document;
  const explained = (label: string, figure: 'revenue' | 'paid' | 'open', value: string, isZero = false) => (
    <ExplainedFigure
      value={value}
      label={label}
      asked={isZero ? null : { figure, document: id, ...knownWords(knownOn) }}
    />
  );
  // Both amounts are in whole cents.
  const open = paid === null ? 0 : Math.round((total - paid) * 100) / 100;
  const openLabel = kind === 'invoice' ? strings.balanceDue : strings.unpaidBalance;
  const due = dueAt === null ? {} : { detail: interpolate(strings.dueOn, { day: formatDayIn(dueAt, zone) }) };
  return [
    {
      label: strings.total,
      value: explained(strings.total, 'revenue', totalOf(document)),
      ...due,
    },
    {
      label: strings.state,
      value: <DocumentState {...document} />,
      detail: interpolate(state === 'final' ? strings.finalSince : strings.finalOn, {
        day: formatDayIn(finalAt, zone),
      }),
    },
    ...(corrects.length === 0 ? [] : [{ label: strings.corrects, value: corrects.join(', ') }]),
    ...(paid === null || title === 'credit_note'
      ? []
      : [{ label: strings.paid, value: explained(strings.paid, 'paid', formatDollars(paid), paid === 0) }]),
    ...(document.without_play === null || document.without_play.views === 0
      ? []
      : [{ label: strings.viewsWithoutAPlay, ...unsignedFact(document.without_play) }]),
    ...(open === 0 ? [] : [{ label: openLabel, value: explained(openLabel, 'open', formatDollars(open)) }]),
  ];
}

const unsignedFact = ({ amount, of_views: all, views }: NonNullable<DocumentRow['without_play']>) => ({
  value: interpolate(strings.viewsOfAll, { views: formatCount(views), all: formatCount(all) }),
  detail: formatDollars(amount),
});

const FILES: readonly { readonly file: ProofFile; readonly words: string }[] = [
  { file: 'csv', words: strings.eventsCsv },
  { file: 'ndjson', words: strings.eventsNdjson },
];

/** The files with which an outsider can verify a final document, and the hashes printed on its PDF. */
function VerificationPanel({
  document: { id, ledger, lines_sha256: hash },
}: {
  document: Pick<DocumentRow, 'id' | 'ledger' | 'lines_sha256'>;
}) {
  const saving = useMutation({ mutationFn: (file: ProofFile) => downloadProof(id, file) });
  // Documents that became final before line files existed have no line file.
  const files = hash === null ? FILES : [...FILES, { file: 'lines' as const, words: strings.lineFile }];
  return (
    <Panel title={strings.verification} context={strings.verificationContext}>
      <dl className={classes.proofs}>
        {hash === null ? null : (
          <div>
            <dt>{strings.lineFileHash}</dt>
            <dd>
              <Identifier value={hash} name={strings.lineFileHash} />
            </dd>
          </div>
        )}
        {ledger === null ? null : (
          <div>
            <dt>{interpolate(strings.ledgerHeadEntry, { entry: formatCount(ledger.seq) })}</dt>
            <dd>
              <Identifier value={ledger.hash} name={strings.ledgerHeadName} />
            </dd>
          </div>
        )}
      </dl>
      <div className={classes.files}>
        {files.map(({ file, words }) => (
          <Button
            key={file}
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden="true" />}
            loading={saving.isPending && saving.variables === file}
            onClick={() => saving.mutate(file)}
          >
            {words}
          </Button>
        ))}
      </div>
    </Panel>
  );
}

const KINDS = { view: strings.view, click: strings.click, burn: strings.burn } as const;
const COLUMNS: readonly Column<LineEvent>[] = [
  { name: 'at', head: strings.time, isHeading: true, cell: ({ at }) => <TimeText instant={at} /> },
  { name: 'kind', head: strings.event, cell: ({ kind }) => KINDS[kind] },
  {
    name: 'id',
    head: strings.eventId,
    cell: ({ id: sent }) => (sent === '' ? '–' : <Identifier value={sent} name={strings.eventIdName} />),
  },
  { name: 'micros', head: strings.amount, isNumber: true, cell: ({ micros }) => exactly(micros) },
];

const removedInWords = (removed: number): string =>
  interpolate(formFor(removed, strings.removedByRetention), { events: counted(removed, NOUNS.event) });

type LineEventsProps = { id: string; line: number; title: string; knownOn: string | undefined };

/** A line's events, the oldest first. */
function LineEvents({ id, line, title, knownOn }: LineEventsProps) {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(lineEventsQuery(id, line, page, knownOn));
  const removed = data?.removed ?? 0;
  const isAwaited = data === undefined || (isPlaceholderData && data.total === 0);
  return (
    <Panel title={strings.events} context={title} flush>
      {data?.total === 0 && !isAwaited ? (
        <EmptyState title={removed > 0 ? strings.removedTitle : strings.eventsEmptyTitle}>
          {removed > 0 ? removedInWords(removed) : strings.eventsEmpty}
        </EmptyState>
      ) : null}
      {data && data.total > 0 ? (
        <>
          <DataTable
            caption={strings.events}
            columns={COLUMNS}
            rows={data.data}
            keyOf={(event) => `${event.at} ${event.kind} ${data.data.indexOf(event)}`}
            sort=""
            onSort={() => undefined}
            isStale={isPlaceholderData}
          />
          <div className={classes.steps}>
            <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
              {strings.previousEvents}
            </Button>
            <span>
              {removed > 0
                ? interpolate(strings.eventsAndRemoved, {
                    events: counted(data.total, NOUNS.event),
                    removed: removedInWords(removed),
                  })
                : counted(data.total, NOUNS.event)}
            </span>
            <Button
              variant="default"
              size="xs"
              disabled={page * LINE_EVENTS_AT_ONCE >= data.total}
              onClick={() => setPage(page + 1)}
            >
              {strings.nextEvents}
            </Button>
          </div>
        </>
      ) : null}
      {error && !data ? (
        <ErrorState
          what={strings.eventsFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {isAwaited && !error ? <LinesSkeleton lines={4} /> : null}
    </Panel>
  );
}
