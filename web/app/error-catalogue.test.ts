import { expect, test } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { messageOf, reactionToAction, reactionToFetch, referenceOf } from './error-catalogue.ts';

test.each([
  [400, 'toast'],
  [0, 'toast'],
  [401, 'none'],
  [403, 'forbidden-page'],
  [404, 'toast'],
  [409, 'toast'],
  [413, 'toast'],
  [422, 'toast'],
  [429, 'toast'],
  [500, 'failure-page'],
  [501, 'failure-page'],
  [502, 'toast'],
  [503, 'toast'],
  [504, 'toast'],
  [418, 'failure-page'],
] as const)('an action answered %i leads to: %s (specification section 8, security J1)', (status, reaction) => {
  expect(reactionToAction(new ApiError(status, 'text'))).toBe(reaction);
});

test('whatever is no answer counts as 500', () => {
  expect(reactionToAction(new TypeError('x is undefined'))).toBe('failure-page');
});

test("a screen's first load shows its own Error, whatever the status; only 403 leads away", () => {
  for (const status of [0, 400, 404, 429, 500, 503])
    expect(reactionToFetch(new ApiError(status, ''), false)).toBe('none');
  expect(reactionToFetch(new ApiError(403, ''), false)).toBe('forbidden-page');
});

test('figures on screen that could not be renewed are told, except while the connection is lost', () => {
  expect(reactionToFetch(new ApiError(400, ''), true)).toBe('toast');
  for (const status of [0, 502, 504]) expect(reactionToFetch(new ApiError(status, ''), true)).toBe('none');
  expect(reactionToFetch(new ApiError(500, ''), true)).toBe('none');
});

test('message and reference of a failure', () => {
  expect(messageOf(new ApiError(400, 'Too late.'))).toBe('Too late.');
  expect(messageOf('x')).toBe('Error');
  expect(referenceOf(new ApiError(500, '', 'req-1'))).toBe('req-1');
  expect(referenceOf(new Error('x'))).toBeNull();
});
