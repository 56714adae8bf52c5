// @vitest-environment jsdom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { useMapCode } from './outlet-map-stage.tsx';

vi.mock('./outlet-map-canvas.tsx', () => ({ OutletMapCanvas: () => null }));

let comeNear: (() => void) | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: readonly object[]) => void) {
        comeNear = () => tell([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Place({ hasChosen = false }: { hasChosen?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const { Canvas } = useMapCode(true, place, hasChosen);
  return <div ref={place}>{Canvas === null ? 'no map' : 'the map'}</div>;
}

const open = (hasChosen: boolean) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Place hasChosen={hasChosen} />
    </QueryClientProvider>,
  );
const wait = () => act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));

test('does not draw a map below the screen before the user comes near', async () => {
  const page = open(false);
  await wait();
  expect(page.queryByText('the map')).toBeNull();
  act(() => comeNear?.());
  await wait();
  expect(page.getByText('the map')).toBeTruthy();
});

test('draws the map for a chosen outlet, wherever the map is', async () => {
  const page = open(true);
  await wait();
  expect(page.getByText('the map')).toBeTruthy();
});
