import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type EditableFields,
  fieldNames,
  isNumber,
  type NumberField,
  numberForm,
  readNumber,
  type ValuesOf,
} from '#contract/editable-fields.ts';
import { ApiError } from '../../lib/api-error.ts';
import { dayIn } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { Draft, FieldsProps } from '../../ui/schema-form.tsx';
import classes from './network.module.css';
import { customerQuery, ownersQuery } from './network-api.ts';
import { formFieldsStrings as strings } from './network-strings.ts';

type FieldProps = FieldsProps & {
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'date';
  isRequired?: boolean;
  /** Whether the field has the focus when the form opens. */
  isFirst?: boolean;
  placeholder?: string;
};

/** A one-line text field of a form's draft. */
export function Field({
  draft,
  change,
  errors,
  name,
  label,
  hint,
  type = 'text',
  isRequired,
  isFirst = false,
  placeholder,
}: FieldProps) {
  return (
    <TextInput
      label={label}
      description={hint}
      type={type}
      withAsterisk={isRequired ?? false}
      aria-required={isRequired}
      placeholder={placeholder}
      data-autofocus={isFirst || undefined}
      value={draft[name] ?? ''}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
}

type FieldInputsProps = FieldsProps & {
  /** The editable fields. */
  fields: EditableFields;
  /** The prefix for the field names, such as `venue.`. */
  path?: string;
  /** Whether the first field has the focus when the form opens. */
  isFirst?: boolean;
  /** Whether all fields may be empty. */
  isOptional?: boolean;
};

/** The inputs for the editable fields of a customer, venue or outlet. Short fields share a line. */
export function FieldInputs({ fields, path = '', isFirst = false, isOptional = false, ...props }: FieldInputsProps) {
  return (
    <div className={classes.texts}>
      {Object.entries(fields).map(([name, field], index) => (
        <div key={name} data-short={field.isShort}>
          <Field
            {...props}
            name={`${path}${name}`}
            label={field.label}
            isRequired={!isNumber(field) && field.isRequired === true && !isOptional}
            isFirst={isFirst && index === 0}
            {...(field.hint === undefined ? {} : { hint: field.hint })}
            {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
          />
        </div>
      ))}
    </div>
  );
}

/** Returns the typed values of the fields. Throws an `ApiError` for a field whose text is not a number. */
export const typedValues = <Fields extends EditableFields>(fields: Fields, draft: Draft, path = ''): ValuesOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const text = draft[`${path}${name}`] ?? '';
      return [name, isNumber(field) ? typedNumber(text.trim(), field, `${path}${name}`) : text];
    }),
  ) as ValuesOf<Fields>;

function typedNumber(text: string, field: NumberField, name: string): number | null {
  if (text === '') return null;
  const value = readNumber(text, field);
  if (value !== null) return value;
  const message = interpolate(strings.numberInvalid, { format: numberForm(field) });
  throw new ApiError(400, message, null, null, { [name]: message });
}

/** Returns a form's initial draft, from stored values or empty. */
export const draftOf = <Fields extends EditableFields>(fields: Fields, thing?: ValuesOf<Fields>): Draft =>
  Object.fromEntries(fieldNames(fields).map((name) => [name, String(thing?.[name] ?? '')]));

/** Returns the field labels, for comparing stored and typed values. */
export const fieldLabels = (fields: EditableFields): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));

/** Selects an owner by name, and then one of its venues. */
export function PlaceFields(props: FieldsProps) {
  const { draft, change, errors } = props;
  const [typed, setTyped] = useState(draft.customer ?? '');
  const owners = useQuery(ownersQuery(typed === draft.customer ? '' : typed));
  const chosen = draft.customer_id ?? '';
  const customer = useQuery({ ...customerQuery(chosen), enabled: chosen !== '' });
  const venues = customer.data?.venues ?? [];
  const found = (owners.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const data =
    found.some(({ value }) => value === chosen) || chosen === ''
      ? found
      : [{ value: chosen, label: draft.customer ?? '' }, ...found];
  return (
    <>
      <Select
        label={strings.customer}
        withAsterisk
        searchable
        nothingFoundMessage={strings.noMatch}
        placeholder={strings.searchPlaceholder}
        data={data}
        // The server has already searched.
        filter={({ options }) => options}
        value={chosen === '' ? null : chosen}
        searchValue={typed}
        onSearchChange={setTyped}
        error={errors.customer_id}
        onChange={(id, option) =>
          change({ customer_id: id ?? '', customer: option?.label ?? '', venue_id: '', venue: '' })
        }
      />
      <NativeSelect
        label={strings.venue}
        withAsterisk
        description={customer.isSuccess && venues.length === 0 ? strings.noVenues : undefined}
        disabled={venues.length === 0}
        value={draft.venue_id ?? ''}
        error={errors.venue_id}
        data={[
          { value: '', label: customer.isLoading ? 'Loading...' : strings.venuePlaceholder },
          ...venues.map(({ id, name, city }) => ({
            value: id,
            label: city === '' ? name : interpolate(strings.venueInCity, { name, city }),
          })),
        ]}
        onChange={(event) => {
          const venue = venues.find(({ id }) => id === event.currentTarget.value);
          change({ venue_id: venue?.id ?? '', venue: venue?.name ?? '', time_zone: venue?.time_zone ?? '' });
        }}
      />
      {customer.isError ? (
        <p role="alert" className={classes.failedLoad}>
          {strings.venuesLoadFailed}{' '}
          <Button size="compact-xs" variant="default" onClick={() => void customer.refetch()}>
            {strings.tryAgain}
          </Button>
        </p>
      ) : null}
    </>
  );
}

/** Returns the current day in a time zone, as a date field's value. If no time zone is given, uses the user's. */
export function today(zone?: string): string {
  try {
    return dayIn(new Date(), zone === '' ? undefined : zone);
  } catch {
    // This browser does not support the time zone.
    return dayIn(new Date());
  }
}

/**
 * The labels and parts of a place, for comparing the typed place with the stored place. The parts are kept or replaced
 * together.
 */
export const PLACE_LABELS = { customer: strings.customer, venue: strings.venue } as const;
const PLACE = ['customer_id', 'customer', 'venue_id', 'venue', 'time_zone'] as const;
export const PLACE_PARTS = { customer: PLACE, venue: PLACE } as const;

/** Returns the chosen place. Throws an `ApiError` for the first field without a choice. */
export function chosenPlace({ customer_id = '', venue_id = '', from = '' }: Readonly<Record<string, string>>) {
  const missing = customer_id === '' ? 'customer_id' : venue_id === '' ? 'venue_id' : from === '' ? 'from' : null;
  if (missing === null) return { customer_id, venue_id, from };
  const message = { customer_id: strings.customerMissing, venue_id: strings.venueMissing, from: strings.dateMissing }[
    missing
  ];
  throw new ApiError(400, message, null, null, { [missing]: message });
}
