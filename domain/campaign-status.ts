/** When a flight runs (half-open, epoch ms), and whether it is held. */
export type FlightTimes = { readonly startsMs: number; readonly endsMs: number; readonly paused: boolean };

export type CampaignStatus = 'Live' | 'Paused' | 'Scheduled' | 'Ended';

/**
 * The status of an advertiser's campaigns (specification section 6): Live while a flight runs, Paused while all that
 * would run are held, Scheduled before the next one, Ended after the last; null without flights.
 */
export function campaignStatus(flights: readonly FlightTimes[], nowMs: number): CampaignStatus | null {
  const [first] = flights;
  if (first === undefined) return null;
  const current = flights.filter(({ startsMs, endsMs }) => startsMs <= nowMs && nowMs < endsMs);
  if (current.some(({ paused }) => !paused)) return 'Live';
  if (current.length > 0) return 'Paused';
  return flights.some(({ startsMs }) => startsMs > nowMs) ? 'Scheduled' : 'Ended';
}
