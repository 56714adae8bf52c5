import { expect, test } from 'vitest';
import { keysFile, readOutlets } from './issued-keys.ts';

test('reads outlets as people write them, one a line', () => {
  const text =
    '70B3D57ED0A10001\n\n 70-b3-d5-7e-d0-a1-00-02, Lobby bar 2\r\n70:B3:D5:7E:D0:A1:00:03\tFood court; left\n70B3D57ED0A10004 Gate 4';
  expect(readOutlets(text)).toEqual([
    { eui: '70B3D57ED0A10001', label: '' },
    { eui: '70b3d57ed0a10002', label: 'Lobby bar 2' },
    { eui: '70B3D57ED0A10003', label: 'Food court; left' },
    { eui: '70B3D57ED0A10004', label: 'Gate 4' },
  ]);
});

test('passes an invalid EUI on its line to the server, which refuses it', () => {
  expect(readOutlets('nonsense,Bar\n70B3D57ED0A1')).toEqual([
    { eui: 'nonsense', label: 'Bar' },
    { eui: '70B3D57ED0A1', label: '' },
  ]);
});

test('writes one line per key to the file, and no formula', () => {
  expect(keysFile([{ eui: '70b3d57ed0a10001', label: '=1+1 "bar"', key: 'vb_x' }])).toBe(
    'eui,label,key\r\n70B3D57ED0A10001,"\'=1+1 ""bar""",vb_x',
  );
});
