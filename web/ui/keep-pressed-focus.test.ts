// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepPressedFocus } from './keep-pressed-focus.ts';

const buttonCalled = (id: string): HTMLButtonElement => document.querySelector(`#${id}`) as HTMLButtonElement;
/** Disables a button as a browser does. */
function disable(button: HTMLButtonElement): void {
  button.blur();
  button.disabled = true;
}
const observed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
let stop = (): void => {};

beforeEach(() => {
  document.body.innerHTML = `<div id="main" tabindex="-1">
    <button id="before">Before</button>
    <div><button id="last">Last</button><span><button id="next">Next</button></span></div>
    <button id="after">After</button>
  </div>`;
  stop = keepPressedFocus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

function press(id: string): HTMLButtonElement {
  const button = buttonCalled(id);
  button.focus();
  button.click();
  return button;
}

async function pressUntilReady(meanwhile = (): void => {}): Promise<string | undefined> {
  const button = press('next');
  button.setAttribute('data-loading', 'true');
  disable(button);
  await observed();
  expect(document.activeElement).toBe(document.body);
  meanwhile();
  button.disabled = false;
  await observed();
  return document.activeElement?.id;
}

test('a button that was busy gets the focus back', async () => {
  expect(await pressUntilReady()).toBe('next');
});

test('keeps the focus where the reader has moved it meanwhile', async () => {
  expect(await pressUntilReady(() => buttonCalled('after').focus())).toBe('after');
});

test('does not move the focus after it was stopped', async () => {
  expect(await pressUntilReady(stop)).toBe('');
});

test('a button that is permanently disabled passes the focus to a neighbor', async () => {
  disable(press('next'));
  await observed();
  expect(document.activeElement?.id).toBe('last');
  disable(buttonCalled('next'));
  disable(press('last'));
  await observed();
  expect(document.activeElement?.id).toBe('before');
});

test('focuses the page if nothing else can be pressed', async () => {
  for (const id of ['before', 'last', 'after']) buttonCalled(id).disabled = true;
  disable(press('next'));
  await observed();
  expect(document.activeElement?.id).toBe('main');
});
