import { Link } from '@tanstack/react-router';
import { REPORT_DIMENSIONS, type ReportDimension } from '#contract/reports.ts';
import { LINK_DAYS, MOST_RECIPIENTS } from '#contract/saved-reports.ts';
import { DIMENSIONS } from '#domain/report-dimensions.ts';
import { metricLabel, metricMeaning, REPORT_METRICS, type ReportMetric } from '#domain/report-metrics.ts';
import { mayReport } from '#domain/report-rights.ts';
import type { Perspective } from '#domain/role.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import { DocLink, DocSection, DocTable, DocTitle } from './doc-parts.tsx';

const SIDES: readonly Perspective[] = ['admin', 'property', 'advertiser'];
const mark = (word: ReportMetric | ReportDimension) => SIDES.map((side) => (mayReport(side, word) ? 'yes' : '–'));

const BY_HTTP = `curl -H "Authorization: Bearer $VOLTBOARD_TOKEN" \\
  "$VOLTBOARD_URL/api/reports?range=last-month&dimensions=day,venue&metrics=views,revenue&compare=same_weekdays"

# All rows as a file
curl -H "Authorization: Bearer $VOLTBOARD_TOKEN" -o report.xlsx \\
  "$VOLTBOARD_URL/api/reports?range=last-month&dimensions=venue&metrics=views,revenue&format=xlsx"`;

/** The guide for everyone who works with figures: what the reports contain, and how to share them. */
export function ReportsGuidePage() {
  return (
    <>
      <DocTitle title="Reports">
        What the dashboard’s figures are made of, by time, place and sponsor: to look at, to keep, to have mailed, and
        to show to somebody outside.
      </DocTitle>
      <DocSection id="first" title="Find something out">
        <ol>
          <li>Open Reports. The keys 1 to 8 choose the days; Compare with puts other days beside them.</li>
          <li>Choose a figure above the chart: the chart and all tables tell it.</li>
          <li>
            Click a row of a table: everything on the page is of that row alone. Another click takes it off again.
          </li>
          <li>
            On the map, zoom in and press Use visible area, or draw a part of it: only outlets that stand there are
            told.
          </li>
          <li>Send the address to a colleague: it holds all that you chose. Each sees what they may see.</li>
        </ol>
        <p>
          The chart is read with the arrow keys, or as a table below it. A dot at a bar says that something happened
          that day: a share or price changed, a flight began or ended, or a colleague left a note.
        </p>
        <p>
          <Link to="/app/reports" preload={false} className={plainButtonClass(true)}>
            Open reports
          </Link>
        </p>
      </DocSection>
      <DocSection id="figures" title="Figures">
        <DocTable
          label="Figures of a report"
          head={['Figure', 'Meaning', 'Network', 'Owner', 'Advertiser']}
          rows={REPORT_METRICS.map((metric) => [
            metricLabel(metric, 'admin'),
            metricMeaning(metric, 'admin'),
            ...mark(metric),
          ])}
        />
        <p>
          Money is that of the reader’s side: the network reads what advertisers are charged, an owner the own share of
          it, an advertiser what the campaigns cost. A figure is the same on the dashboard, in a report, in each of its
          files, in mails and behind links, to the last millionth.
        </p>
      </DocSection>
      <DocSection id="rows" title="Rows">
        <DocTable
          label="What rows are told apart by"
          head={['A row for each', 'Network', 'Owner', 'Advertiser']}
          rows={REPORT_DIMENSIONS.map((dimension) => [DIMENSIONS[dimension].label, ...mark(dimension)])}
        />
        <p>
          Days are those of the contract: an owner’s venues count each in their own time zone. Days of chooses one clock
          for all instead. On the day that clocks change the hours still add up to the day.
        </p>
      </DocSection>
      <DocSection id="kept" title="Saved, mailed and shared reports">
        <p>
          Save keeps what you look at under a name: the question, never the answer, so that 30 days are always the last
          ones. Managers may let the whole organisation see it. Edit gives it another name, and says who sees it.
        </p>
        <ul>
          <li>
            Schedule sends it daily, weekly or monthly, at an hour of a clock that you choose, as XLSX, CSV or PDF, to{' '}
            {MOST_RECIPIENTS} accounts at most. Each recipient gets what their account may see on that day; an account
            that may see nothing any more, or moved to another organization, gets nothing. The log beside it says what
            became of each mail.
          </li>
          <li>
            Create link shows it to people without an account, for {LINK_DAYS.usual} days unless you choose otherwise,
            with a password if you like. It shows what you may see on the day that it is opened, with the filters of the
            day that it was made, and ends at once when you revoke it. Each view is counted.
          </li>
        </ul>
        <p>
          <Link to="/app/saved-reports" preload={false} className={plainButtonClass(true)}>
            Open saved reports
          </Link>
        </p>
      </DocSection>
      <DocSection id="api" title="By program">
        <p>
          With an <DocLink to="getting-started/roles">API token</DocLink>; the <code>notes</code> of an answer say what
          of it is an estimate or not known.
        </p>
        <CodeBlock code={BY_HTTP} language="bash" label="A report, and its file" />
      </DocSection>
    </>
  );
}
