import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '#domain/durations.ts';
import type { FinalDocument, PrintedLine } from './document-parts.ts';
import { drawDocument, type Pdf } from './draw-document.ts';
import type { Letterhead } from './draw-letter.ts';

export type DrawOrder = {
  readonly number: number;
  readonly document: FinalDocument;
  readonly lines: readonly PrintedLine[];
  readonly letterhead: Letterhead | undefined;
};
export type DrawReport = { readonly number: number } & (
  | { readonly bytes: Uint8Array; readonly sha256: string }
  | { readonly failure: string }
);

type Waiting = { readonly done: (pdf: Pdf) => void; readonly failed: (error: Error) => void };

/** Its fonts are parsed by then, and the next document is perhaps a month away. */
const KEPT_MS = MINUTE_MS;

/**
 * What `drawDocument` draws, on a thread of its own that gives way to this one: five hundred documents of a month are a
 * minute of drawing, in which outlets go on reporting. Run from source, where a thread had to learn TypeScript first, it
 * draws here.
 */
export function drawApart(
  document: FinalDocument,
  lines: readonly PrintedLine[],
  letterhead: Letterhead | undefined,
): Promise<Pdf> {
  if (!import.meta.url.endsWith('.mjs')) return drawDocument(document, lines, letterhead);
  thread ??= startThread();
  return thread.draw({ document, lines, letterhead });
}

type Thread = { draw(order: Omit<DrawOrder, 'number'>): Promise<Pdf> };
let thread: Thread | null = null;

function startThread(): Thread {
  // Shared code of several programs lies one folder deeper than they do.
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
    else job?.done({ bytes: Buffer.from(report.bytes), sha256: report.sha256 });
  });
  worker.on('error', (error) => endWith(error as Error));
  worker.on('exit', (code) => endWith(new Error(`the thread that draws documents ended with ${code}`)));

  const own: Thread = {
    draw: (order) =>
      new Promise((done, failed) => {
        clearTimeout(leaving);
        worker.ref();
        last += 1;
        waiting.set(last, { done, failed });
        worker.postMessage({ ...order, number: last } satisfies DrawOrder);
      }),
  };
  return own;
}
