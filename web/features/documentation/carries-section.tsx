import { DocSection, DocTable } from './doc-parts.tsx';

/** The section about capacity, as `npm run bench` measured it on two cores from 2023 with 24 GiB (README). */
export function CarriesSection() {
  return (
    <DocSection id="sizes" title="Capacity of one machine">
      <DocTable
        label="Measured on two cores, one process, embedded stores"
        head={['Measure', 'Result']}
        rows={[
          ['Network', '20 million views from 10,000 outlets and 500 customers'],
          ['Dashboard calls, 10 concurrent, p95', '22 to 83 ms'],
          ['Events per second, on disk before the response, in batches of 100', '7,700 to 9,700'],
          ['The same in batches of 1,000', '23,400 to 24,200'],
          ['Peak memory while reading', '559 MB'],
          ['Disk', '59 bytes per view: 1.2 GB'],
        ]}
      />
      <p>
        10,000 outlets with 20 views per day make 200,000 views: 12 MB per day and 4.3 GB per year. The events of one
        day are ingested in half a minute. Measure your own machine with <code>npm run bench</code>.
      </p>
      <DocTable
        label="When to scale"
        head={['When', 'Metric', 'Add']}
        rows={[
          [
            'A pause of seconds during upgrades is too long, or one processor is always busy',
            <code key="busy">nodejs_eventloop_lag_p99_seconds</code>,
            'PostgreSQL and a ClickHouse server, then one more process per busy processor',
          ],
          [
            'Figures take longer than half a second',
            <code key="slow">voltboard_http_request_duration_seconds</code>,
            'Processors and memory for ClickHouse',
          ],
          [
            'Events wait',
            <code key="wait">voltboard_ingest_pending_events</code>,
            'A faster disk, or larger batches at the gateways',
          ],
          [
            'All responses are slow while a backup or another program writes gigabytes',
            <code key="disk">nodejs_eventloop_lag_max_seconds</code>,
            'A separate disk for the data folder. Embedded stores read on the thread that responds; delays of up to 0.6 s were measured',
          ],
          [
            'Memory runs out',
            <code key="memory">voltboard_memory_used_bytes</code>,
            'Memory. Each event permanently needs 2.8 bytes, and each process about 150 MB without embedded stores',
          ],
          [
            'A failing machine must not stop the network',
            'Your own requirements',
            'Processes on two machines, and replicas of PostgreSQL and ClickHouse by their own means',
          ],
        ]}
      />
    </DocSection>
  );
}
