import type { Utm } from '#contract/flight-parts.ts';

export type UtmName = keyof Utm;
/** The UTM parameters that campaigns and creatives may add to the target of a click, in the order of the URL. */
export const UTM_NAMES: readonly UtmName[] = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

/** Reads stored parameters: JSON, or '' for none. */
export const readUtm = (text: string): Utm => (text === '' ? {} : (JSON.parse(text) as Utm));

/** Returns parameters for storage, without empty ones: JSON, or '' for none. */
export function writeUtm(utm: Utm): string {
  const entries = UTM_NAMES.flatMap((name) => (utm[name] ? [[name, utm[name]] as const] : []));
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}

function nameIn(parameter: string): string {
  const name = parameter.split('=')[0] ?? '';
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}

/**
 * Adds parameters to a URL. A parameter that the URL already has keeps its value and is listed in `kept`, so that the
 * caller can say so.
 */
export function withUtm(target: string, utm: Utm): { readonly url: string; readonly kept: readonly UtmName[] } {
  const [address = '', ...fragments] = target.split('#');
  const [, query = ''] = /\?(.*)$/s.exec(address) ?? [];
  const present = new Set(query.split('&').map(nameIn));
  const wanted = UTM_NAMES.filter((name) => utm[name]);
  const added = wanted
    .filter((name) => !present.has(name))
    .map((name) => `${name}=${encodeURIComponent(utm[name] ?? '')}`);
  const kept = wanted.filter((name) => present.has(name));
  if (added.length === 0) return { url: target, kept };
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  const fragment = fragments.length === 0 ? '' : `#${fragments.join('#')}`;
  return { url: `${address}${joint}${added.join('&')}${fragment}`, kept };
}

/** Returns a creative's parameters: its own, and the campaign's for the others. */
export const utmOf = (campaign: string, creative: string): Utm => ({ ...readUtm(campaign), ...readUtm(creative) });
