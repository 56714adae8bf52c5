import type { FastifyInstance, FastifyRequest } from 'fastify';
import { healthz, publicConfig, readyz } from '#contract/site.ts';
import { DEMO_PASSWORD } from '#domain/constants.ts';
import { defaultShareAt } from '#domain/default-share.ts';
import type { Dependencies } from '../../dependencies.ts';
import { bearerToken } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { showFiguresCheck, showLedgerCheck } from '../../maintenance/show-checks.ts';
import { askStores } from '../../metrics/ask-stores.ts';
import { passkeySite } from '../../sign-in/passkey-site.ts';
import { findDemoAccounts } from './demo-account-queries.ts';

/** Registers the routes for public information about the installation, and its health. */
export function siteRoutes(
  {
    config,
    accounts,
    events,
    clock,
    now,
    schema,
  }: Pick<Dependencies, 'config' | 'accounts' | 'events' | 'clock' | 'now' | 'schema'>,
  version: string,
) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, healthz, () => ({ status: 'ok' as const }));

    addRoute(app, readyz, async (request, reply) => {
      const up = await askStores({ accounts, events });
      const ready = up.accounts && up.events && !clock.isWrong() && !schema.isBehind();
      reply.status(ready ? 200 : 503);
      const status = {
        status: ready ? 'ready' : 'not ready',
        ...up,
        clock: !clock.isWrong(),
        schema: !schema.isBehind(),
      };
      const isForAdmin = up.accounts && (await isAdministrator(app, request));
      return isForAdmin
        ? { ...status, figures: await showFiguresCheck(accounts), ledger: await showLedgerCheck(accounts) }
        : status;
    });

    addRoute(app, publicConfig, async () => ({
      version,
      demo_accounts: config.demo
        ? (await findDemoAccounts(accounts)).map((account) => ({ ...account, password: DEMO_PASSWORD }))
        : [],
      sign_in_providers: config.signInProviders.map(({ name, label }) => ({ name, label })),
      passkeys: passkeySite(config.publicUrl) !== null,
      network_time_zone: config.networkTimeZone,
      map_style_url: config.mapStyleUrl,
      google_maps_key: config.googleMapsKey,
      energy_cost_per_kwh: config.energyCostPerKwh,
      energy_kwh_per_view: config.energyMilliWhPerView / 1_000_000,
      owner_share: defaultShareAt(config, now()) / 1_000_000,
      api_docs: config.apiDocs,
      sign_up: config.signUp,
      password_min_length: config.passwordMinLength,
    }));
  };
}

/**
 * Whether the caller is an administrator. Other callers, including those with an expired token, get the public
 * response.
 */
async function isAdministrator(app: FastifyInstance, request: FastifyRequest): Promise<boolean> {
  if (request.headers.authorization === undefined) return false;
  try {
    const { role, viewer, mustSetUpSecondFactor } = await app.findCaller(bearerToken(request), request);
    return role === 'admin' && viewer === null && !mustSetUpSecondFactor;
  } catch {
    return false;
  }
}
