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

test('where the button in use leaves, the one that stands nearest to its place is in use', () => {
  const held = buttonAt(100, 100);
  held.focus();
  let near: HTMLElement | undefined;
  replaced([held, buttonAt(0, 0)], () => {
    near = buttonAt(110, 95);
    return [buttonAt(300, 300), near, buttonAt(0, 100)];
  });
  expect(document.activeElement).toBe(near);
});

test('where none is left it is the map', () => {
  const held = buttonAt(100, 100);
  held.focus();
  const map = replaced([held], () => []);
  expect(document.activeElement).toBe(map);
});

test('a button that stays keeps the focus, and what is in use elsewhere keeps it too', () => {
  const [stays, leaves] = [buttonAt(100, 100), buttonAt(110, 110)];
  stays.focus();
  replaced([stays, leaves], () => [stays, buttonAt(100, 101)]);
  expect(document.activeElement).toBe(stays);
  const elsewhere = buttonAt(5, 5);
  elsewhere.focus();
  replaced([stays], () => []);
  expect(document.activeElement).toBe(elsewhere);
});

test('what is hidden, though it stands in the page, has left', () => {
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
