// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { keepFocus } from './cluster-button.ts';

function buttonAt(x: number, y: number): HTMLButtonElement {
  const button = document.createElement('button');
  button.getBoundingClientRect = () => new DOMRect(x, y, 40, 40);
  document.body.append(button);
  return button;
}

afterEach(() => document.body.replaceChildren());

function replaced(before: HTMLElement[], after: () => HTMLElement[]): HTMLElement {
  const map = buttonAt(0, 0);
  let shown = before;
  keepFocus(
    () => shown,
    map,
    () => {
      const next = after();
      for (const button of shown) if (!next.includes(button)) button.remove();
      shown = next;
    },
  );
  return map;
}

test('moves the focus from a removed button to the nearest remaining one', () => {
  const held = buttonAt(100, 100);
  held.focus();
  let near: HTMLElement | undefined;
  replaced([held, buttonAt(0, 0)], () => {
    near = buttonAt(110, 95);
    return [buttonAt(300, 300), near, buttonAt(0, 100)];
  });
  expect(document.activeElement).toBe(near);
});

test('moves the focus to the map if no button is left', () => {
  const held = buttonAt(100, 100);
  held.focus();
  const map = replaced([held], () => []);
  expect(document.activeElement).toBe(map);
});

test('keeps the focus on a button that stays, and outside the map', () => {
  const [stays, leaves] = [buttonAt(100, 100), buttonAt(110, 110)];
  stays.focus();
  replaced([stays, leaves], () => [stays, buttonAt(100, 101)]);
  expect(document.activeElement).toBe(stays);
  const elsewhere = buttonAt(5, 5);
  elsewhere.focus();
  replaced([stays], () => []);
  expect(document.activeElement).toBe(elsewhere);
});

test('treats a hidden element as removed', () => {
  const [map, list] = [buttonAt(0, 0), buttonAt(100, 100)];
  list.focus();
  keepFocus(
    () => (list.hidden ? [] : [list]),
    map,
    () => {
      list.hidden = true;
    },
  );
  expect(document.activeElement).toBe(map);
});
