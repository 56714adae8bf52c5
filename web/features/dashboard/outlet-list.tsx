import { Button } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef, useState } from 'react';
import type { DevicePage } from '#contract/list.ts';
import { outletListStrings as strings } from './dashboard-strings.ts';
import { OutletItem } from './outlet-item.tsx';
import classes from './power-outlets.module.css';
import { useNearEnd } from './use-near-end.ts';

/** Height in pixels of a closed outlet's header. */
const HEADER_PX = 56;
/** The assumed size of the box before it is measured, so that the first render already draws its rows. */
const FIRST_SIGHT = { width: 0, height: 309 };

type Pages = Parameters<typeof useNearEnd>[3];

type OutletListProps = { customerId: string; devices: DevicePage['data']; isFull: boolean; pages: Pages };

/** The scrolling accordion of outlets. Only rows near the screen render, and at most one outlet is open. */
export function OutletList({ customerId, devices, isFull, pages }: OutletListProps) {
  const [openEui, setOpenEui] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const openIndex = devices.findIndex(({ eui }) => eui === openEui);
  const virtual = useVirtualizer({
    count: devices.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => devices[index]?.eui ?? index,
    estimateSize: () => HEADER_PX,
    overscan: 6,
    initialRect: FIRST_SIGHT,
    // Keeps the open outlet rendered, so that its table keeps its scroll position while the user scrolls further down.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return openIndex < 0 || drawn.includes(openIndex) ? drawn : [...drawn, openIndex].sort((a, b) => a - b);
    },
  });
  const toggle = useCallback((eui: string) => setOpenEui((open) => (open === eui ? null : eui)), []);
  const items = virtual.getVirtualItems();
  useNearEnd(items.at(-1)?.index ?? 0, devices.length, 10, pages);
  return (
    <div ref={box} className={classes.box} data-tall={isFull || openIndex >= 0 || undefined}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, key, start }) => {
          const device = devices[index];
          return device ? (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              <OutletItem customerId={customerId} device={device} isOpen={device.eui === openEui} onToggle={toggle} />
            </div>
          ) : null;
        })}
      </div>
      {pages.isFetchNextPageError ? (
        <p className={classes.foot}>
          {strings.loadMoreFailed}{' '}
          <Button size="compact-xs" variant="default" onClick={() => pages.fetchNextPage()}>
            {strings.tryAgain}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
