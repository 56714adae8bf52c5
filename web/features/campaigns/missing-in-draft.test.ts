import { expect, test } from 'vitest';
import { EMPTY_FLIGHT } from './flight-draft.ts';
import { missingInDraft } from './flight-form.tsx';

const EMPTY = { ...EMPTY_FLIGHT, advertiser_id: '', name: '', sponsor: '', category: 'other', time_zone: 'UTC' };

const MANAGER = { isAdmin: false, hasPicture: false };

test('lists all missing fields of an empty form at once', () => {
  expect(Object.keys(missingInDraft(EMPTY, null, MANAGER))).toEqual(['name', 'starts', 'ends', 'budget', 'creatives']);
  expect(missingInDraft(EMPTY, null, { ...MANAGER, isAdmin: true })).toHaveProperty('advertiser_id');
});

test("uses the server's list of missing fields once the draft is stored", () => {
  const missing = { targets: 'No outlet in service is reached.' };
  expect(missingInDraft({ ...EMPTY, name: 'Autumn' }, { missing }, MANAGER)).toEqual(missing);
});

test('never lists a chosen picture as missing, even if the server does', () => {
  const hasPicture = { isAdmin: false, hasPicture: true };
  const missing = { creatives: 'Add a creative.', budget: 'Enter a budget.' };
  expect(missingInDraft({ ...EMPTY, name: 'Autumn' }, { missing }, hasPicture)).toEqual({
    budget: 'Enter a budget.',
  });
  expect(missingInDraft(EMPTY, null, hasPicture)).not.toHaveProperty('creatives');
});
