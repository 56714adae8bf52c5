import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The pages of the UI components, /app/ui/*. */
export const uiRoutes: readonly ShowcaseRoute[] = [
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
