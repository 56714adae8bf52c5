import { createRoute } from '@tanstack/react-router';
import {
  AD_CATEGORY_NAMES,
  ARCHIVED_CHOICES,
  CREATIVE_QUEUES,
  CREATIVE_SORTS,
  FLIGHT_STATE_NAMES,
  RUN_CAMPAIGN_SORTS,
} from '#contract/table-choices.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { routeSearch } from '../../lib/route-search.ts';
import { ROW_ID, tableSearch } from '../../lib/table-search.ts';
import { campaignRoutesStrings as strings } from '../app-strings.ts';
import { requireRole } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { serverPage } from './server-page.ts';
import { shellRoute } from './shell-route.ts';

/** Filters of the campaigns table. */
export const CAMPAIGN_FILTERS = {
  state: FLIGHT_STATE_NAMES,
  category: AD_CATEGORY_NAMES,
  archived: ARCHIVED_CHOICES,
} as const;

/** The search parameters of a campaign's page: those of its table of flights. */
export const FLIGHTS_SEARCH = tableSearch({ sorts: 'later' });

/** Reads the ID of the draft that the form continues. If the URL has none, the form starts a new draft. */
export const formSearch = routeSearch((raw): { flight?: string } =>
  typeof raw.flight === 'string' && ROW_ID.test(raw.flight) ? { flight: raw.flight } : {},
);

/**
 * Requires an advertiser for the screens below /app. Administrators are redirected to the same screens below /admin.
 */
const forAdvertisers = ({ location: { href } }: { location: { href: string } }): Promise<void> =>
  requireRole('advertiser', href, href.replace(PATHS.campaigns, PATHS.adminCampaigns));

const SHOWS = strings.campaignsContent;

const campaignsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'campaigns',
  beforeLoad: forAdvertisers,
  validateSearch: tableSearch({ sorts: RUN_CAMPAIGN_SORTS, filters: CAMPAIGN_FILTERS }),
  component: serverPage(
    lazyPage(() => import('../../features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
    SHOWS,
  ),
  staticData: { title: strings.campaigns },
});

const formRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'campaigns/form',
  beforeLoad: forAdvertisers,
  validateSearch: formSearch,
  component: serverPage(
    lazyPage(() => import('../../features/campaigns/flight-form-page.tsx'), 'FlightFormPage'),
    SHOWS,
  ),
  staticData: { title: strings.campaignForm },
});

const campaignRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'campaigns/$campaign',
  validateSearch: FLIGHTS_SEARCH,
  beforeLoad: forAdvertisers,
  component: serverPage(
    lazyPage(() => import('../../features/campaigns/campaign-page.tsx'), 'CampaignPage'),
    SHOWS,
  ),
  staticData: { title: strings.campaign },
});

const flightRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'campaigns/flight/$flight',
  beforeLoad: forAdvertisers,
  component: serverPage(
    lazyPage(() => import('../../features/campaigns/flight-page.tsx'), 'FlightPage'),
    SHOWS,
  ),
  staticData: { title: strings.flight },
});

const creativesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'creatives',
  beforeLoad: ({ location: { href } }) => requireRole('property', href, PATHS.adminReviews),
  validateSearch: tableSearch({ sorts: CREATIVE_SORTS, filters: { standing: CREATIVE_QUEUES } }),
  component: serverPage(
    lazyPage(() => import('../../features/creatives/creatives-page.tsx'), 'CreativesPage'),
    strings.creativesContent,
  ),
  staticData: { title: strings.creatives },
});

/** Screens for advertisers' campaigns, and for property owners' decisions about their ads. */
export const campaignRoutes = [campaignsRoute, formRoute, campaignRoute, flightRoute, creativesRoute] as const;
