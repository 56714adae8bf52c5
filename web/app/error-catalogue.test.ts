import { expect, test } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { messageOf, reactionToAction, reactionToFetch, reactionToOwnAction, referenceOf } from './error-catalogue.ts';

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
] as const)(
  'an action answered %i leads to: %s (docs/specification.md#errors, docs/threat-model.md#j1)',
  (status, reaction) => {
    expect(reactionToAction(new ApiError(status, 'text'))).toBe(reaction);
  },
);

test('an error that is not an answer counts as 500', () => {
  expect(reactionToAction(new TypeError('x is undefined'))).toBe('failure-page');
});

test('failed page queries follow the same table; the banner reports a lost connection', () => {
  for (const [status, reaction] of [
    [400, 'toast'],
    [403, 'forbidden-page'],
    [404, 'toast'],
    [429, 'toast'],
    [503, 'toast'],
    [500, 'failure-page'],
    [501, 'failure-page'],
    [0, 'none'],
    [502, 'none'],
    [504, 'none'],
  ] as const)
    expect(reactionToFetch(new ApiError(status, ''), false), String(status)).toBe(reaction);
});

test('a temporary failure keeps the shown content; a lost right does not', () => {
  for (const status of [0, 500, 502, 504]) expect(reactionToFetch(new ApiError(status, ''), true)).toBe('none');
  expect(reactionToFetch(new ApiError(400, ''), true)).toBe('toast');
  expect(reactionToFetch(new ApiError(403, ''), true)).toBe('forbidden-page');
});

test('a form shows refusals itself; only 403 leaves it, unless the refusal can be resolved there', () => {
  for (const status of [0, 400, 409, 422, 429, 500, 503])
    expect(reactionToOwnAction(new ApiError(status, ''))).toBe('none');
  expect(reactionToOwnAction(new ApiError(403, ''))).toBe('forbidden-page');
  for (const code of ['viewing', 'fresh_login', 'demo_account']) {
    expect(reactionToOwnAction(new ApiError(403, '', null, null, {}, code))).toBe('none');
    expect(reactionToAction(new ApiError(403, '', null, null, {}, code))).toBe('toast');
  }
});

test('returns message and reference of a failure', () => {
  expect(messageOf(new ApiError(400, 'Too late.'))).toBe('Too late.');
  expect(messageOf('x')).toBe('Error');
  expect(referenceOf(new ApiError(500, '', 'req-1'))).toBe('req-1');
  expect(referenceOf(new Error('x'))).toBeNull();
});
