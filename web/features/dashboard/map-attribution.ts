import type { Map as MapLibreMap } from 'maplibre-gl';

/**
 * Names the makers of an outside map, as its sources ask for. They send markup, which this page takes from nobody: text and
 * links are kept.
 */
export function addMapAttribution(map: MapLibreMap, className: string): void {
  const element = document.createElement('div');
  element.className = className;
  map.getContainer().append(element);
  const asked = new Set<string>();

  async function show(): Promise<void> {
    const { default: purifier } = await import('dompurify');
    const kept = purifier.sanitize([...asked].join(' | '), {
      ALLOWED_TAGS: ['a'],
      ALLOWED_ATTR: ['href'],
      RETURN_DOM_FRAGMENT: true,
    });
    for (const link of kept.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
    element.replaceChildren(kept);
  }

  map.on('sourcedata', ({ sourceId, sourceDataType }) => {
    const wanted = sourceDataType === 'metadata' ? map.getSource(sourceId)?.attribution : undefined;
    if (!wanted || asked.has(wanted)) return;
    asked.add(wanted);
    void show();
  });
}
