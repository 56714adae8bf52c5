import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '#domain/durations.ts';
import { yieldThread } from '../lib/yield-thread.ts';
import type { FinalDocument, PrintedLine } from './document-parts.ts';
import { drawDocument, type Pdf } from './draw-document.ts';
import type { Letterhead } from './draw-letter.ts';

/** A document with everything that is needed to draw it, except the letterhead. */
export type Drawing = { readonly document: FinalDocument; readonly lines: readonly PrintedLine[] };
/** Requests the bytes of one document, or the hashes of several documents, which are drawn one after the other. */
export type DrawOrder = {
  readonly number: number;
  readonly wanted: 'bytes' | 'sums';
  readonly drawings: readonly Drawing[];
  readonly letterhead: Letterhead | undefined;
};
/**
 * Lines of a drawing, sent ahead of its order, because sending a hundred thousand lines in one message would block for
 * too long.
 */
export type MoreLines = { readonly number: number; readonly drawing: number; readonly more: readonly PrintedLine[] };
export type DrawReport = { readonly number: number } & (
  | { readonly bytes: Uint8Array | null; readonly sums: readonly string[] }
  | { readonly failure: string }
);

/** Number of lines per message. Each message takes a few milliseconds. */
const LINES_A_TURN = 5_000;

type Answer = Extract<DrawReport, { readonly sums: unknown }>;
type Waiting = { readonly done: (answer: Answer) => void; readonly failed: (error: Error) => void };

/**
 * How long an idle thread stays alive. The thread keeps parsed fonts in memory, and the next document may not be due
 * for a month.
 */
const KEPT_MS = MINUTE_MS;

/**
 * Runs `drawDocument` on a thread with lower priority than the main thread, which receives reports from outlets. In a
 * process that runs from source, draws on the main thread, because a new thread would first have to load TypeScript.
 */
export async function drawApart({ document, lines }: Drawing, letterhead: Letterhead | undefined): Promise<Pdf> {
  if (!isBuilt) return drawDocument(document, lines, letterhead);
  const { bytes, sums } = await drawOnThread({ wanted: 'bytes', drawings: [{ document, lines }], letterhead });
  const [sha256 = ''] = sums;
  return { bytes: Buffer.from(bytes ?? []), sha256 };
}

/**
 * Returns the SHA-256 of each document. The thread draws one document after the other. When documents were drawn
 * concurrently, all stayed in memory until the last one finished, and garbage collection took a third of the time
 * (measured).
 */
export async function sumsApart(
  drawings: readonly Drawing[],
  letterhead: Letterhead | undefined,
): Promise<readonly string[]> {
  if (isBuilt) return (await drawOnThread({ wanted: 'sums', drawings, letterhead })).sums;
  const sums: string[] = [];
  for (const { document, lines } of drawings) sums.push((await drawDocument(document, lines, letterhead)).sha256);
  return sums;
}

const isBuilt = import.meta.url.endsWith('.mjs');

function drawOnThread(order: Omit<DrawOrder, 'number'>): Promise<Answer> {
  thread ??= startThread();
  return thread.draw(order);
}

type Thread = { draw(order: Omit<DrawOrder, 'number'>): Promise<Answer> };
let thread: Thread | null = null;

function startThread(): Thread {
  // The bundler puts shared code one folder below the programs.
  const path = import.meta.url.includes('/chunks/') ? '../draw.mjs' : './draw.mjs';
  const worker = new Worker(new URL(path, import.meta.url));
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let leaving: NodeJS.Timeout | undefined;

  const forget = () => {
    if (thread === own) thread = null;
  };
  const endWith = (error: Error) => {
    forget();
    for (const { failed } of waiting.values()) failed(error);
    waiting.clear();
  };
  worker.on('message', (report: DrawReport) => {
    const job = waiting.get(report.number);
    waiting.delete(report.number);
    if (waiting.size === 0) {
      worker.unref();
      leaving = setTimeout(() => {
        forget();
        void worker.terminate();
      }, KEPT_MS).unref();
    }
    if ('failure' in report) job?.failed(new Error(report.failure));
    else job?.done(report);
  });
  worker.on('error', (error) => endWith(error as Error));
  worker.on('exit', (code) => endWith(new Error(`the thread that draws documents ended with ${code}`)));

  const own: Thread = {
    draw: async (order) => {
      clearTimeout(leaving);
      worker.ref();
      last += 1;
      const number = last;
      const answer = new Promise<Answer>((done, failed) => waiting.set(number, { done, failed }));
      // The thread may exit while lines are being sent.
      answer.catch(() => undefined);
      const drawings: Drawing[] = [];
      for (const [drawing, { document, lines }] of order.drawings.entries()) {
        const left = lines.length % LINES_A_TURN;
        for (let at = 0; at + left < lines.length; at += LINES_A_TURN) {
          worker.postMessage({ number, drawing, more: lines.slice(at, at + LINES_A_TURN) } satisfies MoreLines);
          await yieldThread();
        }
        drawings.push({ document, lines: lines.slice(lines.length - left) });
      }
      worker.postMessage({ ...order, drawings, number } satisfies DrawOrder);
      return answer;
    },
  };
  return own;
}
