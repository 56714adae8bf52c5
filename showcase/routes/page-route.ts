import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyPage } from '../../web/lib/lazy-page.ts';
import type { ShowcaseParams } from '../../web/lib/showcase-door.ts';

/** A showcase page below /app, a redirect within a family, or an addition to one of the product's screens. */
export type ShowcaseRoute =
  | { readonly path: string; readonly title: string; readonly component: AsyncRouteComponent<ShowcaseParams> }
  | { readonly path: string; readonly leadsTo: string }
  | { readonly path: string; readonly addition: ComponentType };

type PageComponent = (props: ShowcaseParams) => unknown;

/**
 * Creates a page at `path` below /app (`ui/alerts`, or `icon/$name`). `load` fetches its module on first use, `name` is
 * the component in it, and `title` is the browser tab's title.
 */
export function showcasePage<Name extends string>(
  path: string,
  title: string,
  load: () => Promise<Record<Name, PageComponent>>,
  name: Name,
): ShowcaseRoute {
  const component = lazyPage(load as () => Promise<Record<Name, ComponentType<ShowcaseParams>>>, name);
  return { path, title, component: component as AsyncRouteComponent<ShowcaseParams> };
}
