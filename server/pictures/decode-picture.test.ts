// Played by `npm run test:full` alone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { eventually } from '../testing/eventually.ts';
import { type DecodeLimits, pictureQueue, redrawPicture } from './decode-picture.ts';
import { RefusedPicture } from './refused-picture.ts';
import { flat, stuffedPng } from './testing/hostile-pictures.ts';

const ACCEPTED = { formats: ['png'], hint: 'Choose a PNG.' } as const;
const DRAWING = { resize: { width: 32 }, output: { format: 'webp', options: {} } } as const;
const AMPLE: DecodeLimits = { mostBytes: 2 ** 40, mostMs: 10 * MINUTE_MS };

/** Returns a function that starts a process which does not redraw pictures. */
const programOf = (code: string) => () => {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  started.push(child);
  return child;
};
const started: ChildProcess[] = [];
const draw = async (limits: DecodeLimits, code?: string) =>
  redrawPicture(
    await flat(64).png().toBuffer(),
    ACCEPTED,
    DRAWING,
    limits,
    code === undefined ? code : programOf(code),
  );

test('decodes a picture in a separate process', async () => {
  expect(await draw(AMPLE)).toMatchObject({ width: 32, height: 32 });
});

test.each(['zTXt', 'iTXt', 'iCCP'])(
  'gigabytes packed into %s chunks of a PNG never reach the decoder',
  async (type) => {
    const bomb = await stuffedPng(type, 500);
    const drawn = redrawPicture(bomb, ACCEPTED, DRAWING, { ...AMPLE, mostBytes: 300 * 1024 * 1024 });
    expect(await drawn).toMatchObject({ width: 32, height: 32 });
  },
);

test('ends a process that takes too much memory, and returns a message that says what to do', async () => {
  const refused = draw({ ...AMPLE, mostBytes: 1 });
  await expect(refused).rejects.toBeInstanceOf(RefusedPicture);
  await expect(refused).rejects.toThrow(/too much memory\. Save it in a smaller size/);
});

test('kills a process that takes too long, and reads the next picture', async () => {
  await expect(draw({ ...AMPLE, mostMs: 1 }, 'for (;;);')).rejects.toThrow(
    /takes too long to process\. Save it in a smaller size/,
  );
  const child = started.at(-1);
  if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child?.signalCode).toBe('SIGKILL');
  expect(await draw(AMPLE)).toMatchObject({ width: 32 });
});

test.each([
  ['crashes', 'process.abort()'],
  ['ends before it answers', 'process.exit(0)'],
  ['is killed', 'process.kill(process.pid, "SIGKILL")'],
])('a process that %s rejects only its own picture', async (_how, code) => {
  await expect(draw(AMPLE, code)).rejects.toBeInstanceOf(RefusedPicture);
  expect(await draw(AMPLE)).toMatchObject({ width: 32 });
});

test('a slow picture does not delay the next one, and frees its slot when it ends', async () => {
  const slow = draw(AMPLE, 'process.once("message", () => {}); setInterval(() => {}, 1000)');
  slow.catch(() => undefined);
  await eventually(() => expect(started.at(-1)?.pid).toBeDefined());
  expect(await draw(AMPLE)).toMatchObject({ width: 32 });
  started.at(-1)?.kill('SIGKILL');
  await expect(slow).rejects.toBeInstanceOf(RefusedPicture);
  const places = await Promise.all([pictureQueue.enter(), pictureQueue.enter()]);
  for (const leave of places) leave?.();
});
