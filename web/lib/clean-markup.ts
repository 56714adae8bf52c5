// Uses the document's single DOMPurify instance, never `createPurifier(window)`. Each instance creates a trusted-types
// policy of the same name, and the server's content policy allows a name only once. The shared instance must not have
// hooks. A caller that needs more checks inspects the returned fragment.
import purifier from 'dompurify';

type Allowed = { readonly tags: readonly string[]; readonly attributes: readonly string[] };

/** Removes everything that could run a script from the markup. Returns a string. */
export const cleanMarkup = (markup: string): string => purifier.sanitize(markup);

/**
 * Reduces markup to the allowed tags and attributes. The returned nodes belong to a separate document, so the browser
 * loads nothing until they are moved.
 */
export const cleanFragment = (markup: string, { tags, attributes }: Allowed): DocumentFragment =>
  purifier.sanitize(markup, {
    ALLOWED_TAGS: [...tags],
    ALLOWED_ATTR: [...attributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
