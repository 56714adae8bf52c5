import { IconBook2, IconHome, IconLayoutDashboard, IconSearch, type TablerIcon } from '@tabler/icons-react';
import { addressOf } from '../../lib/api-client.ts';
import { API_DOCUMENTATION, PATHS } from '../paths.ts';

export type NavigationItem = {
  readonly label: string;
  readonly icon: TablerIcon;
  /** What a search for this screen may say besides its label. */
  readonly words?: string;
} & ({ readonly to: (typeof PATHS)['main' | 'dashboard' | 'search'] } | { readonly href: string });

/** The screens that exist, for the sidebar and the search. */
export const NAVIGATION: readonly NavigationItem[] = [
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
