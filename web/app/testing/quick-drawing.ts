import * as React from 'react';
import type { Root } from 'react-dom/client';

/**
 * React notes for each element it makes where that was, for the words of a warning: a sixth of all time that pages of tests take.
 * What it warns of is the same without.
 */
export function leaveOutOwnerStacks(): void {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as never as {
    readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
  };
  // It counts what it noted, and stops at a number.
  const noted = { configurable: true, get: () => Number.POSITIVE_INFINITY, set() {} };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', noted);
}

/** The full run looks for what depends on being drawn once only: that look takes an eighth of the time of a page. */
export const IS_DRAWN_TWICE = process.env.TEST_DRAWS !== 'once';

/** Draws what is handed to it without React's look for impure drawing, which is `StrictMode` around it. */
export function drawnOnce(root: Root): Root {
  return {
    unmount: () => root.unmount(),
    render: (shown) => {
      const isStrict = React.isValidElement<React.PropsWithChildren>(shown) && shown.type === React.StrictMode;
      root.render(isStrict ? React.createElement(React.Fragment, shown.props) : shown);
    },
  };
}
