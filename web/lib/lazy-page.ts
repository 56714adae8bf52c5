import { type ComponentType, createElement, use } from 'react';
import { checkConnection } from './connection.ts';
import { lazyPageStrings as strings } from './lib-strings.ts';

/**
 * The error for page code that could not be fetched: the server is unreachable, or has a newer version of the product.
 */
export class PageCodeError extends Error {
  override readonly name = 'PageCodeError';
}

/**
 * Creates a page whose code is fetched on first use. Unlike the router's own lazy loading, this page never reloads the
 * document on failure. If the server is unreachable, a reload would show the browser's error page and lose what the
 * user typed.
 */
export function lazyPage<Key extends string, Props extends object = Record<never, never>>(
  load: () => Promise<Record<Key, ComponentType<Props>>>,
  name: Key,
) {
  let page: ComponentType<Props> | undefined;
  let fetching: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    fetching ??= load().then(
      (code) => {
        page = code[name];
        // Marks the promise as fulfilled, so that React reads it immediately instead of suspending.
        Object.assign(fetching ?? {}, { status: 'fulfilled' });
      },
      (cause: unknown) => {
        fetching = undefined;
        void checkConnection();
        throw new PageCodeError(strings.pageFailed, { cause });
      },
    );
    return fetching;
  };
  function LazyPage(props: Props) {
    // Called even after loading, because React warns if a render that suspended does not call `use` again.
    use(preload());
    return page === undefined ? null : createElement(page, props);
  }
  return Object.assign(LazyPage, { preload });
}
