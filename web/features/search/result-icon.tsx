import {
  IconBuilding,
  IconFileInvoice,
  IconFileTypePdf,
  IconLayoutDashboard,
  IconMapPin,
  IconPlug,
  IconSpeakerphone,
  IconUser,
} from '@tabler/icons-react';
import type { ResultGroup, SearchResult } from './search-results.ts';

const ICONS = {
  screens: IconLayoutDashboard,
  showcase: IconLayoutDashboard,
  customers: IconBuilding,
  outlets: IconPlug,
  venues: IconMapPin,
  campaigns: IconSpeakerphone,
  users: IconUser,
  statements: IconFileTypePdf,
  documents: IconFileInvoice,
} as const;

/** A result's icon. The group's title names the kind in words. */
export function ResultIcon({ kind, result }: { kind: ResultGroup['kind']; result: SearchResult }) {
  const Icon = result.icon ?? ICONS[kind];
  return <Icon size={18} stroke={1.75} aria-hidden="true" />;
}
