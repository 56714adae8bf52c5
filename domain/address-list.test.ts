import { expect, test } from 'vitest';
import { isAddressOrNetwork, isInAddressList } from './address-list.ts';

test.each([
  ['10.1.2.3', '10.0.0.0/8', true],
  ['11.1.2.3', '10.0.0.0/8', false],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.8', '203.0.113.7', false],
  ['::ffff:10.1.2.3', '10.0.0.0/8', true],
  ['10.1.2.3', '::ffff:10.0.0.0/104', true],
  ['11.1.2.3', '::ffff:10.0.0.0/104', false],
  ['::ffff:a01:203', '::ffff:10.1.2.3', true],
  ['2001:db8::1', '2001:db8::/32', true],
  ['2001:DB8:0::1', '2001:db8::1', true],
  ['2001:db9::1', '2001:db8::/32', false],
  ['10.1.2.3', '::/0', false],
  ['2001:db8::1', '0.0.0.0/0', false],
  ['', '0.0.0.0/0', false],
  ['unix:', '::/0', false],
])('%s in %s: %s', (ip, network, isIn) => {
  expect(isAddressOrNetwork(network)).toBe(true);
  expect(isInAddressList(ip, [network])).toBe(isIn);
  expect(isInAddressList(ip, ['192.0.2.0/24', network])).toBe(isIn);
});

test.each([
  '',
  'office',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.1',
  '0x7f000001',
  '10',
  '::/129',
  '10.0.0.256',
  '10.0.0.0/-1',
  'fe80::1%eth0',
  '*',
])('%j is neither an address nor a network, and contains no address', (text) => {
  expect(isAddressOrNetwork(text)).toBe(false);
  expect(isInAddressList('10.0.0.1', [text])).toBe(false);
});

test('an empty list contains no address', () => {
  expect(isInAddressList('10.0.0.1', [])).toBe(false);
});
