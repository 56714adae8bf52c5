import { expect, test } from 'vitest';
import { storedIp } from './check-event.ts';

test.each([
  [undefined, '::', '::'],
  ['203.0.113.77', '203.0.113.0', '203.0.113.77'],
  ['2001:db8:85a3:1234::8a2e:370:7334', '2001:db8:85a3::', '2001:db8:85a3:1234:0:8a2e:370:7334'],
  ['::ffff:203.0.113.77', '203.0.113.0', '203.0.113.77'],
  ['2001:DB8::1', '2001:db8::', '2001:db8::1'],
])('stores %s as %s, or in full as %s', (text, short, full) => {
  expect(storedIp(text, false)).toBe(short);
  expect(storedIp(text, true)).toBe(full);
});

test.each([
  '',
  '203.0.113',
  '203.0.113.256',
  '0x7f.1',
  '203.0.113.7:80',
  'fe80::1%eth0',
  '2001:db8::g',
  'localhost',
  '1',
])('rejects %j as an address', (text) => {
  expect(storedIp(text, false)).toBeNull();
});
