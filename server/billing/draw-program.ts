import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { DrawOrder, DrawReport } from './draw-apart.ts';
import { drawDocument } from './draw-document.ts';

/**
 * Whoever reports events or reads figures goes first, but a month is closed all the same: much less important, the thread has
 * three hundredths of a processor while outlets keep both busy, and 5,000 documents take a quarter of an hour.
 */
const LESS_IMPORTANT = 5;

// Linux takes it for this thread alone; elsewhere it would slow down the whole server.
if (process.platform === 'linux') setPriority(LESS_IMPORTANT);

parentPort?.on('message', async (order: DrawOrder) => {
  const report = await carryOut(order).catch(
    (error: unknown): DrawReport => ({
      number: order.number,
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  // Handed over, not copied.
  const moved = 'bytes' in report && report.bytes !== null ? [report.bytes.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(report, moved);
});

async function carryOut({ number, wanted, drawings, letterhead }: DrawOrder): Promise<DrawReport> {
  const sums: string[] = [];
  let bytes: Uint8Array | null = null;
  for (const { document, lines } of drawings) {
    const drawn = await drawDocument(document, lines, letterhead);
    sums.push(drawn.sha256);
    if (wanted === 'bytes') bytes = drawn.bytes;
  }
  return { number, bytes, sums };
}
