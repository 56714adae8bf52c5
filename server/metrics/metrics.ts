import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Settings } from '../config/config.ts';

const FAST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * This process's metrics for Prometheus. No label may contain data that identifies a customer, a person or an outlet.
 * The possible values of each label are known when the server is built.
 */
export type Metrics = ReturnType<typeof makeMetrics>;

/** Creates the metrics. Returns null if no client may read them, so that nothing is counted. */
export const createMetrics = (
  { metricsToken, metricsPort, databaseUrl, clickhouseUrl }: Settings,
  version: string,
): Metrics | null =>
  metricsToken === null && metricsPort === null
    ? null
    : makeMetrics({
        version,
        node: process.version,
        accounts: databaseUrl === null ? 'sqlite' : 'postgresql',
        events: clickhouseUrl === null ? 'embedded' : 'clickhouse',
      });

function makeMetrics(build: Record<'version' | 'node' | 'accounts' | 'events', string>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `voltboard_${name}`, help, labelNames: [...labelNames], registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter<Label>({ name: `voltboard_${name}`, help, labelNames: [...labelNames], registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: readonly number[] = FAST_SECONDS,
  ) =>
    new Histogram<Label>({
      name: `voltboard_${name}`,
      help,
      registers,
      labelNames: [...labelNames],
      buckets: [...buckets],
    });

  const outcomes = <Label extends string>(of: Counter<Label>, values: readonly Record<Label, string>[]) => {
    // Start at 0. Otherwise, Prometheus would not see the first failure after a start as an increase.
    for (const labels of values) of.inc(labels, 0);
    return of;
  };

  gauge('build_info', 'Always 1; its labels are the version and the stores.', Object.keys(build)).set(build, 1);
  return {
    registry,
    requests: histogram('http_request_duration_seconds', 'Duration of requests, without live streams.', [
      'method',
      'route',
      'status',
    ]),
    liveStreams: gauge('live_streams', 'Number of open live streams.'),
    events: outcomes(
      counter(
        'ingest_events_total',
        'Events from outlets by result; later means that the outlet must send them again.',
        ['result', 'reason'],
      ),
      [
        { result: 'accepted', reason: '' },
        { result: 'duplicate', reason: '' },
        { result: 'not_storable', reason: 'not_storable' },
        ...['queue_full', 'store_unavailable', 'failed'].map((reason) => ({ result: 'later', reason })),
      ],
    ),
    pendingEvents: gauge('ingest_pending_events', 'Events waiting for storage or being stored.'),
    groupSize: histogram(
      'insert_group_events',
      'Number of events per insert; concurrent batches share an insert.',
      [],
      [1, 10, 100, 500, 1_000, 2_500, 5_000, 10_000, 20_000],
    ),
    groupSeconds: histogram('insert_duration_seconds', 'Duration of an insert until it is on disk.', ['result']),
    sealRuns: outcomes(
      counter('seal_runs_total', 'Runs of the job that seals closed days.', ['result']),
      ['sealed', 'nothing_due', 'failed'].map((result) => ({ result })),
    ),
    lastSeal: gauge('seal_last_success_timestamp_seconds', 'Time of the last successful seal run.'),
    comparisons: outcomes(
      counter('figure_comparisons_total', 'Comparisons of all sealed sums with the events.', ['result']),
      ['agreed', 'repaired', 'elsewhere', 'failed'].map((result) => ({ result })),
    ),
    importsRunning: gauge('imports_running', 'Files that are being checked or imported.'),
    sealAge: gauge('seal_age_seconds', 'Age of the watermark up to which figures are sealed.'),
    lastBackup: gauge(
      'last_backup_seconds',
      'Age of the newest backup; +Inf if BACKUP_TO is set and there is none, otherwise absent before the first one.',
    ),
    failedJobs: gauge('job_failed', '1 if the last run of the recurring job failed in any process.', ['name']),
    storeUp: gauge('store_up', '1 if the store responds, as in /api/readyz.', ['store']),
    storeReplicas: gauge(
      'store_replicas',
      'Replicas of the events store by state, updated every minute; absent without replicas.',
      ['state'],
    ),
    clockSkew: gauge(
      'clock_skew_seconds',
      "How far the process's clock is ahead of the store's. Above 60, the process is not ready.",
    ),
    auditStreamWaiting: gauge(
      'audit_stream_waiting_entries',
      'Audit log entries that the receiver at AUDIT_STREAM_URL has not confirmed; absent without a receiver.',
    ),
    auditStreamLag: gauge('audit_stream_lag_seconds', 'Age of the oldest unconfirmed entry; 0 if there is none.'),
    auditStreamFailures: counter('audit_stream_failures_total', 'Failed attempts to send the audit log.', []),
    mails: gauge('mails', 'Unsent emails in the outbox.', ['status']),
    notices: gauge('notice', '1 while the notice is shown to administrators.', ['kind']),
    freeBytes: gauge('data_folder_free_bytes', 'Free space on the disk with DATA_DIR.'),
    memoryUsed: gauge('memory_used_bytes', 'Memory used by the container or service, without reclaimable cache.'),
    memoryLimit: gauge('memory_limit_bytes', 'Memory limit of the container or service; absent without a limit.'),
  };
}
