import type { ComponentType } from 'react';
import type { Showcase } from '../../web/lib/showcase-door.ts';
import type { ShowcaseRoute } from './page-route.ts';

type Found = { readonly route: ShowcaseRoute; readonly params: Readonly<Record<string, string>> };

/**
 * Returns the page at `path` below /app with its `$name` parameters, or the path that it redirects to; undefined if
 * there is none.
 */
export function pageAt(routes: readonly ShowcaseRoute[], path: string): ReturnType<Showcase['pageAt']> {
  const found = find(routes, path);
  if (found === undefined || 'addition' in found.route) return undefined;
  return 'leadsTo' in found.route ? { leadsTo: found.route.leadsTo } : { ...found.route, params: found.params };
}

/** Returns the addition to the product's own screen at `path` below /app; undefined if there is none. */
export function additionAt(routes: readonly ShowcaseRoute[], path: string): ComponentType | undefined {
  const route = find(routes, path)?.route;
  return route !== undefined && 'addition' in route ? route.addition : undefined;
}

/** Whether the showcase has a page, a redirect or an addition at a URL path. */
export const hasPage = (routes: readonly ShowcaseRoute[], address: string): boolean =>
  address.startsWith('/app/') && find(routes, address.slice('/app/'.length)) !== undefined;

function find(routes: readonly ShowcaseRoute[], path: string): Found | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  for (const route of routes) {
    const params = matchParts(route.path.split('/'), parts);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

function matchParts(wanted: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [position, want] of wanted.entries()) {
    const part = parts[position] ?? '';
    if (want.startsWith('$')) params[want.slice(1)] = part;
    else if (want !== part) return undefined;
  }
  return params;
}
