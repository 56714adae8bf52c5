import type { FastifyInstance } from 'fastify';
import { healthz, publicConfig, readyz } from '#contract/site.ts';
import { DEMO_PASSWORD } from '#domain/constants.ts';
import { askStores } from '../../ask-stores.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { findDemoAccounts } from './accounts-queries.ts';

/** What anybody may know about the installation, and whether it works. */
export function siteRoutes(
  { config, accounts, events }: Pick<Dependencies, 'config' | 'accounts' | 'events'>,
  version: string,
) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, healthz, () => ({ status: 'ok' as const }));

    addRoute(app, readyz, async (_request, reply) => {
      const up = await askStores({ accounts, events });
      const ready = up.accounts && up.events;
      reply.status(ready ? 200 : 503);
      return { status: ready ? 'ready' : 'not ready', ...up };
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
