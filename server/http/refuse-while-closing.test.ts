import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createServer } from './create-server.ts';

function get(port: number, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/open', agent }, resolve).on('error', reject).end();
  });
}

test('a call on an open connection of a closing server gets a time to retry', async () => {
  const app = await createServer({
    logLevel: 'silent',
    trustProxy: [],
    allowedOrigins: [],
    publicUrl: 'http://localhost',
    mapStyleUrl: '',
    googleMapsKey: '',
    shedsLoad: false,
  });
  app.get('/open', async () => ({ status: true }));
  let goOn = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => {
    app.addHook('preClose', async () => {
      resolve();
      await new Promise<void>((done) => {
        goOn = done;
      });
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const before = await get(port, agent);
  expect(before.statusCode).toBe(200);
  await json(before);
  const closed = app.close();
  await isHeld;
  const answer = await get(port, agent);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers).toMatchObject({
    'retry-after': '2',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  expect(await json(answer)).toEqual({
    error: { message: 'The server is restarting. Try again in a few seconds.' },
  });
  goOn();
  await closed;
  agent.destroy();
});
