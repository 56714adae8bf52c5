import { type DemoPageRoute, demoPage } from './page-route.ts';

/** The pages of the interface's parts, /app/ui/*. */
export const demoUiRoutes: readonly DemoPageRoute[] = [
  demoPage('ui', 'UI elements', () => import('../pages/ui/ui-index-page.tsx'), 'UiIndexPage'),
  { path: 'ui/components', leadsTo: '/app/ui' },
  demoPage('ui/alerts', 'Alerts', () => import('../pages/ui/alerts-page.tsx'), 'AlertsPage'),
  demoPage('ui/badge', 'Badge', () => import('../pages/ui/badge-page.tsx'), 'BadgePage'),
  demoPage('ui/buttons', 'Buttons', () => import('../pages/ui/buttons-page.tsx'), 'ButtonsPage'),
  demoPage('ui/card', 'Cards', () => import('../pages/ui/card-page.tsx'), 'CardPage'),
  demoPage('ui/carousel', 'Carousel', () => import('../pages/ui/carousel-page.tsx'), 'CarouselPage'),
  demoPage('ui/icons', 'Icons', () => import('../pages/ui/icons-page.tsx'), 'IconsPage'),
  demoPage('icon/$name', 'Icon', () => import('../pages/ui/icon-page.tsx'), 'IconPage'),
  { path: 'icon', leadsTo: '/app/ui/icons' },
  demoPage('ui/jumbotron', 'Jumbotron', () => import('../pages/ui/jumbotron-page.tsx'), 'JumbotronPage'),
  demoPage('ui/list-groups', 'List groups', () => import('../pages/ui/list-groups-page.tsx'), 'ListGroupsPage'),
  demoPage('ui/modal', 'Modal', () => import('../pages/ui/modal-page.tsx'), 'ModalPage'),
  demoPage('ui/nav', 'Nav', () => import('../pages/ui/nav-page.tsx'), 'NavPage'),
  demoPage('ui/navbar', 'Navbar', () => import('../pages/ui/navbar-page.tsx'), 'NavbarPage'),
  demoPage(
    'ui/notifications',
    'Notifications',
    () => import('../pages/ui/notifications-page.tsx'),
    'NotificationsPage',
  ),
  demoPage('ui/popovers', 'Popovers and tooltips', () => import('../pages/ui/popovers-page.tsx'), 'PopoversPage'),
  demoPage('ui/progress', 'Progress', () => import('../pages/ui/progress-page.tsx'), 'ProgressPage'),
  demoPage(
    'ui/tabs-accordion',
    'Tabs and accordion',
    () => import('../pages/ui/tabs-accordion-page.tsx'),
    'TabsAccordionPage',
  ),
];
