export type Crumb = { readonly label: string; readonly to: string };

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The crumbs of an address: its parts, split at hyphens and title-cased (`tabs-accordion` becomes Tabs Accordion). */
export function crumbsOf(path: string): readonly Crumb[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((part, position) => ({
    label: part.split('-').filter(Boolean).map(titled).join(' '),
    to: `/${parts.slice(0, position + 1).join('/')}`,
  }));
}
