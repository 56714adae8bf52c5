import { lazyPage } from '../../web/lib/lazy-page.ts';
import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The UI component pages, /app/ui/*. */
const uiRoutes: readonly ShowcaseRoute[] = [
  showcasePage('ui', 'UI elements', () => import('../pages/ui/ui-index-page.tsx'), 'UiIndexPage'),
  { path: 'ui/components', leadsTo: '/app/ui' },
  showcasePage('ui/alerts', 'Alerts', () => import('../pages/ui/alerts-page.tsx'), 'AlertsPage'),
  showcasePage('ui/badge', 'Badge', () => import('../pages/ui/badge-page.tsx'), 'BadgePage'),
  showcasePage('ui/buttons', 'Buttons', () => import('../pages/ui/buttons-page.tsx'), 'ButtonsPage'),
  showcasePage('ui/card', 'Cards', () => import('../pages/ui/card-page.tsx'), 'CardPage'),
  showcasePage('ui/carousel', 'Carousel', () => import('../pages/ui/carousel-page.tsx'), 'CarouselPage'),
  showcasePage('ui/icons', 'Icons', () => import('../pages/ui/icons-page.tsx'), 'IconsPage'),
  showcasePage('icon/$name', 'Icon', () => import('../pages/ui/icon-page.tsx'), 'IconPage'),
  { path: 'icon', leadsTo: '/app/ui/icons' },
  showcasePage('ui/jumbotron', 'Jumbotron', () => import('../pages/ui/jumbotron-page.tsx'), 'JumbotronPage'),
  showcasePage('ui/list-groups', 'List groups', () => import('../pages/ui/list-groups-page.tsx'), 'ListGroupsPage'),
  showcasePage('ui/modal', 'Modal', () => import('../pages/ui/modal-page.tsx'), 'ModalPage'),
  showcasePage('ui/nav', 'Nav', () => import('../pages/ui/nav-page.tsx'), 'NavPage'),
  showcasePage('ui/navbar', 'Navbar', () => import('../pages/ui/navbar-page.tsx'), 'NavbarPage'),
  showcasePage(
    'ui/notifications',
    'Notifications',
    () => import('../pages/ui/notifications-page.tsx'),
    'NotificationsPage',
  ),
  showcasePage('ui/popovers', 'Popovers and tooltips', () => import('../pages/ui/popovers-page.tsx'), 'PopoversPage'),
  showcasePage('ui/progress', 'Progress', () => import('../pages/ui/progress-page.tsx'), 'ProgressPage'),
  showcasePage(
    'ui/tabs-accordion',
    'Tabs and accordion',
    () => import('../pages/ui/tabs-accordion-page.tsx'),
    'TabsAccordionPage',
  ),
];

const product = () => import('../pages/ecommerce/product-page.tsx');
const edit = () => import('../pages/ecommerce/edit-product-page.tsx');

/** The sample shop, /app/ecommerce/*. */
const ecommerceRoutes: readonly ShowcaseRoute[] = [
  { path: 'ecommerce', leadsTo: '/app/ecommerce/management' },
  showcasePage(
    'ecommerce/products',
    'Product grid',
    () => import('../pages/ecommerce/products-page.tsx'),
    'ProductsPage',
  ),
  showcasePage('ecommerce/product', 'Product', product, 'ProductPage'),
  showcasePage('ecommerce/product/$id', 'Product', product, 'ProductPage'),
  showcasePage(
    'ecommerce/management',
    'Product management',
    () => import('../pages/ecommerce/management-page.tsx'),
    'ManagementPage',
  ),
  showcasePage('ecommerce/management/create', 'New product', edit, 'EditProductPage'),
  showcasePage('ecommerce/management/$id', 'Edit product', edit, 'EditProductPage'),
];

/**
 * Extra pages, /app/extra/*. The search there is the product's own; the showcase adds sample results below an empty
 * search.
 */
const extraRoutes: readonly ShowcaseRoute[] = [
  { path: 'extra', leadsTo: '/app/extra/calendar' },
  showcasePage('extra/calendar', 'Calendar', () => import('../pages/extra/calendar-page.tsx'), 'CalendarPage'),
  showcasePage('extra/invoice', 'Invoice', () => import('../pages/extra/invoice-page.tsx'), 'InvoicePage'),
  showcasePage('extra/timeline', 'Time line', () => import('../pages/extra/timeline-page.tsx'), 'TimelinePage'),
  showcasePage('extra/gallery', 'Gallery', () => import('../pages/extra/gallery-page.tsx'), 'GalleryPage'),
  {
    path: 'extra/search',
    addition: lazyPage<'MatchingResults'>(() => import('../pages/extra/matching-results.tsx'), 'MatchingResults'),
  },
];

/** The chart pages, /app/charts/*. Each loads its own library. */
const chartsRoutes: readonly ShowcaseRoute[] = [
  { path: 'charts', leadsTo: '/app/charts/overview' },
  showcasePage('charts/overview', 'Charts', () => import('../pages/charts/charts-overview-page.tsx'), 'OverviewPage'),
  showcasePage('charts/apex', 'Apex Charts', () => import('../pages/charts/apex-page.tsx'), 'ApexPage'),
  showcasePage('charts/echarts', 'Echarts', () => import('../pages/charts/echarts-page.tsx'), 'EchartsPage'),
  showcasePage(
    'charts/highcharts',
    'Highcharts',
    () => import('../pages/charts/highcharts-page.tsx'),
    'HighchartsPage',
  ),
];

/** The form pages, /app/forms/*. */
const formsRoutes: readonly ShowcaseRoute[] = [
  { path: 'forms', leadsTo: '/app/forms/elements' },
  showcasePage('forms/elements', 'Form elements', () => import('../pages/forms/elements-page.tsx'), 'FormElementsPage'),
  showcasePage(
    'forms/validation',
    'Form validation',
    () => import('../pages/forms/validation-page.tsx'),
    'FormValidationPage',
  ),
  showcasePage('forms/wizard', 'Form wizard', () => import('../pages/forms/wizard-page.tsx'), 'FormWizardPage'),
];

/** The table pages, /app/tables/*. */
const tablesRoutes: readonly ShowcaseRoute[] = [
  { path: 'tables', leadsTo: '/app/tables/static' },
  showcasePage('tables/static', 'Static tables', () => import('../pages/tables/static-page.tsx'), 'StaticTablesPage'),
  showcasePage(
    'tables/dynamic',
    'Dynamic tables',
    () => import('../pages/tables/dynamic-page.tsx'),
    'DynamicTablesPage',
  ),
];

/** The pages about typography, colors and columns, /app/core/*. */
const coreRoutes: readonly ShowcaseRoute[] = [
  { path: 'core', leadsTo: '/app/core/typography' },
  showcasePage('core/typography', 'Typography', () => import('../pages/core/typography-page.tsx'), 'TypographyPage'),
  showcasePage('core/colors', 'Colors', () => import('../pages/core/colors-page.tsx'), 'ColorsPage'),
  showcasePage('core/grid', 'Grid system', () => import('../pages/core/grid-system-page.tsx'), 'GridSystemPage'),
];

/** The map pages, /app/maps/*. */
const mapsRoutes: readonly ShowcaseRoute[] = [
  { path: 'maps', leadsTo: '/app/maps/google' },
  showcasePage('maps/google', 'Google Maps', () => import('../pages/maps/google-page.tsx'), 'GooglePage'),
  showcasePage('maps/vector', 'Vector Maps', () => import('../pages/maps/vector-page.tsx'), 'VectorPage'),
];

/** The sample dashboards, /app/main/*. */
const mainRoutes: readonly ShowcaseRoute[] = [
  showcasePage('main/widgets', 'Widgets', () => import('../pages/widgets/widgets-page.tsx'), 'WidgetsPage'),
  showcasePage('main/visits', 'Visits', () => import('../pages/visits/visits-page.tsx'), 'VisitsPage'),
  showcasePage('main/analytics', 'Analytics', () => import('../pages/analytics/analytics-page.tsx'), 'AnalyticsPage'),
];

/** The sample profile, /app/profile. */
const profileRoutes: readonly ShowcaseRoute[] = [
  showcasePage('profile', 'Profile', () => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
];

/** The package page, /app/package. */
const packageRoutes: readonly ShowcaseRoute[] = [
  showcasePage('package', 'Package', () => import('../pages/package/package-page.tsx'), 'PackagePage'),
];

/** The mail page, /app/inbox. */
const inboxRoutes: readonly ShowcaseRoute[] = [
  showcasePage('inbox', 'Email', () => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
];

/** The draggable grid, /app/grid. */
const gridRoutes: readonly ShowcaseRoute[] = [
  showcasePage('grid', 'Grid', () => import('../pages/grid/grid-page.tsx'), 'GridPage'),
];

/**
 * Every showcase page, by family. Loaded with the first showcase page, so that the business screens do not load this
 * list.
 */
export const SHOWCASE_ROUTES: readonly ShowcaseRoute[] = [
  ...uiRoutes,
  ...coreRoutes,
  ...formsRoutes,
  ...tablesRoutes,
  ...extraRoutes,
  ...gridRoutes,
  ...packageRoutes,
  ...profileRoutes,
  ...chartsRoutes,
  ...mapsRoutes,
  ...ecommerceRoutes,
  ...mainRoutes,
  ...inboxRoutes,
];
