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
        The dashboard’s figures by time, place and sponsor. You can view, save, email and share them.
      </DocTitle>
      <DocSection id="first" title="Explore a report">
        <ol>
          <li>Open Reports. The keys 1 to 8 choose the dates. Compare with shows other dates beside them.</li>
          <li>Choose a figure above the chart. The chart and all tables show it.</li>
          <li>Click a row of a table to filter the whole page by it. Click it again to remove the filter.</li>
          <li>
            On the map, zoom in and select Use visible area, or draw an area. The page then shows only the outlets in
            it.
          </li>
          <li>
            Send the page address to a colleague. It includes all your choices, and they see what they have access to.
          </li>
        </ol>
        <p>
          Use the arrow keys to read the chart, or the table below it. A dot at a bar marks an event on that day: a
          changed share or price, the start or end of a flight, or a colleague’s note.
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
          Amounts depend on the reader. The network sees what advertisers are charged, owners see their share, and
          advertisers see their spend. A figure is the same on the dashboard, in reports, files and emails and behind
          links, exact to a millionth.
        </p>
      </DocSection>
      <DocSection id="rows" title="Rows">
        <DocTable
          label="Dimensions of a report"
          head={['Dimension', 'Network', 'Owner', 'Advertiser']}
          rows={REPORT_DIMENSIONS.map((dimension) => [DIMENSIONS[dimension].label, ...mark(dimension)])}
        />
        <p>
          Days are those of the contract: each venue of an owner uses its own time zone. Time zone selects one time zone
          for all instead. On days when clocks change, the hours still add up to the day.
        </p>
      </DocSection>
      <DocSection id="kept" title="Saved, scheduled and shared reports">
        <p>
          Save stores the current report under a name. It stores the settings, not the results, so “30 days” always
          means the last 30 days. Managers can share it with the whole organization. Edit changes its name and who sees
          it.
        </p>
        <ul>
          <li>
            Schedule emails it daily, weekly or monthly, at an hour and time zone that you choose, as XLSX, CSV or PDF,
            to {MOST_RECIPIENTS} accounts at most. Each recipient gets what their account can see on that day. An
            account that lost access or moved to another organization gets nothing. A log shows the result of each
            email.
          </li>
          <li>
            Create link shares it with people without an account, for {LINK_DAYS.usual} days unless you choose
            otherwise, optionally with a password. It shows what you can see on the day it is opened, with the filters
            from when it was created. It stops working immediately when you revoke it. Each view is counted.
          </li>
        </ul>
        <p>
          <Link to="/app/saved-reports" preload={false} className={plainButtonClass(true)}>
            Open saved reports
          </Link>
        </p>
      </DocSection>
      <DocSection id="api" title="API">
        <p>
          Use an <DocLink to="getting-started/roles">API token</DocLink>. The <code>notes</code> of a response name
          estimated and unknown values.
        </p>
        <CodeBlock code={BY_HTTP} language="bash" label="A report and its file" />
      </DocSection>
    </>
  );
}
