import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FinalDocument, PrintedLine } from '../../server/billing/document-parts.ts';
import { drawDocument, LAYOUT } from '../../server/billing/draw-document.ts';
import { line, ms } from './tables.ts';

const RESOLUTION_MS = 2;
const TURNS = 5;
const DAY = 1_793_920_000_000;

const INVOICE: FinalDocument = {
  id: 'invoice-2026-10-x',
  kind: 'invoice',
  month: '2026-10',
  customer_name: 'Brightwater',
  currency: 'USD',
  customer_address: '12 Harbor Walk, Boston, MA 02110',
  customer_tax_id: '04-1234567',
  time_zone: 'UTC',
  cut_off_at: DAY / 1_000,
  paper: 'letter' as const,
  corrects: '',
  lines_sha256: null,
  ledger_seq: null,
  ledger_head: null,
  layout: LAYOUT,
  number: 12,
  total_cents: 123_456,
  final_at: DAY,
  due_at: DAY,
};

const lineOf = (place: number): PrintedLine => ({
  document_id: INVOICE.id,
  place,
  kind: 'delivery',
  month: '2026-10',
  of_key: place,
  part: 'Harbour spring',
  item: `SPRING-${place}`,
  mark: '',
  views: 12_345,
  clicks: 678,
  burns: 9,
  amount_micros: 1_234_567,
  owner_micros: 370_370,
  micros: 1_234_567 + place,
  adjustment_id: null,
  judged: [],
});

/** Measures how long drawing an invoice's PDF takes, and how long other work waits for it at most. */
export async function benchLetters(sizes: readonly number[]): Promise<void> {
  line('lines of an invoice', 'MB', 'drawn in ms', 'others wait at most ms (at most 300)');
  line('---:', '---:', '---:', '---:');
  for (const size of sizes) {
    const lines = Array.from({ length: size }, (_, place) => lineOf(place));
    const taken: number[] = [];
    let [held, bytes] = [0, 0];
    for (let turn = 0; turn < TURNS; turn++) {
      const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      delays.enable();
      const start = performance.now();
      bytes = (await drawDocument(INVOICE, lines, undefined)).bytes.length;
      taken.push(performance.now() - start);
      // The monitor records the longest wait only after that wait has ended.
      await new Promise((resolve) => setTimeout(resolve, 2 * RESOLUTION_MS));
      delays.disable();
      held = Math.max(held, delays.max / 1e6 - RESOLUTION_MS);
    }
    const middle = taken.sort((one, other) => one - other)[Math.floor(TURNS / 2)] ?? 0;
    line(size, (bytes / 1e6).toFixed(1), ms(middle), ms(Math.max(0, held)));
  }
}
