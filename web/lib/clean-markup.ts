// Uses the document's one DOMPurify instance, never `createPurifier(window)`: each instance creates a trusted-types
// policy of the same name, and the server's content policy allows a name only once. For the same reason it has no
// hooks. A caller that needs more checks inspects the returned fragment.
import purifier from 'dompurify';

type Allowed = { readonly tags: readonly string[]; readonly attributes: readonly string[] };

/** Removes everything that could run a script, and returns the markup as text. */
export const cleanMarkup = (markup: string): string => purifier.sanitize(markup);

/**
 * Reduces markup to these tags and attributes. Returns nodes of a separate document: the browser loads nothing until
 * they are moved.
 */
export const cleanFragment = (markup: string, { tags, attributes }: Allowed): DocumentFragment =>
  purifier.sanitize(markup, {
    ALLOWED_TAGS: [...tags],
    ALLOWED_ATTR: [...attributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
