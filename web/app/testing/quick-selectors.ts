/**
 * Matches one simple selector: `input`, `a[href]`, `input[type="submit"]`, `*[role~="button"]`, `img:not([alt])`,
 * `th[scope="col"]`.
 */
const ONE_KIND = /^(\*|[a-z][a-z0-9]*)((?:\[[^\]]*\]|:not\(\[[^\]]*\]\))*)$/;
const CONDITION = /(:not\()?\[([a-z-]+)(?:(~?=)"?([\w-]*)"?)?\]\)?/g;
const ONE_ID = /^\[id="([\w-]+)"\]$/;
/** Attributes whose values this module can match. The first two ignore case. */
const VALUED = ['type', 'scope', 'role'];

type Test = (element: Element) => boolean;

/** Parses one attribute condition; returns null if jsdom must handle it. */
function conditionOf([, not, name = '', sign, value = '']: RegExpMatchArray): Test | null {
  if (value !== '' && !VALUED.includes(name)) return null;
  if (sign === '~=' && (name !== 'role' || value === '')) return null;
  if (sign === '=' && name === 'role') return null;
  const says = (said: string): boolean =>
    sign === '~=' ? said.split(/\s+/).includes(value) : sign === undefined || said.toLowerCase() === value;
  return (element) => {
    const said = element.getAttribute(name);
    return (said !== null && says(said)) === (not === undefined);
  };
}

/** Parses a list of simple selectors; returns null for any other selector. */
function testOf(selector: string): Test | null {
  const kinds: Test[] = [];
  for (const part of selector.split(',')) {
    const [, name, brackets = ''] = ONE_KIND.exec(part.trim()) ?? [];
    if (name === undefined) return null;
    const found = [...brackets.matchAll(CONDITION)];
    const conditions = found.map(conditionOf).filter((test) => test !== null);
    // Part of the condition was not parsed.
    if (conditions.length < found.length || found.map(([text]) => text).join('') !== brackets) return null;
    kinds.push((element) => (name === '*' || element.localName === name) && conditions.every((is) => is(element)));
  }
  return (element) => kinds.some((is) => is(element));
}

/** Returns all matching elements below `parent`, in document order. */
function collect(parent: Element, is: Test, found: Element[] = []): Element[] {
  for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
    if (is(child)) found.push(child);
    collect(child, is, found);
  }
  return found;
}

/**
 * Replaces jsdom's selector methods with faster ones for the few selectors that searches by text, label and role use: a
 * list of simple selectors, `*`, and a single id. Returns an array instead of a NodeList. jsdom handles other
 * selectors.
 */
export function lendQuickSelectors(): void {
  const { matches, querySelectorAll, querySelector: querySelectorWithin } = Element.prototype;
  const { querySelector } = Document.prototype;
  if (IS_QUICK in matches) return;
  const tests = new Map<string, Test | null>();
  const keptTest = (selector: string): Test | null => {
    const kept = tests.get(selector);
    if (kept !== undefined) return kept;
    const made = testOf(selector);
    tests.set(selector, made);
    return made;
  };
  function quickMatches(this: Element, selector: string): boolean {
    return keptTest(selector)?.(this) ?? matches.call(this, selector);
  }
  function quickAll(this: Element, selector: string) {
    const is = keptTest(selector);
    return is === null ? querySelectorAll.call(this, selector) : collect(this, is);
  }
  function quickFirst(this: Document, selector: string) {
    const id = ONE_ID.exec(selector)?.[1];
    return id === undefined ? querySelector.call(this, selector) : this.getElementById(id);
  }
  function quickFirstWithin(this: Element, selector: string) {
    const id = ONE_ID.exec(selector)?.[1];
    const first = id === undefined ? null : this.ownerDocument.getElementById(id);
    // `first` is the page's first element with this ID. If it is not below this element, another element with the same
    // ID may be.
    return first !== null && first !== this && this.contains(first) ? first : querySelectorWithin.call(this, selector);
  }
  Object.assign(Element.prototype, {
    matches: Object.assign(quickMatches, { [IS_QUICK]: true }),
    querySelectorAll: quickAll,
    querySelector: quickFirstWithin,
  });
  Object.assign(Document.prototype, { querySelector: quickFirst });
}

/** Marks the replacement, because test files share a page. */
const IS_QUICK = Symbol('quick');
