import { type ComponentType, createElement, use } from 'react';
import { checkConnection } from './connection.ts';

/** The code of a page could not be fetched: the server is away, or has a newer version of the product. */
export class PageCodeError extends Error {
  override readonly name = 'PageCodeError';
}

/**
 * A page whose code is fetched when it is first needed. Unlike the router's own it never loads the document anew when that
 * fails: while the server is away that would leave the reader with the browser's error page, and nothing they typed.
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
        // React then reads it at once, instead of waiting for what is there.
        Object.assign(fetching ?? {}, { status: 'fulfilled' });
      },
      (cause: unknown) => {
        fetching = undefined;
        void checkConnection();
        throw new PageCodeError('This page could not be fetched.', { cause });
      },
    );
    return fetching;
  };
  function LazyPage(props: Props) {
    // Also once it is there: React complains of a render that waited for it and then did not ask.
    use(preload());
    return page === undefined ? null : createElement(page, props);
  }
  return Object.assign(LazyPage, { preload });
}
