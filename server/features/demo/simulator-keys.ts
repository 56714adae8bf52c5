import { join } from 'node:path';
import { writeWhole } from '../../lib/write-whole.ts';
import type { PlannedNetwork, PlannedOutlet } from './planned-network.ts';

/** Minutes between two contacts of an outlet on a poor connection. */
const POOR_LINE_MINUTES = 60;
const POOR_LINE_FEWER = 400;

/**
 * Writes `<dataDir>/demo-keys.json` (mode 0600), the keys file of the simulator. Its format is in `npm run simulate --
 * --help`.
 */
export function writeSimulatorKeys(
  dataDir: string,
  { sponsors }: PlannedNetwork,
  keys: readonly { readonly outlet: PlannedOutlet; readonly key: string }[],
): void {
  const flights = sponsors.flatMap(({ campaigns }) => campaigns.flatMap((campaign) => campaign.flights));
  const file = {
    flights: flights.map(({ code, startsAt, endsAt, venueIds }) => ({
      code,
      startsAt,
      endsAt,
      anywhere: venueIds.length === 0,
    })),
    outlets: keys.map(({ outlet: { eui, venueId, viewsPerDay, poorLine }, key }) => ({
      eui,
      key,
      viewsPerDay: Math.round(viewsPerDay * 10) / (poorLine ? POOR_LINE_FEWER : 10),
      ...(poorLine ? { heartbeatMinutes: POOR_LINE_MINUTES } : {}),
      flights: flights.filter(({ venueIds }) => venueIds.includes(venueId)).map(({ code }) => code),
    })),
  };
  writeWhole(join(dataDir, 'demo-keys.json'), JSON.stringify(file));
}
