// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepBusyFocus } from './keep-busy-focus.ts';

const buttonCalled = (id: string): HTMLButtonElement => document.querySelector(`#${id}`) as HTMLButtonElement;
/** As a browser does with a button that is disabled. */
function setBusy(button: HTMLButtonElement, isBusy: boolean): void {
  if (isBusy) button.blur();
  button.disabled = isBusy;
}
const observed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
let stop = (): void => {};

beforeEach(() => {
  document.body.innerHTML = '<button id="export">Export</button><button id="other">Other</button>';
  stop = keepBusyFocus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

async function pressUntilReady(meanwhile = (): void => {}): Promise<string | undefined> {
  const button = buttonCalled('export');
  button.focus();
  button.click();
  setBusy(button, true);
  await observed();
  expect(document.activeElement).toBe(document.body);
  meanwhile();
  setBusy(button, false);
  await observed();
  return document.activeElement?.id;
}

test('a button that was busy has the focus again', async () => {
  expect(await pressUntilReady()).toBe('export');
});

test('whoever went on meanwhile stays there', async () => {
  expect(await pressUntilReady(() => buttonCalled('other').focus())).toBe('other');
});

test('after the end nothing moves the focus', async () => {
  expect(await pressUntilReady(stop)).toBe('');
});
