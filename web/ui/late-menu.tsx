import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react';
import { checkConnection } from '../lib/connection.ts';
import { showToast } from './toast.ts';
import { lateMenuStrings as strings } from './ui-strings.ts';

/** Props of a button whose menu has not loaded yet. */
export type MenuReach = {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-busy': boolean;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onClick: () => void;
};

/**
 * Creates a button whose menu is loaded on demand, because the menu code is 30 kB. Loading starts when the user hovers
 * or focuses the button. The menu does not open if the focus has moved to another element meanwhile. `load` returns the
 * button with its menu (`useOpenedMenu`); `draw` draws the button until the menu has loaded.
 */
export function lateMenu<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  draw: (props: Props, reach: MenuReach) => ReactNode,
): ComponentType<Props> {
  const preload = () => void load().catch(() => {});
  return function LateMenu(props: Props) {
    const button = useRef<HTMLButtonElement>(null);
    const [Menu, setMenu] = useState<ComponentType<Props> | null>(null);
    const [isFetching, setFetching] = useState(false);
    if (Menu !== null) return <Menu {...props} />;
    const open = async (): Promise<void> => {
      setFetching(true);
      const menu = await load().catch(sayThatItFailed);
      setFetching(false);
      // Some browsers do not focus a pressed button.
      const focused = document.activeElement;
      if (menu !== null && (focused === button.current || focused === document.body)) setMenu(() => menu);
    };
    return draw(props, {
      ref: button,
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      'aria-busy': isFetching,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: () => void open(),
    });
  };
}

/**
 * Shows a toast that the menu could not be loaded. If the server is unreachable, the connection banner already says so.
 */
async function sayThatItFailed(): Promise<null> {
  if (await checkConnection()) {
    void showToast({
      kind: 'error',
      message: strings.failed,
    });
  }
  return null;
}
