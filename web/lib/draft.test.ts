// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { type Draft, forgetDrafts, useDraft } from './draft.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const EMPTY = { name: 'Ada', message: '' };
let draft: Draft<typeof EMPTY>;

/** Opens the form of an account as a page would, and answers how to leave it. */
function open(owner: string): () => void {
  const root = createRoot(document.createElement('div'));
  function Form() {
    draft = useDraft('contact', owner, EMPTY);
    return null;
  }
  act(() => root.render(createElement(Form)));
  return () => act(() => root.unmount());
}

beforeEach(() => sessionStorage.clear());

test('what was typed is there again after the page was left, for the same account only', () => {
  const leave = open('ada');
  expect(draft.wasKept).toBe(false);
  act(() => draft.change({ message: 'Two outlets' }));
  leave();
  open('bob')();
  expect(draft.fields).toEqual(EMPTY);
  open('ada')();
  expect(draft).toMatchObject({ fields: { name: 'Ada', message: 'Two outlets' }, wasKept: true });
});

test('nothing is kept of a form that was sent, nor after signing out', () => {
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

test('a kept text that is none is not trusted', () => {
  sessionStorage.setItem('draft:contact:ada', '{"message":{"a":1},"role":"admin"}');
  open('ada');
  expect(draft.fields).toEqual(EMPTY);
  sessionStorage.setItem('draft:contact:bob', 'no json');
  open('bob');
  expect(draft).toMatchObject({ fields: EMPTY, wasKept: false });
});
