type Open = (href: string, isReplacing: boolean) => void;

const loadDocument: Open = (href, isReplacing) => window.location[isReplacing ? 'replace' : 'assign'](href);
let open = loadDocument;

/** Who leads to other pages from now on: the router, or what stands in for it until that is there. Answers how to stop. */
export function leadBy(next: Open): () => void {
  open = next;
  return () => {
    if (open === next) open = loadDocument;
  };
}

/** Opens a page of the product, as its address has it. */
export const openAddress = (href: string, isReplacing = false): void => open(href, isReplacing);
