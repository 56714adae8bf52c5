import { SCOPE_AREAS, type ScopeArea, type TokenScope } from '#contract/token-scopes.ts';
import { interpolate } from './interpolate.ts';
import { scopeWordsStrings as strings } from './lib-strings.ts';

/** The name and content of each API area, in UI words. */
export const AREA_WORDS: Readonly<Record<ScopeArea, { readonly name: string; readonly holds: string }>> = {
  reports: { name: strings.reports, holds: strings.reportsContent },
  campaigns: { name: strings.campaigns, holds: strings.campaignsContent },
  network: { name: strings.network, holds: strings.networkContent },
  money: { name: strings.money, holds: strings.moneyContent },
  people: { name: strings.people, holds: strings.peopleContent },
  system: { name: strings.system, holds: strings.systemContent },
};

/** Describes token scopes: `Reports: read · Money: read and write`. */
export function describeScopes(scopes: readonly TokenScope[]): string {
  const parts = SCOPE_AREAS.flatMap((area) => {
    const rights = (['read', 'write'] as const).filter((right) => scopes.includes(`${area}:${right}`));
    const [first] = rights;
    if (first === undefined) return [];
    const one = { read: strings.read, write: strings.write }[first];
    return [interpolate(rights.length === 2 ? strings.readAndWrite : one, { area: AREA_WORDS[area].name })];
  });
  return parts.join(' · ');
}
