import { INVALID_REASONS } from '#contract/ingest.ts';
import { counted } from '#domain/counted.ts';
import { DATA_CENTER_LIST } from '#domain/data-center-list.gen.ts';
import { REASON_ENTRIES } from '#domain/invalid-traffic.ts';
import { TRAFFIC_METHOD } from '#domain/traffic-method.ts';
import { formatDay } from '../../lib/formatters.ts';
import { HowToObject } from './counting-facts.tsx';
import { DocSection, DocTable, DocTitle } from './doc-parts.tsx';

const CATEGORIES = {
  general: 'General invalid traffic',
  sophisticated: 'Sophisticated invalid traffic',
} as const;

/** The published method for checking traffic: every rule, what it checks, its default, and its versions. */
export function TrafficMethodPage() {
  return (
    <>
      <DocTitle title="How traffic is checked">
        Every rule that decides whether a view, click or burn is valid, with its default and its versions.
      </DocTitle>
      <DocSection id="principles" title="Principles">
        <ul>
          <li>Each event is checked once, when it arrives. The result never changes.</li>
          <li>An invalid event has exactly one reason: the first match in the order below.</li>
          <li>It earns nothing and costs nothing. The amount it would have earned is stored with it.</li>
          <li>
            A changed rule applies to events that arrive after the change. Administrators first test it on the last 30
            days.
          </li>
          <li>
            Invalid traffic that is found later is corrected by an adjustment that credits the advertiser, on the next
            statement and invoice.
          </li>
        </ul>
        <p>
          Reports show general and sophisticated invalid traffic separately, as the guidelines of the Media Rating
          Council (MRC) require. General invalid traffic is found by routine checks of single events. Sophisticated
          invalid traffic is found by proof of forgery or by analysis of many events.
        </p>
      </DocSection>
      {(['general', 'sophisticated'] as const).map((category) => (
        <DocSection key={category} id={category} title={CATEGORIES[category]}>
          <DocTable
            label={CATEGORIES[category]}
            head={['Reason', 'What it checks', 'Setting', 'Version']}
            rows={RULES.filter((rule) => rule.category === category).map(({ name, looksAt, setting, versions }) => [
              name,
              looksAt,
              setting,
              String(versions[0].version),
            ])}
          />
        </DocSection>
      ))}
      <DocSection id="data-centers" title="List of data centers">
        <p>
          The list has {counted(DATA_CENTER_LIST.ranges, { one: 'address range', other: 'address ranges' })} of{' '}
          {DATA_CENTER_LIST.networks.length} hosting companies, as of {formatDay(DATA_CENTER_LIST.date)}. It comes from
          public allocations: <a href="https://db-ip.com">IP Geolocation by DB-IP</a>, RouteViews and NRO (CC BY 4.0).
          Operators can add ranges. It does not include relays and VPN services that people use on their phones.
        </p>
      </DocSection>
      <DocSection id="versions" title="Version history">
        <DocTable
          label="Version history"
          head={['From', 'Rule', 'Version', 'Change']}
          rows={HISTORY.map(({ from, name, version, change }) => [
            `${formatDay(from)}, ${name}`,
            name,
            String(version),
            change,
          ])}
        />
      </DocSection>
      <HowToObject credit="An accepted dispute pays the owner and charges the advertiser for the unpaid events." />
    </>
  );
}

const RULES = INVALID_REASONS.flatMap((reason) => {
  const method = TRAFFIC_METHOD[reason];
  return method === null ? [] : [{ ...method, ...REASON_ENTRIES[reason] }];
});

const HISTORY = RULES.flatMap(({ name, versions }) => versions.map((version) => ({ ...version, name }))).sort(
  (one, other) => (one.from < other.from ? 1 : one.from > other.from ? -1 : 0),
);
