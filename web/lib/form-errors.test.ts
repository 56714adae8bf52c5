import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { fieldLabel, formErrors } from './form-errors.ts';

const refused = (fields: Record<string, string>): ApiError => new ApiError(400, 'raw', null, null, fields);

test('shows messages beside the fields that the form has, and the others above the form', () => {
  expect(formErrors(refused({ name: 'Write a name.' }), ['name'])).toEqual({
    fields: { name: 'Write a name.' },
    form: null,
  });
  expect(formErrors(refused({ name: 'Write a name.', 'outlets.1.eui': 'Is there already.' }), ['name'])).toEqual({
    fields: { name: 'Write a name.' },
    form: 'Outlets 2 eui: Is there already.',
  });
});

test('shows a failure without fields above the form, and nothing without a failure', () => {
  expect(formErrors(new Error('The server cannot be reached.'), ['name']).form).toBe('The server cannot be reached.');
  expect(formErrors(null, ['name'])).toEqual({ fields: {}, form: null });
});

test('converts field names to labels', () => {
  expect(['venue.time_zone', 'confirms_full_view', 'outlets.0'].map(fieldLabel)).toEqual([
    'Venue time zone',
    'Confirms full view',
    'Outlets 1',
  ]);
});
