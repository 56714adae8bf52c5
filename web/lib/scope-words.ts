import { SCOPE_AREAS, type ScopeArea, type TokenScope } from '#contract/token-scopes.ts';

/** The name and content of each API area, in UI words. */
export const AREA_WORDS: Readonly<Record<ScopeArea, { readonly name: string; readonly holds: string }>> = {
  reports: { name: 'Reports', holds: 'Figures, saved reports, alerts and disputes' },
  campaigns: { name: 'Campaigns', holds: 'Campaigns, flights, ads and the rate card' },
  network: { name: 'Network', holds: 'Customers, venues, outlets and house pictures' },
  money: { name: 'Money', holds: 'Invoices, statements, payments and payouts' },
  people: { name: 'People', holds: 'Accounts of users' },
  system: { name: 'System', holds: 'Health, audit log and contact messages' },
};

/** Describes token scopes: `Reports: read · Money: read and write`. */
export function describeScopes(scopes: readonly TokenScope[]): string {
  const parts = SCOPE_AREAS.flatMap((area) => {
    const rights = (['read', 'write'] as const).filter((right) => scopes.includes(`${area}:${right}`));
    return rights.length === 0 ? [] : [`${AREA_WORDS[area].name}: ${rights.join(' and ')}`];
  });
  return parts.join(' · ');
}
