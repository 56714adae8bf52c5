import { expect, test } from 'vitest';
import { EMPTY_FLIGHT } from './flight-draft.ts';
import { missingInDraft } from './missing-in-draft.ts';

const EMPTY = { ...EMPTY_FLIGHT, advertiser_id: '', name: '', sponsor: '', category: 'other', time_zone: 'UTC' };

const MANAGER = { isAdmin: false, hasPicture: false };

test('all that an empty form lacks is said at once', () => {
  expect(Object.keys(missingInDraft(EMPTY, null, MANAGER))).toEqual(['name', 'starts', 'ends', 'budget', 'creatives']);
  expect(missingInDraft(EMPTY, null, { ...MANAGER, isAdmin: true })).toHaveProperty('advertiser_id');
});

test('once it is kept the server says what is missing', () => {
  const missing = { targets: 'No outlet in service is reached.' };
  expect(missingInDraft({ ...EMPTY, name: 'Autumn' }, { missing }, MANAGER)).toEqual(missing);
});

test('a picture that is chosen is no longer missing, whoever says so', () => {
  const hasPicture = { isAdmin: false, hasPicture: true };
  const missing = { creatives: 'Add a creative.', budget: 'Give it a budget.' };
  expect(missingInDraft({ ...EMPTY, name: 'Autumn' }, { missing }, hasPicture)).toEqual({
    budget: 'Give it a budget.',
  });
  expect(missingInDraft(EMPTY, null, hasPicture)).not.toHaveProperty('creatives');
});
