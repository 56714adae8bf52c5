// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createMarkList } from './drawn-list.ts';
import type { MapPoint } from './map-points.ts';

const point = (eui: string, lng: number): MapPoint => ({
  eui,
  lng,
  lat: 40,
  located: true,
  position: 'outlet',
  status: 'online',
  lastSeenMs: null,
  label: eui,
  venue: '',
  customer: '',
  offset: [0, 0],
});

function listOf(onChoose = vi.fn()) {
  const list = createMarkList('marks', { isStatusTold: true, onChoose, onActive: () => {} });
  document.body.append(list.element);
  return { ...list, onChoose };
}

const press = (element: HTMLElement, key: string) => element.dispatchEvent(new KeyboardEvent('keydown', { key }));

afterEach(() => document.body.replaceChildren());

test('is focusable only while it contains outlets', () => {
  const { element, show } = listOf();
  expect(element.hidden).toBe(true);
  show([point('a', 1)], () => [0, 0], null);
  expect(element.hidden).toBe(false);
  show([], () => [0, 0], null);
  expect(element.hidden).toBe(true);
});

test('orders outlets from west to east and keeps the active one when others appear', () => {
  const { element, show, onChoose } = listOf();
  show([point('east', 9), point('west', 1)], () => [0, 0], null);
  element.focus();
  press(element, 'ArrowRight');
  show([point('east', 9), point('west', 1), point('middle', 5)], () => [0, 0], null);
  press(element, 'Enter');
  press(element, 'ArrowLeft');
  press(element, 'Enter');
  expect(onChoose.mock.calls).toEqual([['east'], ['middle']]);
});
