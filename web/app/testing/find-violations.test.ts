// @vitest-environment jsdom
import axe from 'axe-core';
import { afterAll, expect, test } from 'vitest';
import { findViolations } from './find-violations.ts';

afterAll(() => document.body.replaceChildren());

const PAGE = `
  <main><h1></h1><h4>Too deep</h4><img src="/x"><button class="bare"></button><a href="/x"></a> <input id="a"> <select></select>
    <ul><p>No item</p></ul><dl><dd>No term</dd></dl><table><tr><th scope="here"></th><td headers="none">One</td></tr></table>
    <div role="nothing" aria-nothing="x" tabindex="3">x</div><div role="checkbox"></div><div role="tablist"><b>x</b></div>
    <span aria-hidden="true"><button>Hidden</button></span><svg role="img"></svg><p lang="zz-nothing">Words</p>
    <label for="a" id="twice"></label><b id="twice" aria-labelledby="gone">x</b><iframe></iframe><video></video></main>
  <main>Another</main><nav></nav><nav></nav><p>Beside all landmarks</p>`;

test('finds at least what axe finds in the body of a faulty page', async () => {
  document.body.innerHTML = PAGE;
  const found = await findViolations();
  const { violations } = await axe.run(document.body, {
    iframes: false,
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  });
  expect(violations.length).toBeGreaterThan(15);
  expect(found).toEqual(
    expect.arrayContaining(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
    ),
  );
});

test('finds nothing on a page without faults', async () => {
  document.body.innerHTML = '<main><h1>A page</h1><p>Words.</p></main>';
  expect(await findViolations()).toEqual([]);
});
