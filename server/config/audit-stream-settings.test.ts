import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-stream-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const AUDIT_STREAM_SECRET = randomBytes(36).toString('base64url');
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env }).auditStream;
const target = (url: string, more = {}) => read({ AUDIT_STREAM_URL: url, AUDIT_STREAM_SECRET, ...more })?.target;

test('sends nothing unless a receiver is set', () => {
  expect(read({})).toBeNull();
});

test.each([
  ['https://siem.example.com/in?x=1', { kind: 'http', url: 'https://siem.example.com/in?x=1' }],
  // Operators may name hosts in their own network.
  ['https://10.0.0.7:8443/', { kind: 'http', url: 'https://10.0.0.7:8443/' }],
  ['http://127.0.0.1:8514/', { kind: 'http', url: 'http://127.0.0.1:8514/' }],
  ['syslog+tls://siem:7000', { kind: 'syslog', host: 'siem', port: 7000, isEncrypted: true }],
  ['syslog+tls://siem', { kind: 'syslog', host: 'siem', port: 6514, isEncrypted: true }],
  ['syslog+tcp://[::1]', { kind: 'syslog', host: '::1', port: 601, isEncrypted: false }],
])('%s is a receiver', (url, expected) => {
  expect(target(url)).toEqual(expected);
});

test.each(['http://siem/', 'syslog+tcp://10.0.0.7'])('%s needs AUDIT_STREAM_PLAIN', (url) => {
  expect(() => target(url)).toThrow(/^AUDIT_STREAM_URL: .* are not encrypted.*AUDIT_STREAM_PLAIN=on/);
  expect(target(url, { AUDIT_STREAM_PLAIN: 'on' })).toBeDefined();
});

test.each([
  ['ftp://siem/', /^AUDIT_STREAM_URL: Its value is not valid/],
  ['siem.example.com', /^AUDIT_STREAM_URL: Its value is not valid/],
  ['syslog+tls://siem/path', /^AUDIT_STREAM_URL: a syslog address consists of host and port only/],
  ['https://name:word@siem/', /^AUDIT_STREAM_URL: remove the name and password/],
  ['https://[', /^AUDIT_STREAM_URL: Its value is not valid/],
])('rejects %s and suggests a valid value', (url, why) => {
  expect(() => target(url)).toThrow(why);
});

test('address and secret belong together, and the secret must be strong', () => {
  expect(() => read({ AUDIT_STREAM_URL: 'https://siem/' })).toThrow(
    /^AUDIT_STREAM_SECRET: AUDIT_STREAM_URL requires it/,
  );
  expect(() => read({ AUDIT_STREAM_SECRET })).toThrow(/^AUDIT_STREAM_SECRET: also set AUDIT_STREAM_URL/);
  const weak = { AUDIT_STREAM_URL: 'https://siem/', AUDIT_STREAM_SECRET: 'abcdefghijklmnopqrstuvwxyzabcdef' };
  expect(() => read(weak)).toThrow(/^AUDIT_STREAM_SECRET: .*openssl rand/);
});

test('reads the certificate authorities at the start', () => {
  const AUDIT_STREAM_CA = join(folder, 'ca.pem');
  expect(() => target('https://siem/', { AUDIT_STREAM_CA })).toThrow(/^AUDIT_STREAM_CA: the file cannot be read/);
  writeFileSync(AUDIT_STREAM_CA, 'nothing');
  expect(() => target('https://siem/', { AUDIT_STREAM_CA })).toThrow(/^AUDIT_STREAM_CA: .*no certificate/);
  writeFileSync(AUDIT_STREAM_CA, '-----BEGIN CERTIFICATE-----\n');
  const env = { AUDIT_STREAM_URL: 'https://siem/', AUDIT_STREAM_SECRET, AUDIT_STREAM_CA };
  expect(read(env)?.ca).toBe('-----BEGIN CERTIFICATE-----\n');
});
