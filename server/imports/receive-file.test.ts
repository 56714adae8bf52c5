import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { receiveFile } from './import-route.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-receive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a server that receives one file and reports the outcome. */
async function listen(told: (outcome: string) => void) {
  const server = createServer(async (request, answer) => {
    const outcome = await receiveFile(request, folder).then(
      () => 'received',
      (error: Error) => error.message,
    );
    told(outcome);
    answer.end(outcome);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a client that sends too much gets an error, and nothing of the file stays', async () => {
  const { server, url } = await listen(() => undefined);
  const answer = await fetch(url, { method: 'POST', body: new Blob([Buffer.alloc(65 * 1024 * 1024, 'a')]) });
  expect(await answer.text()).toBe('The file is larger than 64 MiB. Split it into smaller files.');
  expect(readdirSync(folder)).toEqual([]);
  server.close();
});

test('nothing stays of a file whose sender has left', async () => {
  let told: (outcome: string) => void = () => undefined;
  const outcome = new Promise<string>((resolve) => {
    told = resolve;
  });
  const { server, url } = await listen(told);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nname,kind\n');
  await once(server, 'request');
  socket.destroy();
  expect(await outcome).toBe('The upload was incomplete. Try again.');
  expect(readdirSync(folder)).toEqual([]);
  server.close();
});
