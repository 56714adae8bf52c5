import type { ComponentType } from 'react';
import { lazyPage } from '../../lib/lazy-page.ts';
import { COMPONENT_PAGES } from './component-list.ts';

export type DocPage = {
  /** The path below /documentation/. */
  readonly path: string;
  readonly title: string;
  readonly component: ComponentType<{ path: string }> & { readonly preload: () => Promise<void> };
};
export type DocGroup = { readonly title: string; readonly pages: readonly DocPage[] };

/** The page that /documentation opens (docs/specification.md#public-routes). */
export const FIRST_PAGE = 'getting-started/overview';

function page<Name extends string>(
  path: string,
  title: string,
  load: () => Promise<Record<Name, ComponentType<{ path: string }>>>,
  name: Name,
): DocPage {
  return { path, title, component: lazyPage(load, name) };
}

/** The menu, with every page of the documentation in reading order. */
export const DOC_GROUPS: readonly DocGroup[] = [
  {
    title: 'Getting Started',
    pages: [
      page(FIRST_PAGE, 'Overview', () => import('./overview-page.tsx'), 'OverviewPage'),
      page('getting-started/quick-start', 'Quick start', () => import('./quick-start-page.tsx'), 'QuickStartPage'),
      page('getting-started/roles', 'Roles', () => import('./roles-page.tsx'), 'RolesPage'),
      page('getting-started/licences', 'Licenses', () => import('./licences-page.tsx'), 'LicencesPage'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page('guides/campaigns', 'Campaigns', () => import('./campaigns-guide-page.tsx'), 'CampaignsGuidePage'),
      page('guides/reports', 'Reports', () => import('./reports-guide-page.tsx'), 'ReportsGuidePage'),
      page(
        'guides/traffic-method',
        'How traffic is checked',
        () => import('./traffic-method-page.tsx'),
        'TrafficMethodPage',
      ),
      page('guides/owners', 'What owners are paid', () => import('./owners-page.tsx'), 'OwnersPage'),
      page('guides/advertisers', 'What advertisers pay', () => import('./advertisers-page.tsx'), 'AdvertisersPage'),
    ],
  },
  {
    title: 'Integration',
    pages: [
      page('integration/serving-api', 'Serving API', () => import('./serve-page.tsx'), 'ServePage'),
      page('integration/ingestion-api', 'Ingestion API', () => import('./ingestion-page.tsx'), 'IngestionPage'),
      page('integration/webhooks', 'Webhooks', () => import('./webhooks-page.tsx'), 'WebhooksPage'),
    ],
  },
  {
    title: 'Operation',
    pages: [
      page('operation/self-hosting', 'Self-hosting', () => import('./self-hosting-page.tsx'), 'SelfHostingPage'),
      page('operation/deployment', 'Deployment', () => import('./deployment-page.tsx'), 'DeploymentPage'),
      page('operation/metrics', 'Metrics and alerts', () => import('./metrics-page.tsx'), 'MetricsPage'),
    ],
  },
  { title: 'Pages', pages: [page('pages', 'Pages', () => import('./pages-page.tsx'), 'PagesPage')] },
  {
    title: 'Components',
    pages: COMPONENT_PAGES.map(({ path, title }) =>
      page(path, title, () => import('./component-page.tsx'), 'ComponentPage'),
    ),
  },
  { title: 'Libs', pages: [page('libs', 'Libs', () => import('./libs-page.tsx'), 'LibsPage')] },
];

const PAGES = DOC_GROUPS.flatMap(({ pages }) => pages);

export const findDocPage = (path: string): DocPage | undefined =>
  PAGES.find((candidate) => candidate.path === path.replace(/\/$/, ''));

/** Returns the next page, for the card at the end of a page. */
export const pageAfter = (path: string): DocPage | undefined =>
  PAGES[PAGES.findIndex((candidate) => candidate.path === path) + 1];
