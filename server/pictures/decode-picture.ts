import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { JpegOptions, PngOptions, ResizeOptions, WebpOptions } from 'sharp';
import { SECOND_MS } from '#domain/durations.ts';
import { AppError } from '../http/app-error.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { RefusedPicture } from './refused-picture.ts';
import { type AcceptedPictures, damaged, stripPicture } from './strip-picture.ts';

type Output =
  | { readonly format: 'jpeg'; readonly options: JpegOptions }
  | { readonly format: 'png'; readonly options: PngOptions }
  | { readonly format: 'webp'; readonly options: WebpOptions };

/** How to redraw a picture: upright, in the given size and format, with the given color behind transparent parts. */
export type Drawing = { readonly resize: ResizeOptions; readonly background?: string; readonly output: Output };
export type DecodeOrder = Drawing & { readonly bytes: Uint8Array; readonly mostBytes: number };
export type DrawnBytes = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };
export type DecodeReport = DrawnBytes | { readonly failure: 'memory' | 'unreadable' };

/**
 * Limits for the process that decodes a picture. The highest use measured for 49 megapixels is 531 MB and eight seconds
 * (PNG, 16 bits, interlaced).
 */
export type DecodeLimits = { readonly mostBytes: number; readonly mostMs: number };
const LIMITS: DecodeLimits = { mostBytes: 600 * 1024 * 1024, mostMs: 20 * SECOND_MS };

/** The queue for all pictures. It runs two pictures concurrently, so that a slow one doesn't delay the next. */
export const pictureQueue = createSemaphore({ atOnce: 2, waiting: 16 });
const RETRY_SECONDS = 3;
const tooMany = () =>
  new AppError('unavailable', 'Too many pictures are being processed. Try again in a moment.', RETRY_SECONDS);

/**
 * Redraws a picture. Throws `RefusedPicture` for a picture that is not accepted. Call this function before a
 * transaction begins.
 * 1. Remove everything unnecessary from the file, and check its declared size (`stripPicture`).
 * 2. Wait for a slot in the queue. Throw 503 if too many are waiting.
 * 3. Decode the picture in a separate process, which is killed if it takes too much memory or time.
 */
export async function redrawPicture(
  given: Buffer,
  accepted: AcceptedPictures,
  drawing: Drawing,
  limits = LIMITS,
  start = startProgram,
): Promise<DrawnBytes> {
  const { bytes } = stripPicture(given, accepted);
  return pictureQueue.run(
    () => decodeApart({ ...drawing, bytes, mostBytes: limits.mostBytes }, limits, start),
    tooMany,
  );
}

async function decodeApart(
  order: DecodeOrder,
  { mostMs }: DecodeLimits,
  start: () => ChildProcess,
): Promise<DrawnBytes> {
  const child = start();
  let timer: NodeJS.Timeout | undefined;
  try {
    const report = await new Promise<DecodeReport>((resolve, reject) => {
      timer = setTimeout(() => reject(tooSlow()), mostMs);
      child.once('message', (message) => resolve(message as DecodeReport));
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        process.stderr.write(`A picture decoding process ended: ${signal ?? `code ${code}`}\n`);
        reject(damaged());
      });
      // If the process exits before it receives its order, its exit event reports that.
      child.send(order, () => undefined);
    });
    if (!('failure' in report)) return report;
    throw report.failure === 'memory' ? tooMuchMemory() : damaged();
  } finally {
    clearTimeout(timer);
    child.removeAllListeners();
    child.on('error', () => undefined);
    child.kill('SIGKILL');
  }
}

const tooSlow = () => new RefusedPicture('The picture takes too long to process. Save it in a smaller size.');
const tooMuchMemory = () =>
  new RefusedPicture('The picture needs too much memory. Save it in a smaller size or another format.');

const isBuilt = import.meta.url.endsWith('.mjs');

function startProgram(): ChildProcess {
  // Code shared by several programs is built one folder deeper than the programs.
  const built = import.meta.url.includes('/chunks/') ? '../picture.js' : './picture.js';
  return fork(fileURLToPath(new URL(isBuilt ? built : './decode-program.ts', import.meta.url)), {
    execArgv: isBuilt ? [] : ['--import', 'tsx'],
    // The process needs no settings, and some settings are secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
