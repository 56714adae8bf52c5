/** The element that had the focus when an overlay opened, and its position in case it is removed. */
export type FocusOrigin = {
  readonly element: Element;
  /** The path from the element outward: each parent, and the index of the child on the path. */
  readonly steps: readonly { readonly parent: Element; readonly index: number }[];
  /** The surrounding overlay's origin. The surrounding overlay may close at the same time. */
  readonly outer: FocusOrigin | null;
};

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Returns the menu's button for a menu item, because closing the menu removes its items. Returns other elements
 * unchanged.
 */
function lastingElement(element: Element): Element {
  const button = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (button ? document.getElementById(button) : null) ?? element;
}

/** Records which element has the focus, and its position. */
export function originOfFocus(outerOf: (element: Element) => FocusOrigin | null): FocusOrigin {
  const element = lastingElement(document.activeElement ?? document.body);
  return { element, steps: stepsFrom(element), outer: outerOf(element) };
}

function stepsFrom(element: Element): FocusOrigin['steps'] {
  const steps: { parent: Element; index: number }[] = [];
  for (let child = element; child.parentElement !== null && child !== document.body; child = child.parentElement)
    steps.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return steps;
}

const isThere = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element !== document.body &&
  element.closest('[inert]') === null;

/** Returns the focusable element in `parent` that is at or nearest to `index`; null if there is none. */
function neighbourIn(parent: Element, index: number): HTMLElement | null {
  const { children } = parent;
  const nearest = [...children].sort((one, other) => distance(one) - distance(other));
  function distance(child: Element): number {
    return Math.abs([...children].indexOf(child) - index);
  }
  for (const child of nearest) {
    const found = child.matches(FOCUSABLE) ? child : child.querySelector(FOCUSABLE);
    if (found !== null && isThere(found)) return found;
  }
  return null;
}

function targetOf({ element, steps, outer }: FocusOrigin): HTMLElement | null {
  if (isThere(element)) return element;
  const around = steps.find(({ parent }) => isThere(parent));
  const isNear = around !== undefined && !around.parent.contains(document.getElementById('main'));
  const neighbour = isNear ? neighbourIn(around.parent, around.index) : null;
  return neighbour ?? (outer === null ? document.getElementById('main') : targetOf(outer));
}

/** Focuses the nearest focusable element, within the page or the same overlay, when `element` can't have the focus. */
export function focusBeside(element: Element): void {
  const main = document.getElementById('main');
  const within = stepsFrom(element).filter(({ parent }) => parent === main || !parent.contains(main));
  let found: HTMLElement | null = null;
  for (const { parent, index } of within) found ??= neighbourIn(parent, index);
  (found ?? main)?.focus({ preventScroll: true });
}

type Overlays = { readonly closed: string; readonly topmost: string | undefined };

const overlayOf = (element: Element): string | undefined =>
  element.closest('[data-overlay]')?.getAttribute('data-overlay') ?? undefined;

/**
 * Returns the focus after an overlay has closed, unless another element already has it. Never focuses an element below
 * an overlay that is still open.
 */
export function returnFocus(origin: FocusOrigin, { closed, topmost }: Overlays): void {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body || overlayOf(activeElement) === closed;
  if (!isLost) return;
  const target = targetOf(origin);
  const isBelow = topmost !== undefined && (target === null || overlayOf(target) !== topmost);
  const over = isBelow ? document.querySelector<HTMLElement>(`[data-overlay="${topmost}"]`) : null;
  (over?.querySelector<HTMLElement>(FOCUSABLE) ?? target)?.focus({ preventScroll: true });
}
