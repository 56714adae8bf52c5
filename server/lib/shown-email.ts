import { domainToUnicode } from 'node:url';

/** Formats an address for display, with an internationalized domain in its own script: `jörg@müller.example`. */
export function shownEmail(key: string): string {
  const at = key.lastIndexOf('@') + 1;
  return key.slice(0, at) + (domainToUnicode(key.slice(at)) || key.slice(at));
}
