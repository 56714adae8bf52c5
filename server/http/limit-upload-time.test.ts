import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitUploadTime } from './create-server.ts';

/** Time limit that is long enough for a busy machine to send the next letter in time. */
const WITHIN_MS = 500;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = Fastify({ requestTimeout: 0 });
  app.addContentTypeParser('text/csv', (_request, body, done) => void text(body).then((all) => done(null, all), done));
  limitUploadTime(app, (socket) => void socket.end('ended'), WITHIN_MS);
  app.post('/form', async ({ body }) => body);
  app.post('/file', { config: { isSlowUpload: true } }, async ({ body }) => body);
  app.post('/refused', { config: { isSlowUpload: true }, onRequest: async (_, reply) => reply.send('no') }, () => '');
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

/** Sends a head that announces ten letters. */
function begin(path: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nContent-Length: 10\r\n\r\n`);
  return socket;
}

/** Sends a letter from time to time, for as long as the server accepts letters. */
async function trickle(socket: Socket, letters: number): Promise<void> {
  for (let sent = 0; sent < letters && !socket.closed; sent += 1) {
    socket.write('a');
    await pause(WITHIN_MS / 4);
  }
}

test.each(['/form', '/file'])('ends a request to %s whose body does not arrive', async (path) => {
  expect(await text(begin(path))).toBe('ended');
});

test('ends a form that arrives letter by letter after its time limit', async () => {
  const socket = begin('/form');
  socket.on('error', () => undefined);
  const [answer] = await Promise.all([text(socket), trickle(socket, 9)]);
  expect(answer).toBe('ended');
});

test('accepts a file that takes longer than that', async () => {
  const socket = begin('/file');
  await trickle(socket, 10);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 .*a{10}$/s);
});

test('a rejected client that keeps sending gets no more time than others', async () => {
  const socket = begin('/refused');
  socket.on('error', () => undefined);
  const [answer] = await Promise.all([text(socket), trickle(socket, 9)]);
  expect(answer).toMatch(/^HTTP\/1.1 200 .*noended$/s);
});
