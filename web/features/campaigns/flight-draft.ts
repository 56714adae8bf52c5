import type { FlightDetail, Targets } from '#contract/flight-parts.ts';
import { dollarsIn } from '../../lib/typed-numbers.ts';
import type { FlightFields } from './campaigns-api.ts';
import { flightDraftStrings as strings } from './flights-strings.ts';

export const FLIGHT_FIELD_NAMES = [
  'label',
  'starts',
  'ends',
  'budget',
  'daily_cap',
  'visitor_cap',
  'pacing',
  'accepts_unsigned',
  'model',
  'targets',
] as const;
export type FlightFieldName = (typeof FLIGHT_FIELD_NAMES)[number];

/** A flight as typed in the form, with its targeting rule as JSON. */
export type FlightDraft = Readonly<Record<FlightFieldName, string>>;

export const EMPTY_FLIGHT: FlightDraft = {
  label: '',
  starts: '',
  ends: '',
  budget: '',
  daily_cap: '',
  visitor_cap: '',
  pacing: 'even',
  model: 'cpm',
  targets: '{}',
  accepts_unsigned: 'no',
};

const text = (value: number | string | null): string => (value === null ? '' : String(value));

export const flightDraftOf = ({ fields }: Pick<FlightDetail, 'fields'>): FlightDraft => ({
  label: fields.label,
  starts: text(fields.starts),
  ends: text(fields.ends),
  budget: text(fields.budget),
  daily_cap: text(fields.daily_cap),
  visitor_cap: text(fields.visitor_cap),
  pacing: fields.pacing,
  accepts_unsigned: fields.accepts_unsigned ? 'yes' : 'no',
  model: text(fields.model),
  targets: JSON.stringify(fields.targets),
});

/** Parses the form's targeting rule. Invalid JSON counts as the initial rule, which means everywhere. */
export function targetsOf({ targets = '{}' }: { readonly targets?: string | undefined }): Targets {
  try {
    return JSON.parse(targets) as Targets;
  } catch {
    return {};
  }
}

/**
 * Converts the typed values to the server's fields, and returns an error by field for values that are not numbers.
 * Fields with an error are omitted.
 */
export function fieldsOfDraft(draft: Readonly<Record<string, string>>): {
  readonly fields: FlightFields;
  readonly faults: Readonly<Record<string, string>>;
} {
  const faults: Record<string, string> = {};
  const money = (name: 'budget' | 'daily_cap') => {
    const value = dollarsIn(draft[name] ?? '');
    if (!Number.isNaN(value)) return { [name]: value };
    faults[name] = strings.amountInvalid;
    return {};
  };
  const views = (draft.visitor_cap ?? '').trim();
  if (!/^\d*$/.test(views) || Number(views) > 1_000) faults.visitor_cap = strings.visitorCapInvalid;
  const fields: FlightFields = {
    label: draft.label ?? '',
    starts: draft.starts || null,
    ends: draft.ends || null,
    ...money('budget'),
    ...money('daily_cap'),
    ...(faults.visitor_cap === undefined
      ? { visitor_cap: views === '' || Number(views) === 0 ? null : Number(views) }
      : {}),
    pacing: draft.pacing === 'fast' ? 'fast' : 'even',
    accepts_unsigned: draft.accepts_unsigned === 'yes',
    model: draft.model ? (draft.model as NonNullable<FlightFields['model']>) : null,
    targets: targetsOf(draft),
  };
  return { fields, faults };
}

/** Returns only the fields in which two drafts differ, with their errors. */
export function changedFlightFields(draft: FlightDraft, before: FlightDraft) {
  const { fields, faults } = fieldsOfDraft(draft);
  const changed = FLIGHT_FIELD_NAMES.filter((name) => draft[name] !== before[name] && name in fields);
  return {
    fields: Object.fromEntries(changed.map((name) => [name, fields[name]])) as FlightFields,
    faults,
  };
}
