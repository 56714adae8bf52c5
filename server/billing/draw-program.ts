import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { PrintedLine } from './document-parts.ts';
import type { DrawOrder, DrawReport, MoreLines } from './draw-apart.ts';

/**
 * Priority of the drawing thread. Reports and requests take precedence over drawing, but a month must still close. At a
 * much lower priority, the thread got 3% of a processor while outlets kept both processors busy, so 5,000 documents
 * took 15 minutes.
 */
const LESS_IMPORTANT = 5;

// On Linux, the priority affects only this thread. On other systems, it would slow down the whole server.
if (process.platform === 'linux') setPriority(LESS_IMPORTANT);
// Load the drawing code after lowering the priority, because loading takes a third of a second of CPU time.
const { drawDocument } = await import('./draw-document.ts');

/** Lines that arrived before their order, by order number and drawing. */
const before = new Map<number, Map<number, PrintedLine[]>>();

function keep({ number, drawing, more }: MoreLines): void {
  const drawings = before.get(number) ?? new Map<number, PrintedLine[]>();
  before.set(number, drawings);
  const lines = drawings.get(drawing) ?? [];
  drawings.set(drawing, lines);
  for (const line of more) lines.push(line);
}

parentPort?.on('message', async (order: DrawOrder | MoreLines) => {
  if ('more' in order) return keep(order);
  const report = await carryOut(order).catch(
    (error: unknown): DrawReport => ({
      number: order.number,
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  // Transfer the buffer instead of copying it.
  const moved = 'bytes' in report && report.bytes !== null ? [report.bytes.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(report, moved);
});

async function carryOut({ number, wanted, drawings, letterhead }: DrawOrder): Promise<DrawReport> {
  const sums: string[] = [];
  let bytes: Uint8Array | null = null;
  const earlier = before.get(number);
  before.delete(number);
  for (const [at, { document, lines: last }] of drawings.entries()) {
    const lines = [...(earlier?.get(at) ?? []), ...last];
    const drawn = await drawDocument(document, lines, letterhead);
    sums.push(drawn.sha256);
    if (wanted === 'bytes') bytes = drawn.bytes;
  }
  return { number, bytes, sums };
}
