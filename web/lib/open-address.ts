type Open = (href: string, isReplacing: boolean) => void;

const loadDocument: Open = (href, isReplacing) => window.location[isReplacing ? 'replace' : 'assign'](href);
let open = loadDocument;

/**
 * Sets the function that navigates: the router's, or a substitute until the router has loaded. Returns a function that
 * removes it.
 */
export function leadBy(next: Open): () => void {
  open = next;
  return () => {
    if (open === next) open = loadDocument;
  };
}

/** Opens a page of the product by its URL. */
export const openAddress = (href: string, isReplacing = false): void => open(href, isReplacing);
