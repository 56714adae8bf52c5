// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ConfirmedAction, type ConfirmedActionPlan } from './confirmed-action.tsx';
import { mantinePage } from './testing/mantine-page.tsx';

const draw = mantinePage();
let done: string[];
let closed: number;
beforeEach(() => {
  [done, closed] = [[], 0];
});

const planOf = (verb: string): ConfirmedActionPlan => ({
  title: `${verb} it?`,
  confirmLabel: verb,
  text: '',
  run: async () => {
    done.push(verb);
    if (verb === 'Refuse') throw new Error('Somebody was faster.');
    return null;
  },
});
const client = new QueryClient();
const show = (plan: ConfirmedActionPlan | null): void =>
  draw(
    <QueryClientProvider client={client}>
      <ConfirmedAction plan={plan} topic={['things']} onClose={() => closed++} />
    </QueryClientProvider>,
  );
const press = (label: string): Promise<void> =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click());
const title = (): string | undefined => document.querySelector('h2')?.textContent;

test('an open question ignores refetched data, and the next question uses it', async () => {
  show(planOf('Retire'));
  show(planOf('Put back'));
  expect(title()).toBe('Retire it?');
  await press('Retire');
  expect(done).toEqual(['Retire']);
  show(null);
  show(planOf('Put back'));
  expect(title()).toBe('Put back it?');
  await press('Put back');
  expect(done).toEqual(['Retire', 'Put back']);
});

test('shows a refusal in the question, which stays open', async () => {
  show(planOf('Refuse'));
  await press('Refuse');
  const said = () => document.querySelector('[role="alert"]')?.textContent;
  await expect.poll(said).toContain('Somebody was faster.');
  expect(closed).toBe(0);
  await press('Cancel');
  expect(closed).toBe(1);
});
