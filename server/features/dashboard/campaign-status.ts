type FlightDates = { readonly startsAt: number; readonly endsAt: number; readonly paused: number };

const isRunning = ({ startsAt, endsAt }: FlightDates, nowMs: number) => startsAt <= nowMs && nowMs < endsAt;

/** Whether the flight plays now. */
export const isActive = (flight: FlightDates, nowMs: number): boolean =>
  isRunning(flight, nowMs) && flight.paused === 0;

/** The word of an advertiser's Campaign Overview: 'Live' while any flight plays (specification section 6). */
export function campaignStatus(
  flights: readonly FlightDates[],
  nowMs: number,
): 'Live' | 'Paused' | 'Scheduled' | 'Ended' {
  if (flights.some((flight) => isActive(flight, nowMs))) return 'Live';
  if (flights.some((flight) => isRunning(flight, nowMs))) return 'Paused';
  return flights.some(({ startsAt }) => startsAt > nowMs) ? 'Scheduled' : 'Ended';
}
