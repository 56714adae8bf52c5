// @vitest-environment jsdom

import { notifications, notificationsStore } from '@mantine/notifications';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ImportButton } from './import-button.tsx';
import { ImportDrawer } from './import-drawer.tsx';
import type { KnownRuns } from './import-words.ts';
import { mantinePage } from './testing/mantine-page.tsx';

const draw = mantinePage();
let cancelled: string[];
beforeEach(() => {
  cancelled = [];
  // Removes the toasts of other test files in the same process.
  notifications.clean();
});

const FILE = {
  about: 'One account a line.',
  required: ['email'],
  columns: [
    { name: 'email', isRequired: true, meaning: 'the address', form: 'an e-mail address', example: 'ada@x.example' },
    { name: 'disabled', isRequired: false, meaning: 'whether it may not sign in', form: 'yes or no', example: '' },
  ],
  example: { fileName: 'users-example.csv', text: 'email,disabled' },
};

type Run = KnownRuns['runs'][number];
const RUN: Run = {
  id: 'one',
  file_name: 'users.csv',
  actor: 'ada@x.example',
  status: 'checking',
  lines_done: 40,
  lines_total: 1_200,
  started_at: '2026-11-22T10:00:00Z',
  ended_at: null,
  result: null,
  failure: null,
};
const ENDED_AT = '2026-11-22T10:01:00Z';

const IDLE = { cancel: async () => {}, refresh: () => {}, readAnew: () => {} };

/** Opens the drawer as if the user had returned to the page. */
function open(...runs: readonly Partial<Run>[]): void {
  const cancel = async (id: string) => void cancelled.push(id);
  const known = { ...IDLE, runs: runs.map((run) => ({ ...RUN, ...run })), cancel };
  const send = () => Promise.reject(new Error('nothing is sent here'));
  draw(<ImportDrawer title="Import users" file={FILE} isOpen onClose={() => {}} send={send} known={known} />);
}
test('describes each column: meaning, format and whether it is required', () => {
  open();
  expect(text()).toContain('These are required: email.');
  const told = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(told).toEqual([
    'emailrequiredthe addressan e-mail address, such as ada@x.example',
    'disabledwhether it may not sign inyes or no',
  ]);
});

const text = (): string => document.body.textContent;
const button = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === name);

test('shows the progress of an import under way, which can be canceled while it is checked', async () => {
  open({}, { id: 'earlier', status: 'done', ended_at: ENDED_AT });
  expect(text()).toMatch(/users\.csv, started .* by ada@x\.example/);
  expect(text()).toContain('40 of 1,200 lines checked');
  expect(text()).not.toContain('Last import');
  await act(async () => button('Cancel import')?.click());
  expect(cancelled).toEqual(['one']);
});

test('shows that an import waits for another one, and can be canceled', () => {
  open({ status: 'waiting', lines_done: 1_200 });
  expect(text()).toMatch(/All lines are checked\. Waiting for another import/);
  expect(button('Cancel import')).toBeDefined();
});

test('an import that is being stored cannot be canceled, and its end is shown', () => {
  open({ status: 'storing' });
  expect(text()).toContain('40 of 1,200 lines imported');
  expect(button('Cancel import')).toBeUndefined();
  open({ status: 'done', ended_at: ENDED_AT, result: { rows: 1_199, findings_total: 0 } });
  expect(text()).toMatch(/Last import: users\.csv: 1,199 lines imported \(.*by ada@x\.example\)/);
});

test.each<[string, Partial<Run>, RegExp]>([
  [
    'refused',
    { status: 'refused', result: { rows: 3, findings_total: 1 } },
    /users\.csv: nothing imported, 1 problem found/,
  ],
  [
    'cancelled',
    { status: 'cancelled', failure: 'Cancelled by bo@x.example; nothing was imported.' },
    /: Cancelled by bo@/,
  ],
  ['failed', { status: 'failed', failure: 'It is stored up to line 7 of 9.' }, /: It is stored up to line 7 of 9\.$/],
])('shows the last import that was %s, with what is stored', (_, run, said) => {
  open({ ...run, ended_at: ENDED_AT });
  expect(document.querySelector('p[role="status"]')?.textContent).toMatch(said);
});

test('with the drawer closed, the button shows the progress and a toast reports the end', async () => {
  const button = (...runs: readonly Partial<Run>[]) =>
    draw(
      <ImportButton
        known={{ ...IDLE, runs: runs.map((run) => ({ ...RUN, ...run })) }}
        isOpen={false}
        onOpen={() => {}}
      />,
    );
  button({});
  const text = () => document.querySelector('button')?.textContent;
  expect(text()).toBe('Checking 3%');
  button({ status: 'waiting', lines_done: 1_200 });
  expect(text()).toBe('Import queued');
  button({ status: 'storing', lines_done: 600 });
  expect(text()).toBe('Importing 50%');
  button({ status: 'done', ended_at: ENDED_AT, result: { rows: 1_199, findings_total: 0 } });
  expect(text()).toBe('Import');
  await expect
    .poll(() => notificationsStore.getState().notifications)
    .toMatchObject([{ id: 'import-one', message: 'users.csv imported: 1,199 lines.' }]);
  notifications.clean();
});

test('a file whose check failed can be checked again without choosing it again', async () => {
  const sent: string[] = [];
  const send = async (file: File) => {
    sent.push(file.name);
    throw new Error('line 1: the server cannot be reached');
  };
  draw(
    <ImportDrawer
      title="Import users"
      file={FILE}
      isOpen
      onClose={() => {}}
      send={send}
      known={{ ...IDLE, runs: [] }}
    />,
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  Object.defineProperty(input, 'files', { value: [new File(['email'], 'users.csv')] });
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })));
  expect(text()).toContain('Line 1: the server cannot be reached');
  await act(async () => button('Check again')?.click());
  expect(sent).toEqual(['users.csv', 'users.csv']);
});
