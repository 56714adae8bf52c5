import { expect, test } from 'vitest';
import { emailKey } from './email.ts';

test('an address has one form, regardless of the width and case of its letters', () => {
  expect(emailKey(' Maria@Hotel.Example ')).toBe('maria@hotel.example');
  expect(emailKey('ｍaria＠hotel.example')).toBe('maria@hotel.example');
  expect(emailKey('maría.josé+bar@hotel.example')).toBe('maría.josé+bar@hotel.example');
});

const HIDDEN = [0x00, 0x07, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f];
const MORE = [
  0x2028, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x2800, 0x3164, 0xfeff, 0xffa0, 0xfff9, 0xe0041, 0xe000, 0xfe0f,
  0xe0100, 0x1d173,
];

test('an address has no invisible characters: control, bidirectional, zero-width, filler and variant characters', () => {
  for (const code of [...HIDDEN, ...MORE])
    expect(emailKey(`ma${String.fromCodePoint(code)}ria@hotel.example`), code.toString(16)).toBeNull();
});

test('an internationalized domain has one form, regardless of its spelling', () => {
  for (const written of [
    'jörg@müller.example',
    'jörg@xn--mller-kva.example',
    'JÖRG@MÜLLER.Example',
    'jo\u0308rg@mu\u0308ller.example',
  ])
    expect(emailKey(written), written).toBe('jörg@xn--mller-kva.example');
  expect(emailKey('info@例え.テスト')).toBe('info@xn--r8jz45g.xn--zckzah');
  expect(emailKey('info@例え。テスト')).toBe('info@xn--r8jz45g.xn--zckzah');
  expect(emailKey('a@straße.example')).toBe('a@xn--strae-oqa.example');
});

test('rejects an internationalized domain that DNS cannot have', () => {
  for (const domain of [
    'müller',
    'mü ller.example',
    '-müller.example',
    'mü..example',
    'mü/ller.example',
    `${'ü'.repeat(70)}.example`,
  ])
    expect(emailKey(`a@${domain}`), domain).toBeNull();
});
