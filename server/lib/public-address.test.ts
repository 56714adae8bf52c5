import { expect, test } from 'vitest';
import { isPublicAddress, isPublicHost } from './public-address.ts';

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.8.9.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.168.1.1', '192.0.2.1', '198.18.0.1', '203.0.113.5', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
  ],
  ...['ff02::1', '2001:db8::1', '2002:7f00:1::1', '2001:0:1::1', 'localhost', '', '1.2.3', '0x7f.1', '2130706433'],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

/** Returns the host as the URL parser normalizes it. */
const hostOf = (address: string) => new URL(`https://${address}/`).hostname;

test.each([
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.0.0.1.', '０x7f.1', '①②⑦.0.0.1'],
  ...[
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0',
    '0.0.0.0',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
  ],
  ...['[::ffff:7f00:1]', '[fe80::1]', '[fd00::1]', '[2002:7f00:1::]', '[64:ff9b::7f00:1]'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'db.internal', 'db.internal.', 'router'],
  ...['nas.lan', 'wiki.corp', 'x.home.arpa', 'x.home', '1.0.0.127.in-addr.arpa', 'localhost.localdomain', 'a.onion'],
])('the host %s belongs to this machine or its network', (address) => {
  expect(isPublicHost(hostOf(address))).toBe(false);
});

test.each([
  'a.example',
  'shop.example.com',
  'local.example.com',
  'müller.example',
  '8.8.8.8',
  '[2606:4700::1111]',
  'a.co',
])('the host %s may be public', (address) => {
  expect(isPublicHost(hostOf(address))).toBe(true);
});
