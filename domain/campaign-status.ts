/** When a flight runs (half-open, epoch ms), and whether it is paused. */
export type FlightTimes = { readonly startsMs: number; readonly endsMs: number; readonly paused: boolean };

export type CampaignStatus = 'Live' | 'Paused' | 'Scheduled' | 'Ended';

const runsAt = ({ startsMs, endsMs }: FlightTimes, nowMs: number): boolean => startsMs <= nowMs && nowMs < endsMs;

/**
 * Returns the status of an advertiser's campaigns (docs/specification.md#roles). Live: a flight runs. Paused: all
 * current flights are paused. Scheduled: a flight is upcoming. Ended: the last flight is over. Null without flights.
 */
export function campaignStatus(flights: readonly FlightTimes[], nowMs: number): CampaignStatus | null {
  const [first] = flights;
  if (first === undefined) return null;
  const current = flights.filter((flight) => runsAt(flight, nowMs));
  if (current.some(({ paused }) => !paused)) return 'Live';
  if (current.length > 0) return 'Paused';
  return flights.some(({ startsMs }) => startsMs > nowMs) ? 'Scheduled' : 'Ended';
}
