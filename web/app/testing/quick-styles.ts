/** Attributes that affect an element's default style without the product's style sheets. */
const TELLING = ['hidden', 'type', 'open', 'popover'] as const;

/** Whether an inline style hides the element or an ancestor. No style sheet is loaded. */
function isInvisible(element: Element): boolean {
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    const said = one.hasAttribute('style') ? (one as HTMLElement).style.visibility : '';
    if (said !== '') return said !== 'visible';
  }
  return false;
}

/**
 * Replaces jsdom's `getComputedStyle`, which matches hundreds of the browser's rules against each element again. This
 * took two thirds of a page test's time, because every search by role reads the style of every element. This version
 * computes the rules once per kind of element; inline styles override them.
 */
export function quickStyles(slow: typeof window.getComputedStyle): typeof window.getComputedStyle {
  const ofKinds = new Map<string, CSSStyleDeclaration>();
  const ofKind = (element: Element): CSSStyleDeclaration => {
    const said = TELLING.filter((name) => element.hasAttribute(name));
    const key = [
      element.namespaceURI,
      element.localName,
      ...said.map((name) => [name, element.getAttribute(name)]),
    ].join();
    const kept = ofKinds.get(key);
    if (kept !== undefined) return kept;
    const like = document.createElementNS(element.namespaceURI, element.localName);
    for (const name of said) like.setAttribute(name, element.getAttribute(name) ?? '');
    const style = slow(like);
    ofKinds.set(key, style);
    return style;
  };
  return (element) => {
    const rules = ofKind(element);
    const own = element.hasAttribute('style') ? (element as HTMLElement).style : undefined;
    const visibility = isInvisible(element) ? 'hidden' : 'visible';
    if (own === undefined && visibility === 'visible') return rules;
    const read = (name: string): string =>
      name === 'visibility' ? visibility : own?.getPropertyValue(name) || rules.getPropertyValue(name);
    return new Proxy(rules, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return read;
        if (name === 'visibility') return visibility;
        const value = typeof name === 'string' ? Reflect.get(own ?? rules, name, own ?? rules) : '';
        return value === '' ? Reflect.get(rules, name, rules) : value;
      },
    });
  };
}
