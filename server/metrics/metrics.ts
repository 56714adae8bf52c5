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

  gauge('build_info', 'Always 1; says which version runs on which stores.', Object.keys(build)).set(build, 1);
  return {
    registry,
    requests: histogram('http_request_duration_seconds', 'Answered requests, live streams left out.', [
      'method',
      'route',
      'status',
    ]),
    liveStreams: gauge('live_streams', 'Pages that are being told of changes.'),
    events: outcomes(
      counter(
        'ingest_events_total',
        'Events that outlets sent, by what they were told; later means that they are to be sent again.',
        ['result', 'reason'],
      ),
      [
        { result: 'accepted', reason: '' },
        { result: 'duplicate', reason: '' },
        { result: 'not_storable', reason: 'not_storable' },
        ...['queue_full', 'store_unavailable', 'failed'].map((reason) => ({ result: 'later', reason })),
      ],
    ),
    pendingEvents: gauge('ingest_pending_events', 'Events that wait for storage or are being stored.'),
    groupSize: histogram(
      'insert_group_events',
      'Events of one insert; concurrent batches share it.',
      [],
      [1, 10, 100, 500, 1_000, 2_500, 5_000, 10_000, 20_000],
    ),
    groupSeconds: histogram('insert_duration_seconds', 'Time of one insert until it is on disk.', ['result']),
    sealRuns: outcomes(
      counter('seal_runs_total', 'Runs of the job that seals closed days.', ['result']),
      ['sealed', 'nothing_due', 'failed'].map((result) => ({ result })),
    ),
    lastSeal: gauge('seal_last_success_timestamp_seconds', 'When that job last ended well.'),
    comparisons: outcomes(
      counter('figure_comparisons_total', 'Comparisons of all sealed sums with the events.', ['result']),
      ['agreed', 'repaired', 'elsewhere', 'failed'].map((result) => ({ result })),
    ),
    importsRunning: gauge('imports_running', 'Files that are being checked or imported.'),
    sealAge: gauge('seal_age_seconds', 'Now less the watermark, up to which figures are sealed.'),
    lastBackup: gauge(
      'last_backup_seconds',
      'Time since the newest backup ended; +Inf while BACKUP_TO is set and there is none, else absent before the first.',
    ),
    failedJobs: gauge('job_failed', '1 where the recurring job failed when it last ended, by any process.', ['name']),
    storeUp: gauge('store_up', '1 while the store answers, as /api/readyz says.', ['store']),
    storeReplicas: gauge(
      'store_replicas',
      'Replicas of the events store by state, each minute; none without replicas.',
      ['state'],
    ),
    clockSkew: gauge(
      'clock_skew_seconds',
      "How far the process's clock is ahead of the store's; above 60 it is not ready.",
    ),
    auditStreamWaiting: gauge(
      'audit_stream_waiting_entries',
      'Entries of the audit log that the receiver of AUDIT_STREAM_URL has not confirmed; absent without one.',
    ),
    auditStreamLag: gauge('audit_stream_lag_seconds', 'Age of the oldest entry that waits; 0 where none does.'),
    auditStreamFailures: counter('audit_stream_failures_total', 'Tries to send the audit log that failed.', []),
    mails: gauge('mails', 'Mails in the outbox that are not sent.', ['status']),
    notices: gauge('notice', '1 while administrators are told of it.', ['kind']),
    freeBytes: gauge('data_folder_free_bytes', 'Free space of the disk of DATA_DIR.'),
    memoryUsed: gauge('memory_used_bytes', 'Memory of the container or service without what can be dropped at once.'),
    memoryLimit: gauge('memory_limit_bytes', 'Memory that the container or service may have; absent without a limit.'),
  };
}
