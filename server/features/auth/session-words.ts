import Bowser from 'bowser';
import ipaddr from 'ipaddr.js';
import type { OwnSession } from '#contract/sessions.ts';

/** Names a browser and its system, as far as the user agent names them. */
export function deviceInWords(userAgent: string): Pick<OwnSession, 'device' | 'kind'> {
  if (userAgent.trim() === '') return { device: 'Unknown browser', kind: 'other' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const model = platform.model === undefined || platform.model === 'Unknown' ? undefined : platform.model;
  const system = model && /^(iPhone|iPad)$/.test(model) ? model : os.name;
  const device = [browser.name || programOf(userAgent), system].filter(Boolean).join(' on ');
  const type = platform.type;
  return { device, kind: type === 'desktop' || type === 'mobile' || type === 'tablet' ? type : 'other' };
}

/** The name that a non-browser program gives itself. */
const programOf = (userAgent: string): string =>
  /^[a-z][a-z0-9 .-]{0,30}(?=\/|$)/i.exec(userAgent)?.[0] ?? 'Unknown browser';

/** Describes and shortens an address: enough to recognize one's own. */
export function placeInWords(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'Unknown place';
  const address = ipaddr.process(ip);
  const range = address.range();
  if (range === 'loopback') return "The server's own machine";
  const short = address instanceof ipaddr.IPv4 ? shortIpv4(address) : shortIpv6(address);
  const isPrivate = ['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(range);
  return `${isPrivate ? 'Local network' : 'Internet'}, address ${short}`;
}

const shortIpv4 = (address: ipaddr.IPv4): string => `${address.octets.slice(0, 3).join('.')}.x`;
const shortIpv6 = (address: ipaddr.IPv6): string =>
  `${address.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:…`;
