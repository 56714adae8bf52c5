import { expect, test } from 'vitest';
import { paperFor } from './paper.ts';

test.each([
  ['US', 'letter'],
  ['CA', 'letter'],
  ['MX', 'letter'],
  ['PH', 'letter'],
  ['DE', 'a4'],
  ['JP', 'a4'],
  ['BR', 'a4'],
] as const)('a customer in %s gets %s, regardless of the country of the network', (country, paper) => {
  for (const zone of ['America/New_York', 'Europe/Berlin', 'UTC'])
    expect(paperFor('country', country, zone)).toBe(paper);
});

test.each([
  ['America/New_York', 'letter'],
  ['US/Pacific', 'letter'],
  ['America/Toronto', 'letter'],
  ['America/Mexico_City', 'letter'],
  ['America/Sao_Paulo', 'a4'],
  ['Europe/Berlin', 'a4'],
  ['Asia/Kolkata', 'a4'],
  ['UTC', 'letter'],
  ['Etc/GMT+5', 'letter'],
] as const)('without a country, the time zone %s selects %s', (zone, paper) => {
  expect(paperFor('country', '', zone)).toBe(paper);
});

test('a global setting applies in every country', () => {
  for (const country of ['US', 'DE', '']) {
    expect(paperFor('a4', country, 'America/New_York')).toBe('a4');
    expect(paperFor('letter', country, 'Europe/Berlin')).toBe('letter');
  }
});
