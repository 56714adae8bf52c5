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
      <DocTitle title="Metrics and alerts">What Prometheus reads, and what somebody has to be woken for.</DocTitle>
      <DocSection id="open" title="Open them">
        <p>
          Nothing is served until you choose one of two ways. With <code>METRICS_TOKEN</code> each process answers{' '}
          <code>GET /metrics</code> to who sends the token: <code>Authorization: Bearer …</code>. With{' '}
          <code>METRICS_PORT</code> it answers without a token on that port of <code>127.0.0.1</code>, for a Prometheus
          on the same machine.
        </p>
        <CodeBlock label="Prometheus" language="bash" code={SCRAPE} />
        <p>
          Name each process, not the proxy: counters belong to one process. No label holds a customer, a person, an
          outlet or an address; routes are patterns, and addresses that lead nowhere are one.
        </p>
      </DocSection>
      <DocSection id="what" title="What there is">
        <DocTable label="Metrics" head={['Name', 'Says']} isCode rows={METRICS} />
        <p>
          With them come Node’s own figures: <code>nodejs_eventloop_lag_p99_seconds</code>,{' '}
          <code>process_resident_memory_bytes</code>, <code>process_cpu_seconds_total</code> and others. What all
          processes share (stores, seal, mails, notices) is the same in each: take the largest or smallest, not the sum.
          What a silent store cannot tell is left out, and the rest stands.
        </p>
      </DocSection>
      <DocSection id="dashboard" title="Dashboard">
        <p>
          <code>deploy/grafana/voltboard.json</code> is a dashboard for Grafana: import it and choose your Prometheus.
        </p>
      </DocSection>
      <DocSection id="alerts" title="Alerts">
        <p>
          <code>deploy/prometheus/alerts.yaml</code> has the rules. Each says what to do; these are the grave ones:
        </p>
        <DocTable
          label="Grave alerts"
          head={['Alert', 'When']}
          isCode
          rows={[
            ['VoltboardDown', 'a process is silent for two minutes'],
            ['VoltboardStoreDown', 'a store does not answer, or has no room, for a minute'],
            ['VoltboardClockWrong', 'the clock of a process differs from the database’s by more than a minute'],
            ['VoltboardFailing', 'more than one answer in a hundred is a failure, for five minutes'],
            ['VoltboardRestarting', 'a process was started more than three times in half an hour'],
            ['VoltboardEventsPutOff', 'outlets are told to send again later, for five minutes'],
            ['VoltboardEventsNotStorable', 'the events store refuses single events for good'],
          ]}
        />
        <p>
          The others warn: late seals, figures that were repaired, memory, disk, mails, slow answers, refused events.
          How to set it up is on <DocLink to="operation/deployment">Deployment</DocLink>.
        </p>
      </DocSection>
    </>
  );
}
