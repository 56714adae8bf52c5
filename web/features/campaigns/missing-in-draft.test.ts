import { expect, test } from 'vitest';
import { EMPTY_FLIGHT } from './flight-draft.ts';
import { missingInDraft } from './missing-in-draft.ts';

const EMPTY = { ...EMPTY_FLIGHT, advertiser_id: '', name: '', sponsor: '', category: 'other', time_zone: 'UTC' };

test('all that an empty form lacks is said at once', () => {
  expect(Object.keys(missingInDraft(EMPTY, null, false))).toEqual(['name', 'starts', 'ends', 'budget', 'creatives']);
  expect(missingInDraft(EMPTY, null, true)).toHaveProperty('advertiser_id');
});

test('once it is kept the server says what is missing', () => {
  const missing = { targets: 'No outlet in service is reached.' };
  expect(missingInDraft({ ...EMPTY, name: 'Autumn' }, { missing }, false)).toEqual(missing);
});
