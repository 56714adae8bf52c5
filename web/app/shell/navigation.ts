import { IconBook2, IconHome, IconLayoutDashboard, IconSearch, type TablerIcon } from '@tabler/icons-react';
import type { Role } from '#contract/common.ts';
import { addressOf } from '../../lib/api-client.ts';
import { API_DOCUMENTATION, PATHS } from '../paths.ts';

export type NavigationItem = {
  readonly label: string;
  readonly icon: TablerIcon;
  /** What a search for this screen may say besides its label. */
  readonly words?: string;
} & ({ readonly to: (typeof PATHS)[keyof typeof PATHS] } | { readonly href: string });

/** The screens of every role. */
const NAVIGATION: readonly NavigationItem[] = [
  { label: 'Home', icon: IconHome, to: PATHS.main, words: 'start' },
  { label: 'Dashboard', icon: IconLayoutDashboard, to: PATHS.dashboard, words: 'customers outlets map revenue views' },
  { label: 'Search', icon: IconSearch, to: PATHS.search, words: 'find results' },
  {
    label: 'API documentation',
    icon: IconBook2,
    href: addressOf({ url: API_DOCUMENTATION }),
    words: 'openapi integration docs',
  },
];

/** Screens below /admin, for administrators only; the server guards what they show. */
const ADMINISTRATION: readonly NavigationItem[] = [];

/** A part of the sidebar; a title stands above the second one. */
export type NavigationSection = { readonly title: string | null; readonly items: readonly NavigationItem[] };

/** The screens that a role may see, as the sidebar groups them. */
export const navigationFor = (role: Role | undefined): NavigationSection[] => [
  { title: null, items: NAVIGATION },
  ...(role === 'admin' && ADMINISTRATION.length > 0 ? [{ title: 'Administration', items: ADMINISTRATION }] : []),
];

/** The same without groups, for the search. */
export const screensFor = (role: Role | undefined): NavigationItem[] =>
  navigationFor(role).flatMap(({ items }) => items);
