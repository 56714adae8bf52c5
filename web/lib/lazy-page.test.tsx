// @vitest-environment jsdom
import { act, createElement, Suspense, startTransition } from 'react';
import { expect, test, vi } from 'vitest';
import { mantinePage } from '../ui/testing/mantine-page.tsx';
import { lazyPage } from './lazy-page.ts';

const draw = mantinePage();
const code = { Page: () => createElement('main', null, 'The page') };
const shown = (): string | undefined => document.querySelector('main')?.textContent;
const show = (Page: ReturnType<typeof lazyPage>): void =>
  draw(createElement(Suspense, { fallback: 'Waiting' }, createElement(Page)));

test('draws a preloaded page at once, and a page whose code arrives at once without a warning', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Ahead = lazyPage(async () => code, 'Page');
  await Ahead.preload();
  show(Ahead);
  expect(shown()).toBe('The page');
  const AtOnce = lazyPage(async () => code, 'Page');
  await act(async () => startTransition(() => show(AtOnce)));
  expect(shown()).toBe('The page');
  expect(complain).not.toHaveBeenCalled();
  complain.mockRestore();
});
