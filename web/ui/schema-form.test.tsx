// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { type FormPlan, SchemaForm } from './schema-form.tsx';
import { mantinePage } from './testing/mantine-page.tsx';

const draw = mantinePage();
const TOPIC = ['things'] as const;
let client: QueryClient;
let sent: unknown[];
let closed: number;

type Stored = { readonly version: number; readonly name: string; readonly city: string };
let stored: Stored | null;

beforeEach(() => {
  sessionStorage.clear();
  client = new QueryClient();
  [sent, closed] = [[], 0];
  stored = { version: 1, name: 'Pier House', city: 'Boston' };
});

const OUTRUN = 'Somebody changed this thing since you opened it.';

/** Saves if the stored version is still the same. */
const planOf = ({ version, name, city }: Stored): FormPlan => ({
  id: 'thing:1',
  title: 'Edit thing',
  submitLabel: 'Save',
  start: { name, city },
  fields: ({ draft, change, errors, refuse }) => (
    <>
      {['name', 'city'].map((field) => (
        <label key={field}>
          {field}
          <input
            name={field}
            value={draft[field]}
            onChange={(event) => {
              refuse(field, event.currentTarget.value === '?' ? 'Write more than that.' : null);
              change({ [field]: event.currentTarget.value });
            }}
          />
          <span>{errors[field]}</span>
        </label>
      ))}
    </>
  ),
  submit: async (draft) => {
    if (draft.name === '') throw new ApiError(400, 'no', null, null, { name: 'Write a name.' });
    if (stored?.version !== version) throw new ApiError(409, OUTRUN, 'conflict', null);
    stored = { version: version + 1, name: draft.name ?? '', city: draft.city ?? '' };
    sent.push(stored);
    return 'saved';
  },
  stored: {
    again: async () => (stored === null ? null : planOf(stored)),
    labels: { name: 'Name', city: 'City' },
  },
});

function open(plan: FormPlan): void {
  draw(
    <QueryClientProvider client={client}>
      <SchemaForm plan={plan} topic={TOPIC} onClose={() => (closed += 1)} />
    </QueryClientProvider>,
  );
}

const text = (): string => document.body.textContent;
const input = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (found === null) throw new Error(`no field ${name}`);
  return found;
};
const type = (name: string, value: string): void =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(name), value);
    input(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = async (name: string): Promise<void> => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (button === undefined) throw new Error(`no button '${name}'`);
  await act(async () => {
    button.click();
    await new Promise<void>((resolve) => setTimeout(resolve));
  });
};
/** Two users edit the same record. The other user also changes the city, and saves first. */
async function meetAnother(): Promise<void> {
  open(planOf({ version: 1, name: 'Pier House', city: 'Boston' }));
  type('name', 'Mine');
  stored = { version: 2, name: 'Theirs', city: 'Salem' };
  await press('Save');
  expect(text()).toContain(OUTRUN);
  await press('Show current version');
}

test('sends a change once, shows a toast, and closes', async () => {
  open(planOf({ version: 1, name: 'Pier House', city: 'Boston' }));
  type('city', 'Salem');
  await press('Save');
  expect(sent).toEqual([{ version: 2, name: 'Pier House', city: 'Salem' }]);
  expect(closed).toBe(1);
  expect(sessionStorage).toHaveLength(0);
});

test('on a conflict, the second user sees the stored values beside the typed ones', async () => {
  await meetAnother();
  const told = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(told).toEqual(['NameTheirs (yours: Mine)', 'CitySalem']);
  expect(input('name').value).toBe('Mine');
  expect(sent).toEqual([]);
});

test('keeps typed fields and takes the other fields from the stored state', async () => {
  await meetAnother();
  await press('Keep mine, then save again');
  expect([input('name').value, input('city').value]).toEqual(['Mine', 'Salem']);
  await press('Save');
  expect(sent).toEqual([{ version: 3, name: 'Mine', city: 'Salem' }]);
});

test('compares a choice by its id and keeps id and name together', async () => {
  let isOutrun = true;
  const chosen = (place_id: string, place: string, note: string): FormPlan => ({
    ...planOf({ version: 1, name: '', city: '' }),
    start: { place_id, place, note },
    fields: ({ change, draft }) => (
      <>
        <button type="button" onClick={() => change({ place_id: 'c', place: 'Lobby' })}>
          Choose
        </button>
        <output>{`${draft.place_id} ${draft.place} ${draft.note}`}</output>
      </>
    ),
    submit: async (draft) => {
      if (isOutrun) throw new ApiError(409, OUTRUN, 'conflict', null);
      sent.push(draft);
      return 'saved';
    },
    stored: {
      again: async () => chosen('b', 'Lobby', 'theirs'),
      labels: { place: 'Place', note: 'Note' },
      parts: { place: ['place_id', 'place'] },
    },
  });
  open(chosen('a', 'Lobby', ''));
  await press('Choose');
  await press('Save');
  await press('Show current version');
  const told = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(told).toEqual(['PlaceLobby (yours: Lobby)', 'Notetheirs']);
  await press('Keep mine, then save again');
  isOutrun = false;
  await press('Save');
  expect(sent).toEqual([{ place_id: 'c', place: 'Lobby', note: 'theirs' }]);
});

test('keeps all parts of a partly changed choice', async () => {
  const placed = (customer: string, venue: string): FormPlan => ({
    ...planOf({ version: 1, name: '', city: '' }),
    start: { customer, venue },
    fields: ({ change, draft }) => (
      <button type="button" onClick={() => change({ venue: 'Mine' })}>{`${draft.customer}, ${draft.venue}`}</button>
    ),
    submit: async () => {
      throw new ApiError(409, OUTRUN, 'conflict', null);
    },
    stored: {
      again: async () => placed('Theirs', 'Theirs'),
      labels: { customer: 'Customer', venue: 'Venue' },
      parts: { customer: ['customer', 'venue'], venue: ['customer', 'venue'] },
    },
  });
  open(placed('Old', 'Old'));
  await press('Old, Old');
  await press('Save');
  await press('Show current version');
  const told = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(told).toEqual(['CustomerTheirs (yours: Old)', 'VenueTheirs (yours: Mine)']);
  await press('Keep mine, then save again');
  expect(text()).toContain('Old, Mine');
});

test('taking the stored state leaves nothing to send or to ask about', async () => {
  await meetAnother();
  await press('Use theirs');
  expect([input('name').value, input('city').value]).toEqual(['Theirs', 'Salem']);
  expect(text()).not.toContain(OUTRUN);
  expect(sessionStorage).toHaveLength(0);
  await press('Cancel');
  expect(closed).toBe(1);
});

test('reports that the record is gone and keeps what was typed', async () => {
  open(planOf({ version: 1, name: 'Pier House', city: 'Boston' }));
  type('name', 'Mine');
  stored = null;
  await press('Save');
  await press('Show current version');
  expect(text()).toContain('This can no longer be changed.');
  expect(input('name').value).toBe('Mine');
});

test('shows refusals at their fields, from the server or at once, and Reset removes them', async () => {
  open(planOf({ version: 1, name: 'Pier House', city: 'Boston' }));
  type('name', '');
  type('city', '?');
  await press('Save');
  expect(text()).toContain('Write a name.');
  expect(text()).toContain('Write more than that.');
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('');
  await press('Reset');
  expect(text()).not.toContain('Write');
  expect(input('name').value).toBe('Pier House');
});

test('asks before it closes over typed text, and the same form restores the draft', async () => {
  open(planOf({ version: 1, name: 'Pier House', city: 'Boston' }));
  type('name', 'Mine');
  await press('Cancel');
  expect(closed).toBe(0);
  expect(document.querySelectorAll('[role="dialog"], [role="alertdialog"]').length).toBeGreaterThan(1);
  expect(sessionStorage.getItem('draft:things:thing:1:')).toBe('{"name":"Mine"}');
});
