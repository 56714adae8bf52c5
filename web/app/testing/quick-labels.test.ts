// @vitest-environment jsdom
import { afterAll, expect, test } from 'vitest';
import { lendQuickLabels } from './quick-labels.ts';

afterAll(() => document.body.replaceChildren());

const PAGE = `
  <label for="a" id="l1">One</label> <label for="a" id="l2">Two</label> <input id="a">
  <label id="l3">Around <span><input id="b"> <input id="c"></span></label>
  <label id="l4"><input type="hidden" id="d"> <textarea id="e"></textarea></label>
  <label for="" id="l5"><select id="f"></select></label>
  <label for="nothing" id="l6"><button id="g"></button></label>
  <label for="h" id="l7"><meter id="i"></meter></label> <progress id="h"></progress> <output id="h"></output>
  <label for="j" id="l8">A place</label> <div id="j"></div> <button></button>`;

const found = () =>
  [...document.querySelectorAll<HTMLInputElement>('button, input, meter, output, progress, select, textarea')].map(
    ({ id, labels }) => [id, labels === null ? null : [...labels].map((label) => label.id)],
  );

test('finds the same labels for each field as jsdom', () => {
  document.body.innerHTML = PAGE;
  const before = found();
  lendQuickLabels();
  expect(found()).toEqual(before);
  expect(before).toContainEqual(['a', ['l1', 'l2']]);
  expect(before).toContainEqual(['d', null]);
});

test('finds labels in detached elements and labels added later', () => {
  const apart = document.createElement('div');
  apart.innerHTML = '<label for="z" id="y">Apart</label><input id="z">';
  expect([...(apart.querySelector('input')?.labels ?? [])].map(({ id }) => id)).toEqual(['y']);
  document.body.append(apart);
  apart.insertAdjacentHTML('beforeend', '<label for="z" id="x">Later</label>');
  expect([...(apart.querySelector('input')?.labels ?? [])].map(({ id }) => id)).toEqual(['y', 'x']);
});
