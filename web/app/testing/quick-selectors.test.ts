// @vitest-environment jsdom
import { afterAll, expect, test } from 'vitest';
import { lendQuickSelectors } from './quick-selectors.ts';

afterAll(() => document.body.replaceChildren());

const PAGE = `
  <main id="a"><h1>One</h1> <p>Text <b id="twice">here</b><br></p> <a>None</a> <a href="/x">Leads on</a> <A HREF="">Too</A>
    <button id="b" type="SUBMIT">Send</button> <input id="c" type="submit"> <input id="d"> <input type="Checkbox">
    <div id="twice" role="link  button">Acts</div> <span role="Button"></span> <i role></i> <em role="buttons"></em>
    <svg><path role="button"></path><style></style><a href="/y"></a></svg> <template><b></b></template><style></style>
    <custom-part type="submit"></custom-part> <img> <img alt> <img alt="A"> <input list type="Email"> <input list="l" type="email">
    <table><th scope="COL"></th><th scope="row"></th><th scope></th></table> <section aria-label="A"></section><section aria-label></section>
    <select multiple></select><select size="2"></select><select></select> <input type="HIDDEN"> <input type="hidden"><form name></form>
  </main>`;

const SELECTORS = [
  '*',
  'script, style',
  'input[type=submit], input[type=button], input[type=reset]',
  '*[role~="button"],input,button',
  '*[role~="link"],a[href],area[href]',
  '*[role~="heading"],h1,h2,h3,h4,h5,h6',
  '*[role~="checkbox"],input[type="checkbox"]',
  'INPUT',
  'input:not([type])',
  'input:not([type]):not([list])',
  'input[list]:not([list=""])[type="email"]',
  'input:not([list])[type="email"]',
  'button, input:not([type="hidden"]), meter, output, progress, select, textarea',
  'th[scope="col"]',
  'th[scope="row"]',
  'section[aria-label]:not([aria-label=""])',
  'form[name]:not([name=""])',
  'img[alt=""]',
  'img:not([alt])',
  'img[alt]:not([alt=""])',
  'select:not([multiple]):not([size])',
  'a[href]:not([href=""])',
  'section[aria-label="A"]',
  'section:not([aria-label=A])',
  'th[scope=row] , img[alt=""]',
  'main > p b',
  '[id="c"]',
  '[type]',
];
const IDS = ['[id="a"]', '[id="twice"]', '[id="none"]', '[id="b"], [id="a"]', '[role]'];

const name = (element: Element | null): string | null => element && `${element.localName} ${element.outerHTML}`;
const found = () => {
  const all: Element[] = [document.body, ...document.body.getElementsByTagName('*')];
  return {
    below: SELECTORS.map((selector) => all.map((one) => Array.from(one.querySelectorAll(selector), name))),
    matched: SELECTORS.map((selector) => all.filter((one) => one.matches(selector)).map(name)),
    byId: IDS.map((selector) => name(document.querySelector(selector))),
    byIdBelow: IDS.map((selector) => all.map((one) => name(one.querySelector(selector)))),
  };
};

test('selectors find the same elements as jsdom', () => {
  document.body.innerHTML = PAGE;
  const before = found();
  lendQuickSelectors();
  expect(found()).toEqual(before);
  expect(before.matched[3]).toHaveLength(10);
  expect(() => document.body.querySelectorAll('a[')).toThrow();
});

test('selectors work in detached elements and after changes of the page', () => {
  const apart = document.createElement('div');
  apart.innerHTML = '<p><input type="submit" id="later"></p>';
  expect(Array.from(apart.querySelectorAll('input[type=submit], p'), ({ localName }) => localName)).toEqual([
    'p',
    'input',
  ]);
  expect(document.querySelector('[id="later"]')).toBeNull();
  expect(apart.querySelector('[id="later"]')?.localName).toBe('input');
  expect(document.body.querySelector('[id="later"]')).toBeNull();
  document.body.append(apart);
  expect(document.querySelector('[id="later"]')).toBe(apart.firstElementChild?.firstElementChild);
});
