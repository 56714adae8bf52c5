import createPurifier, { type DOMPurify } from 'dompurify';

/** What a letter needs: texts, lists, tables, links, pictures. No style, no class, no id, no form, nothing that embeds. */
const TAGS = [
  ...['p', 'div', 'span', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'a', 'img'],
  ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'small', 'sub', 'sup', 'mark', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];
const ATTRIBUTES = ['href', 'src', 'alt', 'colspan', 'rowspan'];

/** A picture that came with the message. Anything else would tell its sender that, when and where it was read. */
const CARRIED_PICTURE = /^data:image\/(?:png|gif|jpeg|webp);base64,/i;
const LINK_SCHEMES = ['http:', 'https:', 'mailto:'];

export type CleanBody = {
  readonly fragment: DocumentFragment;
  /** Remote pictures that were not loaded. */
  readonly withheldPictures: number;
};

// An instance of its own: hooks are not shared with whoever else cleans markup.
let purifier: DOMPurify | undefined;

function ownPurifier(): DOMPurify {
  if (purifier === undefined) {
    purifier = createPurifier(window);
    purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
      if (attribute.attrName === 'src')
        attribute.keepAttr = isPicture(element) && CARRIED_PICTURE.test(attribute.attrValue);
      if (attribute.attrName === 'href') attribute.keepAttr = element.nodeName === 'A' && isLink(attribute.attrValue);
    });
  }
  return purifier;
}

const isPicture = ({ nodeName }: Node): boolean => nodeName === 'IMG';

function isLink(href: string): boolean {
  return URL.canParse(href.trim()) && LINK_SCHEMES.includes(new URL(href.trim()).protocol);
}

/**
 * A message's HTML without whatever could run, load from elsewhere, look like a part of this page or cover it. Its
 * links open a new tab that learns nothing of this one, and say where they lead if their text says otherwise.
 */
export function cleanBody(html: string): CleanBody {
  const fragment = ownPurifier().sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
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

/** The page and the subject have the first two levels: the letter's begin with the third, in its own order. */
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

const texts = new Map<string, string>();

/** Its words alone, for the search and the line in the list. */
export function textOfBody(html: string): string {
  const known = texts.get(html);
  if (known !== undefined) return known;
  const { fragment } = cleanBody(html);
  for (const block of fragment.querySelectorAll('p, li, br, h3, h4, h5, h6, td, th, blockquote')) block.after(' ');
  const text = fragment.textContent.replaceAll(/\s+/g, ' ').trim();
  texts.set(html, text);
  return text;
}
