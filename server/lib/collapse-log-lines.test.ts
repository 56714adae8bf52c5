import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { collapseLogLines } from './collapse-log-lines.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const lines: Record<string, unknown>[] = [];
  const { hook, flush } = collapseLogLines();
  const write = (line: string) => void lines.push(JSON.parse(line));
  const app = Fastify({ logger: { level: 'info', hooks: { logMethod: hook }, stream: { write } } });
  return { log: app.log, flush, lines, said: () => lines.map(({ msg }) => msg) };
}

const refused = (port = 5432) => new Error(`connect ECONNREFUSED 127.0.0.1:${port}`);

test('logs a cause once at once and once a minute with its count, for all messages with that cause', () => {
  const { log, lines, said } = open();
  for (const job of ['sealing', 'mailing', 'closing']) log.error({ err: refused() }, `${job} failed`);
  for (const reqId of ['a', 'b', 'b'])
    log.child({ reqId }).error({ err: new Error('not stored', { cause: refused() }) }, 'request failed');
  expect(said()).toEqual(['sealing failed']);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({
    level: 50,
    msg: 'Error: connect ECONNREFUSED 127.0.0.1:5432: 5 more in a minute',
    count: 5,
    messages: ['mailing failed', 'closing failed', 'request failed'],
    requests: ['a', 'b'],
  });
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(lines).toHaveLength(2);
  log.error({ err: refused() }, 'sealing failed');
  expect(said()[2]).toBe('sealing failed');
});

test('writes other causes, other levels and lines below a warning immediately', () => {
  const { log, said } = open();
  log.error({ err: refused(9001) }, 'one');
  log.error({ err: refused(9002) }, 'two');
  log.warn({ err: refused(9001) }, 'three');
  log.warn('four');
  log.warn('five');
  log.info('six');
  log.info('six');
  expect(said()).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'six']);
});

test('ids, large numbers and durations do not make different causes', () => {
  const { log, said } = open();
  for (const varying of [
    'flight 0198f3ac-52c1-7b1e-9d7e-0c8a6d7f1a2b took 12.5 ms',
    'flight 0298f3ac-52c1-7b1e-9d7e-0c8a6d7f1a2b took 3 s',
  ])
    log.warn(varying);
  for (const key of ['deadbeefdeadbeef', 'feedbeeffeedbeef']) log.error(new Error(`part ${key} of 1234567`));
  expect(said()).toHaveLength(2);
});

test('the end of the process writes the pending counts, and a flood of different causes is not remembered', () => {
  const { log, flush, lines } = open();
  for (let at = 0; at < 3; at += 1) log.error({ err: refused() }, 'request failed');
  for (let at = 0; at < 600; at += 1) log.error(new Error(`cause number ${at}`));
  expect(lines).toHaveLength(601);
  flush();
  expect(lines).toHaveLength(602);
  expect(lines[601]).toMatchObject({ count: 2 });
  vi.advanceTimersByTime(MINUTE_MS);
  expect(lines).toHaveLength(602);
});
