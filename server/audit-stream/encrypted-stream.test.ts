import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAudit } from '../audit/write-audit.ts';
import type { AuditStreamTarget } from '../config/audit-stream-settings.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { createAuditStream } from './create-audit-stream.ts';
import { showAuditStream } from './show-audit-stream.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from './testing/test-certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-encrypted-'));
let accounts: AccountsDb;
let received = '';
beforeAll(async () => {
  accounts = await openMigrated(folder);
});
afterAll(async () => {
  await accounts.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const certificate = { cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY };
const take = (part: Buffer) => {
  received += part.toString('utf8');
};
const overHttps = (): Server =>
  createHttpsServer(certificate, (request, response) => {
    request.on('data', take).on('end', () => response.writeHead(204).end());
  });
const overSyslog = (): Server => createTlsServer(certificate, (socket) => socket.on('data', take));

test.each<[string, () => Server, (port: number) => AuditStreamTarget]>([
  ['https', overHttps, (port) => ({ kind: 'http', url: `https://localhost:${port}/` })],
  ['syslog+tls', overSyslog, (port) => ({ kind: 'syslog', host: '127.0.0.1', port, isEncrypted: true })],
])('%s: sends entries only to a receiver with a certificate of AUDIT_STREAM_CA', async (name, open, targetOf) => {
  received = '';
  const server = open();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const target = targetOf((server.address() as AddressInfo).port);
  let nowMs = Date.now();
  const send = async (ca: string | null) => {
    nowMs += 600_000;
    const auditStream = { target, secret: 'the secret of the stream', ca };
    const config = { auditStream, publicUrl: 'https://outlets.example' };
    await createAuditStream({ accounts, config, time: async () => nowMs }).runNow();
    return showAuditStream(accounts, auditStream);
  };
  const subject = `sent over ${name}`;
  await writeAudit(accounts, {
    at: 1,
    actorId: null,
    actor: 'test',
    action: 'thing.done',
    subject,
    detail: {},
    ip: '',
  });
  const refused = await send(null);
  expect([refused.waiting, received]).toEqual([1, '']);
  expect(refused.lastError).toMatch(/certificate/);
  expect(await send(TEST_CERTIFICATE)).toMatchObject({ waiting: 0, lastError: '' });
  expect(received).toContain(subject);
  server.close();
});
