import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { DevicePage } from '#contract/list.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Kept } from '../../ui/kept.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { devicesQuery } from './api.ts';
import { useDashboardView } from './dashboard-view.ts';
import { OutletItem } from './outlet-item.tsx';
import classes from './power-outlets.module.css';
import { useNearEnd } from './use-near-end.ts';

type ListedDevice = DevicePage['data'][number];
type Pages = Parameters<typeof useNearEnd>[3];

const HEADER_PX = 56;
/** A card that only passes by while the reader scrolls fast asks for nothing. */
const SETTLE_MS = 120;

/** True once the part has been on screen for a moment. */
function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

type OutletListProps = { devices: readonly ListedDevice[]; isFull: boolean; pages: Pages };

/** The scrolling accordion: only what is near the screen is drawn, and one outlet is open at a time. */
function OutletList({ devices, isFull, pages }: OutletListProps) {
  const [openEui, setOpenEui] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const openIndex = devices.findIndex(({ eui }) => eui === openEui);
  const virtual = useVirtualizer({
    count: devices.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => devices[index]?.eui ?? index,
    estimateSize: () => HEADER_PX,
    overscan: 6,
    // The open outlet stays drawn, so that its table keeps its place while the reader looks further down.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return openIndex < 0 || drawn.includes(openIndex) ? drawn : [...drawn, openIndex].sort((a, b) => a - b);
    },
  });
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
              <OutletItem
                device={device}
                isOpen={device.eui === openEui}
                onToggle={() => setOpenEui(device.eui === openEui ? null : device.eui)}
              />
            </div>
          ) : null;
        })}
      </div>
      {pages.isFetchNextPageError ? (
        <p className={classes.foot}>
          Error: more outlets could not be loaded.{' '}
          <Button size="compact-xs" variant="default" onClick={() => pages.fetchNextPage()}>
            Try again
          </Button>
        </p>
      ) : null}
    </div>
  );
}

type PowerOutletsProps = { customerId: string; outlets: number; isFull: boolean };

/** A customer's outlets, 700 high at most (specification section 9). */
export function PowerOutlets({ customerId, outlets, isFull }: PowerOutletsProps) {
  const { range } = useDashboardView();
  const isSettled = useIsSettled();
  const query = useInfiniteQuery({ ...devicesQuery(customerId, range), enabled: isSettled });
  const devices = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    // No landmark: there is one in each card, below an article that has the customer's name.
    <Kept isKept={query.isPlaceholderData} className={classes.outlets ?? ''}>
      <h4 className={classes.title}>Power Outlets</h4>
      {query.isPending ? <LinesSkeleton lines={Math.min(5, Math.max(1, outlets))} lineHeight={HEADER_PX} /> : null}
      {query.isError && devices.length === 0 ? (
        <ErrorState
          what="The outlets could not be loaded."
          message={query.error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : null}
      {query.data && devices.length === 0 ? <p className={classes.empty}>No outlets yet.</p> : null}
      {devices.length > 0 ? <OutletList devices={devices} isFull={isFull} pages={query} /> : null}
    </Kept>
  );
}
