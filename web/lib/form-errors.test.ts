import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { fieldLabel, formErrors } from './form-errors.ts';

const refused = (fields: Record<string, string>): ApiError => new ApiError(400, 'raw', null, null, fields);

test('sentences stand beside the fields that the form has, the others above it', () => {
  expect(formErrors(refused({ name: 'Write a name.' }), ['name'])).toEqual({
    fields: { name: 'Write a name.' },
    form: null,
  });
  expect(formErrors(refused({ name: 'Write a name.', 'outlets.1.eui': 'Is there already.' }), ['name'])).toEqual({
    fields: { name: 'Write a name.' },
    form: 'Outlets 2 eui: Is there already.',
  });
});

test('a failure without fields is said above the form, no failure says nothing', () => {
  expect(formErrors(new Error('The server cannot be reached.'), ['name']).form).toBe('The server cannot be reached.');
  expect(formErrors(null, ['name'])).toEqual({ fields: {}, form: null });
});

test('fields are named in words', () => {
  expect(['venue.time_zone', 'confirms_full_view', 'outlets.0'].map(fieldLabel)).toEqual([
    'Venue time zone',
    'Confirms full view',
    'Outlets 1',
  ]);
});
