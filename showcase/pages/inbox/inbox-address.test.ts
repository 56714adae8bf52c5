import { expect, test } from 'vitest';
import { type InboxPlace, inboxPlaceOf, searchOfPlace } from './inbox-address.ts';

const START: InboxPlace = { folder: 'inbox', label: null, q: '', page: 1, message: null, compose: null };

test('the plain address is the first page of the inbox', () => {
  expect(inboxPlaceOf({})).toEqual(START);
  expect(searchOfPlace(START)).toEqual({});
});

test('every place survives a round trip through the address', () => {
  const place: InboxPlace = { folder: 'starred', label: 'work', q: 'gate 9', page: 3, message: 12, compose: 'reply' };
  expect(inboxPlaceOf(searchOfPlace(place))).toEqual(place);
});

test('drops unknown values', () => {
  expect(inboxPlaceOf({ folder: 'secret', label: '<b>', page: '-2', message: '1e9', compose: 'x', q: 5 })).toEqual(
    START,
  );
  expect(inboxPlaceOf({ page: '0' }).page).toBe(1);
});
