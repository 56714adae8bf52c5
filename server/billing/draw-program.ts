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

parentPort?.on('message', async ({ number, document, lines, letterhead }: DrawOrder) => {
  const report = await drawDocument(document, lines, letterhead).then(
    ({ bytes, sha256 }): DrawReport => ({ number, bytes, sha256 }),
    (error: unknown): DrawReport => ({
      number,
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  // Handed over, not copied.
  parentPort?.postMessage(report, 'bytes' in report ? [report.bytes.buffer as ArrayBuffer] : []);
});
