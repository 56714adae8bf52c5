/** For example `2026-11-01`, `01`, `-04:00`. */
export type WallClock = { readonly date: string; readonly hour: string; readonly offset: string };

function clockOf(timeZone: string): (timestampMs: number) => WallClock {
  const options = { timeZone, hourCycle: 'h23', timeZoneName: 'longOffset' } as const;
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
  const clock = new Intl.DateTimeFormat('en-US', { ...options, ...digits });
  return (timestampMs) => {
    const parts = Object.fromEntries(clock.formatToParts(timestampMs).map(({ type, value }) => [type, value]));
    const offset = (parts.timeZoneName ?? '').replace('GMT', '') || '+00:00';
    return { date: `${parts.year}-${parts.month}-${parts.day}`, hour: parts.hour ?? '', offset };
  };
}

/**
 * Creates a wall clock for any time zone, which uses `Intl` instead of the product's calendar. Caches results, because
 * tests request the same times repeatedly and formatting is slow.
 */
export function createWallClock(): (timestampMs: number, timeZone: string) => WallClock {
  const zones = new Map<
    string,
    { readonly clock: (timestampMs: number) => WallClock; readonly said: Map<number, WallClock> }
  >();
  return (timestampMs, timeZone) => {
    const zone = zones.get(timeZone) ?? { clock: clockOf(timeZone), said: new Map<number, WallClock>() };
    zones.set(timeZone, zone);
    const said = zone.said.get(timestampMs) ?? zone.clock(timestampMs);
    zone.said.set(timestampMs, said);
    return said;
  };
}
