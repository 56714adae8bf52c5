import { CodeBlock } from '../../ui/code-block.tsx';
import { DocLink, DocSection, DocTable, DocTitle } from './doc-parts.tsx';
import { METRICS } from './metric-list.ts';

const SCRAPE = `scrape_configs:
  - job_name: voltboard
    authorization:
      credentials_file: /run/secrets/metrics_token
    static_configs:
      - targets: ['10.0.0.11:4000', '10.0.0.12:4000', '10.0.0.13:4000']`;

/** The page about monitoring the product: Prometheus, the dashboard, the alert rules. */
export function MetricsPage() {
  return (
    <>
      <DocTitle title="Metrics and alerts">What Prometheus reads, and which alerts are urgent.</DocTitle>
      <DocSection id="open" title="Enable metrics">
        <p>
          Metrics are off until you choose one of two ways. With <code>METRICS_TOKEN</code>, each process serves{' '}
          <code>GET /metrics</code> to callers that send the token: <code>Authorization: Bearer …</code>. With{' '}
          <code>METRICS_PORT</code>, it serves metrics without a token on that port of <code>127.0.0.1</code>, for a
          Prometheus on the same machine.
        </p>
        <CodeBlock label="Prometheus" language="bash" code={SCRAPE} />
        <p>
          List each process, not the proxy, because counters belong to one process. No label contains a customer, a
          person, an outlet or an address. Routes are patterns, and all unknown addresses share one.
        </p>
      </DocSection>
      <DocSection id="what" title="Metrics">
        <DocTable label="Metrics" head={['Name', 'Meaning']} isCode rows={METRICS} />
        <p>
          Node’s own metrics are included: <code>nodejs_eventloop_lag_p99_seconds</code>,{' '}
          <code>process_resident_memory_bytes</code>, <code>process_cpu_seconds_total</code> and others. Shared state
          (stores, seal, emails, notices) is the same in each process, so use the maximum or minimum, not the sum.
          Metrics of a store that does not respond are omitted.
        </p>
      </DocSection>
      <DocSection id="dashboard" title="Dashboard">
        <p>
          <code>deploy/grafana/voltboard.json</code> is a Grafana dashboard. Import it and choose your Prometheus.
        </p>
      </DocSection>
      <DocSection id="alerts" title="Alerts">
        <p>
          <code>deploy/prometheus/alerts.yaml</code> has the rules. Each says what to do. These are the critical ones:
        </p>
        <DocTable
          label="Critical alerts"
          head={['Alert', 'Condition']}
          isCode
          rows={[
            ['VoltboardDown', 'A process does not respond for two minutes'],
            ['VoltboardStoreDown', 'A store does not respond, or is full, for a minute'],
            ['VoltboardClockWrong', 'The clock of a process differs from the database’s by more than a minute'],
            ['VoltboardFailing', 'More than 1 percent of responses fail for five minutes'],
            ['VoltboardRestarting', 'A process started more than three times in half an hour'],
            ['VoltboardEventsPutOff', 'Outlets have to send again later, for five minutes'],
            ['VoltboardEventsNotStorable', 'The events store permanently rejects single events'],
          ]}
        />
        <p>
          The others are warnings: late seals, repaired figures, memory, disk, emails, slow responses and rejected
          events. For setup, see <DocLink to="operation/deployment">Deployment</DocLink>.
        </p>
      </DocSection>
    </>
  );
}
