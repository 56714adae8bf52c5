import { expect, test } from 'vitest';
import { actionChoices, actionWords, changeWords, fieldWords, valueWords } from './audit-words.ts';

test('actions and fields are read as words', () => {
  expect(actionWords('share.set')).toBe('Set a share');
  expect(actionWords('session.some-new-thing')).toBe('Session some new thing');
  expect(['customer_id', 'sessions_ended', 'confirmed_at_night'].map(fieldWords)).toEqual([
    'customer',
    'sessions ended',
    'confirmed at night',
  ]);
});

test('values are read as people write them', () => {
  expect(valueWords('share', '0.35')).toBe('35%');
  expect(valueWords('share_ppm', '333333')).toBe('33.3333%');
  expect(valueWords('price_micros', '12500000')).toBe('$12.5');
  expect(valueWords('disabled', 'true')).toBe('yes');
  expect([valueWords('role', 'property'), valueWords('role', '')]).toEqual(['outlet owner', 'no role']);
  expect(valueWords('previous_ends_at', '2026-11-21T05:00:00.000Z')).not.toMatch(/T05|Z$/);
});

test('a change is a sentence, with the day on which it begins in its own zone', () => {
  const entry = {
    changes: [{ field: 'share', before: '0.3', after: '0.35' }],
    facts: [
      { name: 'from', value: '2026-11-21T05:00:00.000Z' },
      { name: 'time_zone', value: 'America/New_York' },
      { name: 'id', value: '01890a5d' },
    ],
  };
  expect(changeWords(entry)).toBe('Share from 30% to 35%, from Nov 21, 2026');
  const first = { changes: [{ field: 'label', before: '', after: 'Bar 1' }], facts: [] };
  expect(changeWords(first)).toBe('Label Bar 1');
  expect(changeWords({ changes: [], facts: [] })).toBe('');
});

test('an area with several actions can be chosen as a whole', () => {
  const choices = actionChoices(['key.issued', 'user.created', 'user.deleted']);
  expect(choices.map(({ value }) => value)).toEqual(['key.issued', 'user', 'user.created', 'user.deleted']);
  expect(choices[1]?.label).toBe('User: all');
});
