import {
  IconBell,
  IconBook2,
  IconBookmark,
  IconFileInvoice,
  IconKey,
  IconShieldCheck,
  IconTerminal2,
  IconUser,
} from '@tabler/icons-react';
import type { Screen } from '../../features/search/search-results.ts';
import { PATHS } from '../paths.ts';
import { useNavigation } from './use-navigation.ts';
import { useHasScreen, useShowcase } from './use-showcase.ts';

/** Screens that no entry of the sidebar leads to. */
const FOUND: readonly Screen[] = [
  {
    label: 'Edit profile',
    icon: IconUser,
    to: PATHS.editProfile,
    words: 'account name picture photo telephone time zone my',
    isOnlyFound: true,
  },
  {
    label: 'Password and sign-in',
    icon: IconKey,
    to: PATHS.password,
    words: 'account security second factor two-factor authenticator sessions recovery codes google microsoft log',
    isOnlyFound: true,
  },
  {
    label: 'API tokens',
    icon: IconTerminal2,
    to: PATHS.apiTokens,
    words: 'account programs scripts bearer vbt secret',
    isOnlyFound: true,
  },
  {
    label: 'Alerts',
    icon: IconBell,
    to: PATHS.alerts,
    words: 'silent outage fault bell webhook notify mute quiet hours',
    isOnlyFound: true,
  },
  {
    label: 'Invalid traffic',
    icon: IconShieldCheck,
    to: PATHS.traffic,
    words: 'gross net reasons objections fraud my',
    isOnlyFound: true,
  },
  {
    label: 'Documents',
    icon: IconFileInvoice,
    to: PATHS.documents,
    words: 'statements invoices money pdf',
    isOnlyFound: true,
  },
  {
    label: 'Saved reports',
    icon: IconBookmark,
    to: PATHS.savedReports,
    words: 'report schedule mail weekly monthly link share outsiders my',
    isOnlyFound: true,
  },
  {
    label: 'Documentation',
    icon: IconBook2,
    to: '/documentation',
    words: 'help guide quick start ingestion roles self-hosting deployment metrics',
    isOnlyFound: true,
  },
];

/** Every screen the search can find: the product's own first, then those of the showroom once it is there. */
export function useScreens(): readonly Screen[] {
  const own = useNavigation().flatMap(({ items }) => items);
  const addresses = new Set(own.flatMap((item) => ('to' in item ? [item.to as string] : [])));
  const hasScreen = useHasScreen();
  const { showcase } = useShowcase(true);
  const shown = showcase?.screens(hasScreen) ?? [];
  return [
    ...own,
    ...FOUND.filter((screen) => !('to' in screen && addresses.has(screen.to as string))),
    ...shown
      .filter(({ to }) => !addresses.has(to))
      .map((screen) => ({ ...screen, isOnlyFound: true, isShowcase: true })),
  ];
}
