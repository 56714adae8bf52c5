import type { TablerIcon } from '@tabler/icons-react';
import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** A page's props: the values for the `$name` parts of its path. */
export type ShowcaseParams = { params: Readonly<Record<string, string>> };

type FoundPage = ShowcaseParams & {
  /** Title for the browser tab. */
  readonly title: string;
  readonly component: AsyncRouteComponent<ShowcaseParams>;
};

/** A search result. */
export type ShowcaseScreen = {
  readonly label: string;
  readonly to: string;
  readonly icon: TablerIcon;
  readonly words: string;
  readonly detail: string;
};

export type ShowcaseTreeProps = {
  /** Whether the product has a screen at that path that the user may open. */
  hasScreen: (to: string) => boolean;
  onNavigate: (() => void) | undefined;
  onSignOut: () => void;
};

/** The showcase's interface for the product: pages with sample data, in a folder that may be absent (showcase/). */
export type Showcase = {
  /** Returns the page at a path below /app, or the path that it redirects to; undefined if there is none. */
  readonly pageAt: (path: string) => FoundPage | { readonly leadsTo: string } | undefined;
  /** Returns an addition to the product's own screen at a path below /app; undefined if there is none. */
  readonly additionAt: (path: string) => ComponentType | undefined;
  readonly screens: (hasScreen: (to: string) => boolean) => readonly ShowcaseScreen[];
  /** All showcase pages, for the sidebar. */
  readonly Tree: ComponentType<ShowcaseTreeProps>;
};

/** Fetches the showcase; null if the product was built without it. */
export type LoadShowcase = (() => Promise<Showcase>) | null;
