import { expect, test } from 'vitest';
import { actionChoices, actionWords, fieldWords } from './audit-words.ts';

test('actions and fields are read as words', () => {
  expect(actionWords('user.rights-changed')).toBe('User rights changed');
  expect(['customer_id', 'sessionsEnded'].map(fieldWords)).toEqual(['customer id', 'sessions ended']);
});

test('an area with several actions can be chosen as a whole', () => {
  const choices = actionChoices(['key.issued', 'user.created', 'user.deleted']);
  expect(choices.map(({ value }) => value)).toEqual(['key.issued', 'user', 'user.created', 'user.deleted']);
  expect(choices[1]?.label).toBe('User: all');
});
