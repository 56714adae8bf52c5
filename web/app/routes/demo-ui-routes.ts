import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** The pages of the interface's parts, /app/ui/*. */
export const demoUiRoutes: readonly DemoPageRoute[] = [
  demoPage('ui', 'UI elements', () => import('../../features/demo/ui/ui-index-page.tsx'), 'UiIndexPage'),
  { path: 'ui/components', leadsTo: '/app/ui' },
  demoPage('ui/alerts', 'Alerts', () => import('../../features/demo/ui/alerts-page.tsx'), 'AlertsPage'),
  demoPage('ui/badge', 'Badge', () => import('../../features/demo/ui/badge-page.tsx'), 'BadgePage'),
  demoPage('ui/buttons', 'Buttons', () => import('../../features/demo/ui/buttons-page.tsx'), 'ButtonsPage'),
  demoPage('ui/card', 'Cards', () => import('../../features/demo/ui/card-page.tsx'), 'CardPage'),
  demoPage('ui/carousel', 'Carousel', () => import('../../features/demo/ui/carousel-page.tsx'), 'CarouselPage'),
  demoPage('ui/icons', 'Icons', () => import('../../features/demo/ui/icons-page.tsx'), 'IconsPage'),
  demoPage('icon/$name', 'Icon', () => import('../../features/demo/ui/icon-page.tsx'), 'IconPage'),
  { path: 'icon', leadsTo: '/app/ui/icons' },
  demoPage('ui/jumbotron', 'Jumbotron', () => import('../../features/demo/ui/jumbotron-page.tsx'), 'JumbotronPage'),
  demoPage(
    'ui/list-groups',
    'List groups',
    () => import('../../features/demo/ui/list-groups-page.tsx'),
    'ListGroupsPage',
  ),
  demoPage('ui/modal', 'Modal', () => import('../../features/demo/ui/modal-page.tsx'), 'ModalPage'),
  demoPage('ui/nav', 'Nav', () => import('../../features/demo/ui/nav-page.tsx'), 'NavPage'),
  demoPage('ui/navbar', 'Navbar', () => import('../../features/demo/ui/navbar-page.tsx'), 'NavbarPage'),
  demoPage(
    'ui/notifications',
    'Notifications',
    () => import('../../features/demo/ui/notifications-page.tsx'),
    'NotificationsPage',
  ),
  demoPage(
    'ui/popovers',
    'Popovers and tooltips',
    () => import('../../features/demo/ui/popovers-page.tsx'),
    'PopoversPage',
  ),
  demoPage('ui/progress', 'Progress', () => import('../../features/demo/ui/progress-page.tsx'), 'ProgressPage'),
  demoPage(
    'ui/tabs-accordion',
    'Tabs and accordion',
    () => import('../../features/demo/ui/tabs-accordion-page.tsx'),
    'TabsAccordionPage',
  ),
];
