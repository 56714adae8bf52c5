import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedNetwork, PlannedOutlet } from './planned-network.ts';

/**
 * Writes `<dataDir>/demo-keys.json` (mode 0600), the keys file of the simulator; its format is in `npm run simulate --
 * --help`.
 */
export async function writeSimulatorKeys(
  dataDir: string,
  { sponsors }: PlannedNetwork,
  keys: readonly { readonly outlet: PlannedOutlet; readonly key: string }[],
): Promise<void> {
  const flights = sponsors.flatMap(({ campaigns }) => campaigns.flatMap((campaign) => campaign.flights));
  const file = {
    flights: flights.map(({ code, startsAt, endsAt, venueIds }) => ({
      code,
      startsAt,
      endsAt,
      anywhere: venueIds.length === 0,
    })),
    outlets: keys.map(({ outlet: { eui, venueId, viewsPerDay }, key }) => ({
      eui,
      key,
      viewsPerDay: Math.round(viewsPerDay * 10) / 10,
      flights: flights.filter(({ venueIds }) => venueIds.includes(venueId)).map(({ code }) => code),
    })),
  };
  const path = join(dataDir, 'demo-keys.json');
  await writeFile(`${path}.new`, JSON.stringify(file), { mode: 0o600 });
  await rename(`${path}.new`, path);
}
