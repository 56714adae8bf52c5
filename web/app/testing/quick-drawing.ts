import * as React from 'react';
import type { Root } from 'react-dom/client';

/**
 * Stops React from recording a stack trace for each created element, which takes a sixth of the time of page tests.
 * React uses these stack traces in warnings; the warnings of the tests do not change.
 */
export function leaveOutOwnerStacks(): void {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as never as {
    readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
  };
  // React counts the recorded stack traces and stops at a limit, so this property reports that the limit is reached.
  const noted = { configurable: true, get: () => Number.POSITIVE_INFINITY, set() {} };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', noted);
}

/**
 * Whether components render twice. The full test run renders twice to find impure rendering, which takes an eighth of a
 * page test's time. Other runs render once.
 */
export const IS_DRAWN_TWICE = process.env.TEST_DRAWS !== 'once';

/** Returns a root that renders without `StrictMode`, which renders twice. */
export function drawnOnce(root: Root): Root {
  return {
    unmount: () => root.unmount(),
    render: (shown) => {
      const isStrict = React.isValidElement<React.PropsWithChildren>(shown) && shown.type === React.StrictMode;
      root.render(isStrict ? React.createElement(React.Fragment, shown.props) : shown);
    },
  };
}
