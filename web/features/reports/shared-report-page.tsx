import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { REPORT_DIMENSIONS, type Report } from '#contract/reports.ts';
import { DIMENSIONS } from '#domain/report-dimensions.ts';
import { REPORT_METRICS } from '#domain/report-metrics.ts';
import { periodWords } from '#domain/report-period.ts';
import { rowWords } from '#domain/report-words.ts';
import type { Perspective } from '#domain/role.ts';
import { ApiError } from '../../lib/api-error.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTabTitle } from '../../lib/tab-title.ts';
import { FigureTable } from '../../ui/figure-table.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { metricWords } from './metric-words.ts';
import { sharedReportPageStrings as strings } from './reports-strings.ts';
import classes from './saved-reports.module.css';
import { sharedReportQuery } from './saved-reports-api.ts';

/**
 * Returns the token from the URL fragment, which is never sent to a server or as a referrer. The token needs no
 * decoding, because none of its characters is ever escaped in a URL.
 */
const tokenInAddress = (): string => window.location.hash.slice(1);

/** The page `/shared-report#…`: a shared report, for visitors without an account. */
export function SharedReportPage() {
  const [token] = useState(tokenInAddress);
  // This page has its own query client: it loads no other data, and its cache is discarded along with the page.
  const [client] = useState(() => new QueryClient());
  return (
    <main className={classes.outside}>
      <div className={classes.head}>
        <Logo size={28} />
      </div>
      {token === '' ? (
        <PageTitle title={strings.incompleteTitle} context={strings.incompleteText} />
      ) : (
        <QueryClientProvider client={client}>
          <Shown token={token} />
        </QueryClientProvider>
      )}
    </main>
  );
}

function Shown({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const { data, error, isFetching, refetch } = useQuery(sharedReportQuery(token, password));
  useTabTitle(data?.name, data?.of);
  if (data !== undefined) {
    const { expires_at: end, name, of, report, side } = data;
    return (
      <>
        <PageTitle
          title={name}
          context={interpolate(strings.customerAndPeriod, { customer: of, period: periodWords(report.period) })}
        />
        <Figures report={report} side={side} />
        <p className={classes.nothing}>
          {interpolate(strings.footer, {
            timeZone: report.period.time_zone,
            time: <TimeText instant={end} />,
          })}
        </p>
      </>
    );
  }
  const isAsked = password !== '' || (error instanceof ApiError && error.status === 403);
  if (isAsked) {
    const problem = password === '' || error === null ? null : error.message;
    return <PasswordForm problem={problem} isBusy={isFetching} onPassword={setPassword} />;
  }
  if (error === null) return <LinesSkeleton lines={6} />;
  return (
    <PageTitle
      title={strings.unavailable}
      context={error.message}
      actions={
        <PlainButton disabled={isFetching} data-loading={isFetching || undefined} onClick={() => void refetch()}>
          {strings.tryAgain}
        </PlainButton>
      }
    />
  );
}

type PasswordFormProps = { problem: string | null; isBusy: boolean; onPassword: (password: string) => void };

function PasswordForm({ problem, isBusy, onPassword }: PasswordFormProps) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== '') onPassword(typed);
  };
  return (
    <>
      <PageTitle title={strings.passwordTitle} />
      <Panel label={strings.password}>
        <form className={classes.password} onSubmit={submit} noValidate>
          <TextField
            label={strings.password}
            type="password"
            autoComplete="off"
            aria-invalid={problem !== null}
            value={typed}
            onChange={setTyped}
          />
          {problem === null ? null : (
            <p role="alert" className={classes.nothing}>
              {problem}
            </p>
          )}
          <PlainButton type="submit" disabled={isBusy}>
            {strings.viewReport}
          </PlainButton>
        </form>
      </Panel>
    </>
  );
}

function Figures({ report, side }: { report: Report; side: Perspective }) {
  const metrics = REPORT_METRICS.filter((metric) => report.metrics.includes(metric));
  const dimensions = REPORT_DIMENSIONS.filter((dimension) => report.dimensions.includes(dimension));
  const places = dimensions.map((dimension) => ({ dimension, index: report.dimensions.indexOf(dimension) }));
  const shown = (metric: (typeof metrics)[number], value: number | null | undefined) =>
    value == null ? '–' : metricWords(metric, side).format(value);
  return (
    <>
      <Panel label={strings.totals}>
        <dl className={classes.figures}>
          {metrics.map((metric) => (
            <div key={metric}>
              <dt>{metricWords(metric, side).label}</dt>
              <dd>{shown(metric, report.total[metric])}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {report.data.length === 0 ? null : (
        <Panel label={strings.rows}>
          <FigureTable label={strings.rowsLabel}>
            <thead>
              <tr>
                {places.map(({ dimension }) => (
                  <th key={dimension} scope="col">
                    {DIMENSIONS[dimension].label}
                  </th>
                ))}
                {metrics.map((metric) => (
                  <th key={metric} scope="col" data-number>
                    {metricWords(metric, side).label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {report.data.map(({ of, values }) => (
                <tr key={of.map(({ id }) => id).join(' ')}>
                  {places.map(({ dimension, index }) => (
                    <td key={dimension}>{rowWords(dimension, of[index] ?? { id: '', label: '' })}</td>
                  ))}
                  {metrics.map((metric) => (
                    <td key={metric} data-number>
                      {shown(metric, values[metric])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </FigureTable>
          {report.rows > report.data.length ? (
            <p className={classes.nothing}>
              {interpolate(strings.firstRows, { shown: report.data.length, rows: report.rows })}
            </p>
          ) : null}
        </Panel>
      )}
      {report.notes.map((note) => (
        <p key={note} className={classes.nothing}>
          {note}
        </p>
      ))}
    </>
  );
}
