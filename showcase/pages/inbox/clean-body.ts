import { cleanFragment } from '../../../web/lib/clean-markup.ts';

/**
 * Allowed elements: text, lists, tables, links, pictures. Style, class, id, forms and embedded content are not allowed.
 */
const TAGS = [
  ...['p', 'div', 'span', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'a', 'img'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'small', 'sub', 'sup', 'mark', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];
const ATTRIBUTES = ['href', 'src', 'alt', 'colspan', 'rowspan'];

/**
 * Matches a picture that is embedded in the message. A remote picture would reveal to the sender when and where the
 * message was read.
 */
const CARRIED_PICTURE = /^data:image\/(?:png|gif|jpeg|webp);base64,/i;
const LINK_SCHEMES = ['http:', 'https:', 'mailto:'];

export type CleanBody = {
  readonly fragment: DocumentFragment;
  /** Number of remote pictures that were not loaded. */
  readonly withheldPictures: number;
};

function isLink(href: string): boolean {
  return URL.canParse(href.trim()) && LINK_SCHEMES.includes(new URL(href.trim()).protocol);
}

/** Removes URLs everywhere except in links and in pictures that are embedded in the message. */
function dropAddresses(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll('[src], [href]')) {
    if (element.nodeName !== 'IMG' || !CARRIED_PICTURE.test(element.getAttribute('src') ?? ''))
      element.removeAttribute('src');
    if (element.nodeName !== 'A' || !isLink(element.getAttribute('href') ?? '')) element.removeAttribute('href');
  }
}

/**
 * Sanitizes a message's HTML: removes everything that could run, load from elsewhere, imitate this page or cover it.
 * Links open in a new tab without access to this tab, and show their target if their text names a different target.
 */
export function cleanBody(html: string): CleanBody {
  const fragment = cleanFragment(html, { tags: TAGS, attributes: ATTRIBUTES });
  dropAddresses(fragment);
  const withheld = [...fragment.querySelectorAll('img:not([src])')];
  for (const picture of withheld) {
    const alt = picture.getAttribute('alt') ?? '';
    picture.replaceWith(alt === '' ? '[picture not loaded]' : `[picture not loaded: ${alt}]`);
  }
  for (const picture of fragment.querySelectorAll('img:not([alt])')) picture.setAttribute('alt', '');
  for (const link of fragment.querySelectorAll('a')) makeSafe(link);
  lowerHeadings(fragment);
  return { fragment, withheldPictures: withheld.length };
}

function makeSafe(link: HTMLAnchorElement): void {
  if (!link.hasAttribute('href')) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
  const { host } = new URL(link.href);
  if (link.textContent.trim() === '' && link.querySelector('img:not([alt=""])') === null)
    link.append(host || link.href);
  const named = /(?:[\w-]+\.)+[a-z]{2,}/i.exec(link.textContent)?.[0].toLowerCase();
  if (host !== '' && named !== undefined && withoutWww(named) !== withoutWww(host)) link.append(` (leads to ${host})`);
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/**
 * Lowers the letter's headings to start at the third level, in their own order, because the page and the subject use
 * the first two.
 */
function lowerHeadings(fragment: DocumentFragment): void {
  const headings = [...fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const levels = [...new Set(headings.map(({ nodeName }) => nodeName))].sort();
  for (const heading of headings) {
    const level = Math.min(6, 3 + levels.indexOf(heading.nodeName));
    const lowered = heading.ownerDocument.createElement(`h${level}`);
    lowered.append(...heading.childNodes);
    heading.replaceWith(lowered);
  }
}

/** Returns a body's text without markup. */
export function textOfBody(html: string): string {
  const { fragment } = cleanBody(html);
  for (const block of fragment.querySelectorAll('p, li, br, h3, h4, h5, h6, td, th, blockquote')) block.after(' ');
  return fragment.textContent.replaceAll(/\s+/g, ' ').trim();
}
