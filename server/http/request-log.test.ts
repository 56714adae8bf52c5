import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openSurface } from './testing/open-surface.ts';

test('the log records who got which answer, and nothing that was sent (docs/threat-model.md#i8)', async () => {
  const lines: string[] = [];
  const { app, close } = await openSurface({ logLevel: 'info', logTo: { write: (line) => void lines.push(line) } });
  const secret = (name: string) => `canary-${name}`;
  await app.inject({
    method: 'POST',
    url: `/api/echo/a?start=1`,
    payload: { email: secret('email') },
    headers: { authorization: `Bearer ${secret('bearer')}`, cookie: `vb-known=${secret('cookie')}` },
  });
  for (const parameter of ['token', 't', 'code', 'q', 'cid']) {
    await app.inject({ url: `/api/open?${parameter}=${secret(parameter)}` });
    await app.inject({ url: `/login?${parameter}=${secret(parameter)}` });
    await app.inject({ url: `/api/${secret('path')}?${parameter}=${secret(parameter)}` });
  }
  await app.inject({ url: '/api/mine', headers: { authorization: 'Bearer owner' } });
  await app.inject({ url: '/api/crash', headers: { authorization: `Bearer ${secret('bearer')}` } });
  await close();

  const text = lines.join('');
  expect(text).not.toContain('canary');
  const answered = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(answered).toContainEqual(
    expect.objectContaining({ msg: 'answered', method: 'GET', route: '/api/mine', status: 200, user: 'owner' }),
  );
  const failure = answered.find(({ msg }) => msg === 'request failed');
  expect(failure).toMatchObject({
    reqId: expect.any(String),
    err: { message: expect.stringContaining('DB::Exception') },
  });
});

test('requests that fail for one cause make one line, and one more that counts and lists them', async () => {
  const lines: Record<string, unknown>[] = [];
  const { app, close } = await openSurface({
    logLevel: 'warn',
    logTo: { write: (line) => lines.push(JSON.parse(line)) },
  });
  const answers = [];
  for (let at = 0; at < 5; at += 1) answers.push(await app.inject({ url: '/api/crash' }));
  const ids = answers.map((answer) => answer.json<{ error: { id: string } }>().error.id);
  expect(lines).toMatchObject([{ msg: 'request failed', reqId: ids[0] }]);
  await close();
  expect(lines[1]).toMatchObject({ count: 4, messages: ['request failed'], requests: ids.slice(1) });
  expect(lines).toHaveLength(2);
});

test('a caller who leaves before the answer is not a server error', async () => {
  const log = new EventEmitter();
  const told = once(log, 'told');
  const isTold = (line: string) => line.includes('request failed') || line.includes('client disconnected');
  const { app, close } = await openSurface({
    logLevel: 'info',
    logTo: { write: (line) => void (isTold(line) && log.emit('told', line)) },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST /api/left HTTP/1.1\r\nHost: localhost:4000\r\nAccept-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  );
  expect(JSON.parse(String((await told)[0]))).toMatchObject({ level: 30, msg: 'client disconnected' });
  await close();
});

test('only a trusted proxy may set the address of a call (docs/threat-model.md#i5)', async () => {
  const from = async (trustProxy: string[]) => {
    const { app, close } = await openSurface({ trustProxy });
    const headers = { 'x-forwarded-for': '203.0.113.66, 198.51.100.7' };
    const answer = await app.inject({ url: '/api/address', headers, remoteAddress: '10.0.0.1' });
    await close();
    return answer.json<{ address: string }>().address;
  };
  expect(await from([])).toBe('10.0.0.1');
  expect(await from(['192.168.0.0/16'])).toBe('10.0.0.1');
  expect(await from(['10.0.0.0/8'])).toBe('198.51.100.7');
});
