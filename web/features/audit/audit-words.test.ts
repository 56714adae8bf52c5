import { expect, test } from 'vitest';
import { actionChoices, actionWords, changeWords } from './audit-words.ts';
import { fieldWords, valueWords } from './value-words.ts';

test('shows actions and fields as words', () => {
  expect(actionWords('share.set')).toBe('Set a share');
  expect(actionWords('session.some-new-thing')).toBe('Session some new thing');
  expect(['customer_id', 'sessions_ended', 'confirmed_at_night'].map(fieldWords)).toEqual([
    'customer',
    'sessions ended',
    'confirmed at night',
  ]);
});

test('formats values for people', () => {
  expect(valueWords('share', '0.35')).toBe('35%');
  expect(valueWords('share_ppm', '333333')).toBe('33.3333%');
  expect(valueWords('price_micros', '12500000')).toBe('$12.50');
  expect(valueWords('disabled', 'true')).toBe('yes');
  expect([valueWords('role', 'property'), valueWords('role', '')]).toEqual(['outlet owner', 'no role']);
  expect(valueWords('previous_ends_at', '2026-11-21T05:00:00.000Z')).not.toMatch(/T05|Z$/);
});

test('describes a change in a sentence, with its start day in its own zone', () => {
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

test('formats money, days, months, rows and reasons for people in every action', () => {
  const facts = [
    { name: 'payment', value: '01a207ad-c11d-77fc-9389-8e9550b5ec3a' },
    { name: 'amount_cents', value: '1234550' },
    { name: 'paid_on', value: '2026-11-20' },
    { name: 'owner_micros', value: '-134600001' },
  ];
  expect(changeWords({ changes: [], facts })).toBe(
    'Amount $12,345.50, paid on Nov 20, 2026, owner’s amount -$134.600001',
  );
  const ids = JSON.stringify(['01a207ad-140a-73c8-a49a-f344e8d00506', '01a207ad-140a-73c8-a49a-eb47e5ae889c']);
  expect(valueWords('payouts', ids)).toBe('2');
  expect(valueWords('fields', '["first_name","phone"]')).toBe('first name, phone');
  expect(valueWords('status', 'in_review')).toBe('in review');
  expect(valueWords('month', '2026-10')).toBe('October 2026');
  expect([valueWords('reason', 'visitor_pace'), valueWords('reason', 'Paid twice')]).toEqual([
    'visitor rate too high',
    'Paid twice',
  ]);
  expect(valueWords('reference', '2026')).toBe('2026');
});

test('lists only the changed rules, one by one', () => {
  const rules = {
    field: 'rules',
    before: '{"visitor_seconds":60,"outlet_pace":true,"silent_minutes":null}',
    after: '{"visitor_seconds":90,"outlet_pace":true,"silent_minutes":30}',
  };
  expect(changeWords({ changes: [rules], facts: [] })).toBe('Visitor seconds from 60 to 90, silent minutes 30');
  const alerts = {
    field: 'rules',
    before: '[{"rule":"fault","on":true,"threshold":0},{"rule":"budget_used","on":true,"threshold":90}]',
    after: '[{"rule":"fault","on":false,"threshold":0},{"rule":"budget_used","on":true,"threshold":90}]',
  };
  expect(changeWords({ changes: [alerts], facts: [] })).toBe('Fault on from yes to no');
  const plain = { field: 'venues', before: '["Bar","Lobby"]', after: '["Bar"]' };
  expect(changeWords({ changes: [plain], facts: [] })).toBe('Venues from Bar, Lobby to Bar');
});

test('shows the start day of a corrected place, in its own zone, only if it changed', () => {
  const place = [
    { field: 'venue', before: 'Pier hall', after: 'Old Town' },
    { field: 'from', before: '2026-11-23T08:00:00.000Z', after: '2026-11-23T05:00:00.000Z' },
    { field: 'time_zone', before: 'America/Los_Angeles', after: 'America/New_York' },
  ];
  expect(changeWords({ changes: place, facts: [] })).toBe('Venue from Pier hall to Old Town');
  const earlier = place.map((part) => (part.field === 'from' ? { ...part, after: '2026-11-20T05:00:00.000Z' } : part));
  expect(changeWords({ changes: earlier, facts: [] })).toBe(
    'Venue from Pier hall to Old Town, start from Nov 23, 2026 to Nov 20, 2026',
  );
  expect(changeWords({ changes: [{ field: 'time_zone', before: 'UTC', after: 'Asia/Tokyo' }], facts: [] })).toBe(
    'Time zone from UTC to Asia/Tokyo',
  );
});

test('offers an area with several actions as one choice', () => {
  const choices = actionChoices(['key.issued', 'user.created', 'user.deleted']);
  expect(choices.map(({ value }) => value)).toEqual(['key.issued', 'user', 'user.created', 'user.deleted']);
  expect(choices[1]?.label).toBe('User: all');
});
