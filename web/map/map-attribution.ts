import type { IControl, Subscription } from 'maplibre-gl';

/**
 * Shows the attribution that the sources of an outside map require. The sources send markup; only text and links are
 * kept.
 */
export function createMapAttribution(className: string): IControl {
  const element = document.createElement('div');
  element.className = className;
  const asked = new Set<string>();
  let sources: Subscription | undefined;

  async function show(): Promise<void> {
    const { cleanFragment } = await import('../lib/clean-markup.ts');
    const kept = cleanFragment([...asked].join(' | '), { tags: ['a'], attributes: ['href'] });
    for (const link of kept.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
    element.replaceChildren(kept);
  }

  return {
    onAdd(map) {
      sources = map.on('sourcedata', ({ sourceId, sourceDataType }) => {
        const wanted = sourceDataType === 'metadata' ? map.getSource(sourceId)?.attribution : undefined;
        if (!wanted || asked.has(wanted)) return;
        asked.add(wanted);
        void show();
      });
      return element;
    },
    onRemove() {
      sources?.unsubscribe();
      element.remove();
    },
  };
}
