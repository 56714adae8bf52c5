// @vitest-environment jsdom
import { notifications, notificationsStore } from '@mantine/notifications';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Identifier } from './identifier.tsx';
import { mantinePage } from './testing/mantine-page.tsx';

const draw = mantinePage();
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

const press = () => act(async () => document.querySelector('button')?.click());
const said = () =>
  notificationsStore
    .getState()
    .notifications.map(({ message }) => message)
    .join();

test('reports that a browser denies the clipboard, as it does without https', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  draw(<Identifier value="0011223344556677" name="EUI" />);
  await press();
  await expect.poll(said).toMatch(/browser blocked copying/);
  expect(document.querySelector('button')?.getAttribute('aria-label')).toBe('Copy EUI 0011223344556677');
});

test('reports a successful copy on the button', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  draw(<Identifier value="0011223344556677" name="EUI" />);
  await press();
  await expect.poll(() => document.querySelector('button')?.getAttribute('aria-label')).toBe('EUI copied');
  expect(writeText).toHaveBeenCalledWith('0011223344556677');
  expect(said()).toBe('');
});
