/** One kind of element: `input`, `input[type="submit"]`, `a[href]`, `*[role~="button"]`. */
const ONE_KIND = /^(\*|[a-z][a-z0-9]*)(?:\[(?:type="?([a-z]+)"?|role~="([a-z]+)"|(href))\])?$/;
const ONE_ID = /^\[id="([\w-]+)"\]$/;

type Test = (element: Element) => boolean;

/** A test for a list of kinds; null of any other selector. */
function testOf(selector: string): Test | null {
  const found = selector.split(',').map((part) => ONE_KIND.exec(part.trim()));
  const kinds: Test[] = [];
  for (const kind of found) {
    if (kind === null) return null;
    const [, name = '*', type, role, href] = kind;
    kinds.push(
      (element) =>
        (name === '*' || element.localName === name) &&
        // What a type is called, and nothing else here, may be written in capitals.
        (type === undefined || element.getAttribute('type')?.toLowerCase() === type) &&
        (role === undefined || (element.getAttribute('role')?.split(/\s+/).includes(role) ?? false)) &&
        (href === undefined || element.hasAttribute('href')),
    );
  }
  return (element) => kinds.some((is) => is(element));
}

/** All of them below an element, in the order of the page. */
function collect(parent: Element, is: Test, found: Element[] = []): Element[] {
  for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
    if (is(child)) found.push(child);
    collect(child, is, found);
  }
  return found;
}

/**
 * Selectors as jsdom answers them, without its general way for the few that searches by text, label and role ask of whole pages and of
 * each element: a list of kinds, everything, one by its id. An array stands for the list of what is found.
 */
export function lendQuickSelectors(): void {
  const { matches, querySelectorAll } = Element.prototype;
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
  Object.assign(Element.prototype, {
    matches: Object.assign(quickMatches, { [IS_QUICK]: true }),
    querySelectorAll: quickAll,
  });
  Object.assign(Document.prototype, { querySelector: quickFirst });
}

/** Files of tests share a page. */
const IS_QUICK = Symbol('quick');
