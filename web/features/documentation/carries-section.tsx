import { DocSection, DocTable } from './doc-parts.tsx';

/** The section about capacity, as `npm run bench` measured it on two cores from 2023 with 24 GiB (README). */
export function CarriesSection() {
  return (
    <DocSection id="sizes" title="What one machine carries">
      <DocTable
        label="Measured on two cores, one process, embedded stores"
        head={['What', 'Measured']}
        rows={[
          ['Network', '20 million views of 10,000 outlets and 500 customers'],
          ['Dashboard calls, 10 at a time, p95', '22 to 83 ms'],
          ['Events a second, on disk before the answer, in batches of 100', '7,700 to 9,700'],
          ['The same in batches of 1,000', '23,400 to 24,200'],
          ['Memory while reading, at most', '559 MB'],
          ['Disk', '59 bytes a view: 1.2 GB'],
        ]}
      />
      <p>
        10,000 outlets with 20 views a day are 200,000 views: 12 MB a day, 4.3 GB a year, and the events of a day in
        half a minute. Measure your own machine with <code>npm run bench</code>.
      </p>
      <DocTable
        label="When to add what"
        head={['When', 'Seen by', 'Add']}
        rows={[
          [
            'A pause of seconds at upgrades is too long, or one processor is always busy',
            <code key="busy">nodejs_eventloop_lag_p99_seconds</code>,
            'PostgreSQL and a ClickHouse server; then a process more for each busy processor',
          ],
          [
            'Figures take longer than half a second',
            <code key="slow">voltboard_http_request_duration_seconds</code>,
            'processors and memory for ClickHouse',
          ],
          [
            'Events wait',
            <code key="wait">voltboard_ingest_pending_events</code>,
            'a faster disk, or larger batches at the gateways',
          ],
          [
            'Every answer waits while a backup or another program writes gigabytes',
            <code key="disk">nodejs_eventloop_lag_max_seconds</code>,
            'a disk of its own for the data folder: embedded stores read on the thread that answers, up to 0.6 s were seen',
          ],
          [
            'Memory runs out',
            <code key="memory">voltboard_memory_used_bytes</code>,
            'memory: each event takes 2.8 bytes of it for ever, each process some 150 MB without embedded stores',
          ],
          [
            'A machine that fails may not stop the network',
            'your own judgement',
            'processes on two machines; PostgreSQL and ClickHouse with replicas, each by its own means',
          ],
        ]}
      />
    </DocSection>
  );
}
