import type { Pixel } from './map-camera.ts';
import type { MapPoint } from './map-points.ts';
import { drawnListStrings as strings } from './map-strings.ts';
import { tooltipWords } from './outlet-tooltip.ts';

let lists = 0;

/**
 * Creates a listbox that makes the drawn markers accessible to keyboards and screen readers. The listbox is a single
 * tab stop; arrow keys move from west to east, and Enter opens an outlet.
 */
export function createMarkList(
  className: string,
  options: {
    readonly isStatusTold: boolean;
    readonly onChoose: (eui: string) => void;
    /** Called with the marker that the keyboard has reached, or null on blur. */
    readonly onActive: (point: MapPoint | null) => void;
  },
) {
  const element = document.createElement('div');
  element.className = className;
  element.tabIndex = 0;
  // An empty list must not be a tab stop, because no key would do anything.
  element.hidden = true;
  element.setAttribute('role', 'listbox');
  element.setAttribute('aria-label', strings.label);
  lists += 1;
  const prefix = `drawn-outlet-${lists}-`;
  let points: readonly MapPoint[] = [];
  let active = 0;

  const optionOf = (index: number): HTMLElement | null => element.children[index] as HTMLElement | null;

  function activate(next: number): void {
    active = Math.max(0, Math.min(points.length - 1, next));
    const point = points[active];
    element.setAttribute('aria-activedescendant', optionOf(active)?.id ?? '');
    options.onActive(point ?? null);
  }

  const steps: Readonly<Record<string, () => number>> = {
    ArrowRight: () => active + 1,
    ArrowDown: () => active + 1,
    ArrowLeft: () => active - 1,
    ArrowUp: () => active - 1,
    Home: () => 0,
    End: () => points.length - 1,
  };
  element.addEventListener('focus', () => activate(active));
  element.addEventListener('blur', () => options.onActive(null));
  element.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    const chosen = points[active];
    if (step) activate(step());
    else if (chosen && (event.key === 'Enter' || event.key === ' ')) options.onChoose(chosen.eui);
    else return;
    event.preventDefault();
  });
  // Screen readers click an option directly.
  element.addEventListener('click', ({ target }) => {
    const at = [...element.children].indexOf(target as Element);
    const point = points[at];
    if (point) options.onChoose(point.eui);
  });

  function makeOption(index: number): HTMLElement {
    const option = document.createElement('div');
    option.id = `${prefix}${index}`;
    option.setAttribute('role', 'option');
    return option;
  }

  /** Shows the given points. `placeOf` returns a point's position in pixels. */
  function show(next: readonly MapPoint[], placeOf: (point: MapPoint) => Pixel, chosen: string | null): void {
    const before = points[active]?.eui;
    points = [...next].sort((one, other) => one.lng - other.lng || one.lat - other.lat);
    element.hidden = points.length === 0;
    while (element.children.length > points.length) element.lastChild?.remove();
    points.forEach((point, index) => {
      const option = optionOf(index) ?? element.appendChild(makeOption(index));
      const [x, y] = placeOf(point);
      const words = tooltipWords(point, options.isStatusTold).join(', ');
      if (option.textContent !== words) option.textContent = words;
      option.setAttribute('aria-selected', String(point.eui === chosen));
      option.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    });
    const kept = points.findIndex(({ eui }) => eui === before);
    active = Math.max(0, kept);
    if (document.activeElement === element) activate(active);
  }

  return { element, show };
}
