import { domainToUnicode } from 'node:url';

/** An address as people read it: an internationalized domain in its own letters, `jörg@müller.example`. */
export function shownEmail(key: string): string {
  const at = key.lastIndexOf('@') + 1;
  return key.slice(0, at) + (domainToUnicode(key.slice(at)) || key.slice(at));
}
