// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Draft, useDraft } from './draft.ts';
import { forgetDrafts } from './forget-drafts.ts';
import { hasUnsaved, mayLeave, registerLossQuestion } from './unsaved.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const EMPTY = { name: 'Ada', message: '', newPassword: '' };
let draft: Draft<typeof EMPTY>;

let leaveLast = (): void => {};

let rename: (form: string, owner: string) => void = () => {};

/** Mounts an account's form as a page would. Returns a function that unmounts it. */
function open(owner: string, isLostByLeaving = false): () => void {
  const root = createRoot(document.createElement('div'));
  function Form({ form, of }: { form: string; of: string }) {
    draft = useDraft(form, of, EMPTY, { isLostByLeaving });
    return null;
  }
  rename = (form, of) => act(() => root.render(createElement(Form, { form, of })));
  rename('contact', owner);
  leaveLast = () => act(() => root.unmount());
  return leaveLast;
}

beforeEach(() => sessionStorage.clear());
afterEach(() => leaveLast());

test('restores typed text after the reader leaves the page, for the same account only', () => {
  const leave = open('ada');
  expect(draft.wasKept).toBe(false);
  act(() => draft.change({ message: 'Two outlets' }));
  leave();
  open('bob')();
  expect(draft.fields).toEqual(EMPTY);
  open('ada')();
  expect(draft).toMatchObject({ fields: { name: 'Ada', message: 'Two outlets' }, wasKept: true });
});

test('moves typed text to a renamed form, never to another account', () => {
  open('ada');
  act(() => draft.change({ message: 'x' }));
  rename('contact:7', 'ada');
  expect({ ...sessionStorage }).toEqual({ 'draft:contact:7:ada': '{"message":"x"}' });
  rename('contact:7', 'bob');
  expect({ ...sessionStorage }).toEqual({ 'draft:contact:7:ada': '{"message":"x"}' });
});

test('keeps nothing of a sent form, nor after sign-out', () => {
  open('ada');
  act(() => draft.change({ message: 'x' }));
  act(() => draft.clear());
  expect(draft.fields).toEqual(EMPTY);
  expect(sessionStorage).toHaveLength(0);
  act(() => draft.change({ message: 'y' }));
  sessionStorage.setItem('other', 'stays');
  forgetDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['other']);
});

test('ignores stored drafts that are malformed', () => {
  sessionStorage.setItem('draft:contact:ada', '{"message":{"a":1},"role":"admin"}');
  open('ada');
  expect(draft.fields).toEqual(EMPTY);
  sessionStorage.setItem('draft:contact:bob', 'no json');
  open('bob');
  expect(draft).toMatchObject({ fields: EMPTY, wasKept: false });
});

const asksOnClosing = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('never stores a password, but warns before it is lost', () => {
  open('ada');
  act(() => draft.change({ newPassword: 'correct horse', message: 'x' }));
  expect(JSON.stringify({ ...sessionStorage })).toBe(JSON.stringify({ 'draft:contact:ada': '{"message":"x"}' }));
  expect(asksOnClosing()).toBe(true);
});

test('stores changed fields only, so that an old draft does not undo newer data', () => {
  const leave = open('ada');
  act(() => draft.change({ message: 'x' }));
  expect(sessionStorage.getItem('draft:contact:ada')).toBe('{"message":"x"}');
  act(() => draft.change({ message: '' }));
  expect(sessionStorage).toHaveLength(0);
  expect(draft.isChanged).toBe(false);
  leave();
});

test('closing the tab asks while text is unsent; leaving the page asks only if text would be lost', async () => {
  open('ada');
  expect(asksOnClosing()).toBe(false);
  act(() => draft.change({ message: 'x' }));
  expect([asksOnClosing(), hasUnsaved(), hasUnsaved(true)]).toEqual([true, false, true]);
  act(() => draft.clear());
  expect([asksOnClosing(), hasUnsaved(true)]).toEqual([false, false]);
  leaveLast();

  open('ada', true);
  act(() => draft.change({ message: 'x' }));
  expect(hasUnsaved()).toBe(true);
  let mayGo = false;
  const unregister = registerLossQuestion(() => Promise.resolve(mayGo));
  expect(await mayLeave()).toBe(false);
  expect(draft.fields.message).toBe('x');
  mayGo = true;
  await act(async () => expect(await mayLeave()).toBe(true));
  expect(draft.fields.message).toBe('');
  expect(sessionStorage).toHaveLength(0);
  unregister();
});

test('keeps typed text when the session ends, and stops asking once the form is gone', () => {
  const leave = open('ada', true);
  act(() => draft.change({ message: 'x' }));
  leave();
  expect([hasUnsaved(true), asksOnClosing()]).toEqual([false, false]);
  open('ada', true);
  expect(draft).toMatchObject({ fields: { message: 'x' }, wasKept: true, isChanged: true });
  expect(hasUnsaved()).toBe(true);
});
