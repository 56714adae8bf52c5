import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { healthz, publicConfig, readyz } from '#contract/site.ts';
import { DEMO_PASSWORD } from '#domain/constants.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { findDemoAccounts } from './accounts-queries.ts';

/** A store that answers later than this does not count as ready. */
const PATIENCE_MS = 2_000;

const inTime = (answer: Promise<boolean>): Promise<boolean> =>
  Promise.race([answer.catch(() => false), setTimeout(PATIENCE_MS, false, { ref: false })]);

/** What anybody may know about the installation, and whether it works. */
export function siteRoutes(
  { config, accounts, events }: Pick<Dependencies, 'config' | 'accounts' | 'events'>,
  version: string,
) {
  const accountsAnswer = () => sql`select 1`.execute(accounts).then(() => true);
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, healthz, () => ({ status: 'ok' as const }));

    addRoute(app, readyz, async (_request, reply) => {
      const [accountsReady, eventsReady] = await Promise.all([inTime(accountsAnswer()), inTime(events.isReady())]);
      const ready = accountsReady && eventsReady;
      reply.status(ready ? 200 : 503);
      return { status: ready ? 'ready' : 'not ready', accounts: accountsReady, events: eventsReady };
    });

    addRoute(app, publicConfig, async () => ({
      version,
      demoAccounts: config.demo
        ? (await findDemoAccounts(accounts)).map((account) => ({ ...account, password: DEMO_PASSWORD }))
        : [],
      signInProviders: config.signInProviders.map(({ name, label }) => ({ name, label })),
      networkTimeZone: config.networkTimeZone,
      mapStyleUrl: config.mapStyleUrl,
      googleMapsKey: config.googleMapsKey,
      energyCostPerKwh: config.energyCostPerKwh,
      energyKwhPerView: config.energyMilliWhPerView / 1_000_000,
      ownerShare: config.ownerSharePpm / 1_000_000,
      apiDocs: config.apiDocs,
      signUp: config.signUp,
      passwordMinLength: config.passwordMinLength,
    }));
  };
}
