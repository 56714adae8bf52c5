import {
  IconBook,
  IconBox,
  IconBrush,
  IconChartBar,
  IconComponents,
  IconForms,
  IconGripVertical,
  IconLayoutDashboard,
  IconMail,
  IconMap,
  IconPuzzle,
  IconShoppingCart,
  IconStack2,
  IconTable,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ShowcaseScreen } from '../../web/lib/showcase-door.ts';

/** A word or number beside an entry, and its color. */
export type ShowcaseBadge = {
  readonly text: string;
  readonly tone: 'primary' | 'success' | 'danger';
  /** What the number counts, for screen readers. */
  readonly of?: string;
};

export type ShowcaseLink = {
  readonly label: string;
  readonly to: string;
  /** Additional words for the search to match. */
  readonly words?: string;
  readonly icon?: TablerIcon;
  readonly badge?: ShowcaseBadge;
  readonly isNewTab?: boolean;
};

export type ShowcaseGroup = {
  readonly label: string;
  readonly icon: TablerIcon;
  readonly badge?: ShowcaseBadge;
  readonly links: readonly ShowcaseLink[];
};

export type ShowcaseSection = { readonly title: string; readonly entries: readonly (ShowcaseGroup | ShowcaseLink)[] };

const APP: ShowcaseSection = {
  title: 'APP',
  entries: [
    {
      label: 'Dashboard',
      icon: IconLayoutDashboard,
      links: [
        { label: 'Analytics', to: '/app/main/analytics', words: 'visits revenue server tasks' },
        { label: 'Visits', to: '/app/main/visits', words: 'sample dashboard map statistics' },
        { label: 'Widgets', to: '/app/main/widgets', words: 'tiles weather posts sliders' },
      ],
    },
    {
      label: 'Users',
      icon: IconUsers,
      badge: { text: 'Real App', tone: 'primary' },
      links: [
        { label: 'User Management', to: '/admin/users', words: 'accounts roles' },
        { label: 'My Profile', to: '/app/profile', words: 'activities followers' },
        { label: 'Edit Profile', to: '/app/edit_profile', words: 'own account' },
        { label: 'Change Password', to: '/app/password', words: 'own account' },
      ],
    },
    {
      label: 'E-commerce',
      icon: IconShoppingCart,
      links: [
        { label: 'Product Management', to: '/app/ecommerce/management', words: 'shop list create edit' },
        { label: 'Products Grid', to: '/app/ecommerce/products', words: 'shop shoes' },
        { label: 'Product Page', to: '/app/ecommerce/product', words: 'shop detail' },
      ],
    },
    { label: 'Package', icon: IconBox, to: '/app/package', words: 'versions react angular vue html5' },
    {
      label: 'Email',
      icon: IconMail,
      to: '/app/inbox',
      words: 'mail inbox compose drafts',
      badge: { text: '9', tone: 'danger', of: 'new messages' },
    },
    {
      label: 'Documentation',
      icon: IconBook,
      to: '/documentation/getting-started/overview',
      words: 'help guide quick start',
      badge: { text: 'new', tone: 'success' },
      isNewTab: true,
    },
  ],
};

const TEMPLATE: ShowcaseSection = {
  title: 'TEMPLATE',
  entries: [
    {
      label: 'Core',
      icon: IconBrush,
      links: [
        { label: 'Typography', to: '/app/core/typography', words: 'headings texts display' },
        { label: 'Colors', to: '/app/core/colors', words: 'states palette' },
        { label: 'Grid', to: '/app/core/grid', words: 'grid system columns breakpoints' },
      ],
    },
    {
      label: 'UI Elements',
      icon: IconComponents,
      links: [
        { label: 'Alerts', to: '/app/ui/alerts', words: 'messages' },
        { label: 'Badge', to: '/app/ui/badge', words: 'pills' },
        { label: 'Buttons', to: '/app/ui/buttons', words: 'groups dropdowns' },
        { label: 'Card', to: '/app/ui/card', words: 'cards' },
        { label: 'Carousel', to: '/app/ui/carousel', words: 'slides slider' },
        { label: 'Jumbotron', to: '/app/ui/jumbotron', words: 'hero' },
        { label: 'Icons', to: '/app/ui/icons', words: 'glyphs font awesome' },
        { label: 'List Groups', to: '/app/ui/list-groups', words: 'sortable nestable lists' },
        { label: 'Modal', to: '/app/ui/modal', words: 'dialog' },
        { label: 'Nav', to: '/app/ui/nav', words: 'tabs pills links' },
        { label: 'Navbar', to: '/app/ui/navbar', words: 'bar menu' },
        { label: 'Notifications', to: '/app/ui/notifications', words: 'toasts messages' },
        { label: 'Pagination', to: '/app/tables/dynamic', words: 'pages of a table' },
        { label: 'Popovers & Tooltips', to: '/app/ui/popovers', words: 'hints' },
        { label: 'Progress', to: '/app/ui/progress', words: 'bars' },
        { label: 'Tabs & Accordion', to: '/app/ui/tabs-accordion', words: 'panes' },
      ],
    },
    {
      label: 'Forms',
      icon: IconForms,
      links: [
        { label: 'Forms Elements', to: '/app/forms/elements', words: 'inputs masks pickers sliders uploads' },
        { label: 'Forms Validation', to: '/app/forms/validation', words: 'errors required' },
        { label: 'Forms Wizard', to: '/app/forms/wizard', words: 'steps' },
      ],
    },
    {
      label: 'Charts',
      icon: IconChartBar,
      links: [
        { label: 'Charts Overview', to: '/app/charts/overview', words: 'visual' },
        { label: 'Apex Charts', to: '/app/charts/apex' },
        { label: 'Echarts Charts', to: '/app/charts/echarts' },
        { label: 'Highcharts Charts', to: '/app/charts/highcharts' },
      ],
    },
    { label: 'Grid', icon: IconGripVertical, to: '/app/grid', words: 'draggable widgets' },
    {
      label: 'Tables',
      icon: IconTable,
      links: [
        { label: 'Tables Basic', to: '/app/tables/static', words: 'static select all' },
        { label: 'Tables Dynamic', to: '/app/tables/dynamic', words: 'sort filter pages' },
      ],
    },
    {
      label: 'Maps',
      icon: IconMap,
      links: [
        { label: 'Google Maps', to: '/app/maps/google', words: 'melbourne' },
        { label: 'Vector Map', to: '/app/maps/vector', words: 'world countries' },
      ],
    },
    {
      label: 'Extra',
      icon: IconPuzzle,
      links: [
        { label: 'Calendar', to: '/app/extra/calendar', words: 'events month week' },
        { label: 'Invoice', to: '/app/extra/invoice', words: 'print tax total' },
        { label: 'Error Page', to: '/error', words: '404 not found' },
        { label: 'Gallery', to: '/app/extra/gallery', words: 'images media lightbox' },
        { label: 'Search Result', to: '/app/extra/search', words: 'matching results' },
        { label: 'Time line', to: '/app/extra/timeline', words: 'events feed' },
      ],
    },
  ],
};

/**
 * The list of all pages, used by the sidebar tree, the header search and the index of UI pages. A page is shown only if
 * its path exists, so entries from missing families stay hidden.
 */
export const SHOWCASE_SECTIONS: readonly ShowcaseSection[] = [APP, TEMPLATE];

/** Returns the sections, groups and links whose paths exist according to `exists`. */
export function sectionsWhere(exists: (to: string) => boolean): ShowcaseSection[] {
  return SHOWCASE_SECTIONS.map(({ title, entries }) => ({
    title,
    entries: entries.flatMap((entry): readonly (ShowcaseGroup | ShowcaseLink)[] => {
      if (!('links' in entry)) return exists(entry.to) ? [entry] : [];
      const links = entry.links.filter(({ to }) => exists(to));
      return links.length > 0 ? [{ ...entry, links }] : [];
    }),
  })).filter(({ entries }) => entries.length > 0);
}

/** Returns every page in `sections` once, with its group's icon and name, for the search. */
export function screensOf(sections: readonly ShowcaseSection[]): ShowcaseScreen[] {
  const links = sections.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      'links' in entry
        ? entry.links.map((link) => ({ ...link, icon: link.icon ?? entry.icon, group: entry.label }))
        : [{ ...entry, icon: entry.icon ?? IconStack2, group: 'Sample page' }],
    ),
  );
  const labels = links.map(({ label }) => label);
  const isAlone = (label: string): boolean => labels.indexOf(label) === labels.lastIndexOf(label);
  return links.map(({ label, to, icon, group, words = '' }) => ({
    label: isAlone(label) ? label : `${label} (${group})`,
    to,
    icon,
    words: `${words} ${group} sample demo`,
    detail: group === 'Sample page' ? group : `Sample page · ${group}`,
  }));
}
