/** The documentation's component pages. */
export const COMPONENT_PAGES = [
  { path: 'components/alerts', title: 'Alerts' },
  { path: 'components/badge', title: 'Badge' },
  { path: 'components/buttons', title: 'Buttons' },
  { path: 'components/card', title: 'Card' },
  { path: 'components/carousel', title: 'Carousel' },
  { path: 'components/modal', title: 'Modal' },
  { path: 'components/nav', title: 'Nav' },
  { path: 'components/navbar', title: 'Navbar' },
  { path: 'components/popovers', title: 'Popovers & Tooltips' },
  { path: 'components/progress', title: 'Progress' },
  { path: 'components/tabs-accordion', title: 'Tabs & Accordion' },
] as const;
