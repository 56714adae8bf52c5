import { CloseButton } from '@mantine/core';
import { type ReactNode, useCallback, useRef } from 'react';
import { interpolate } from '../../lib/interpolate.ts';
import { useSwipe } from '../../lib/use-swipe.ts';
import { Logo } from '../../ui/logo.tsx';
import { OverlayDrawer } from '../../ui/overlay.tsx';
import classes from './drawers.module.css';
import { drawersStrings as strings } from './shell-strings.ts';
import { Sidebar } from './sidebar.tsx';
import { ThemePanel } from './theme-panel.tsx';

type DrawerProps = { isOpen: boolean; onClose: () => void };

/**
 * The sidebar on narrow screens. The drawer traps the focus, and closes on a swipe or Escape, with the close button, or
 * when the user follows a link.
 */
export function SidebarDrawer({ isOpen, onClose }: DrawerProps) {
  const content = useRef<HTMLDivElement>(null);
  useSwipe({ onToLeft: useCallback(() => onClose(), [onClose]), within: content });
  return (
    <SideDrawer name="Menu" head={<Logo size={26} />} side="left" width={280} isOpen={isOpen} onClose={onClose}>
      <div ref={content} className={classes.sidebar}>
        <Sidebar isClosed={false} onNavigate={onClose} />
      </div>
    </SideDrawer>
  );
}

/** The theme panel, which slides in from the right edge. */
export function ThemeDrawer({ isOpen, onClose }: DrawerProps) {
  return (
    <SideDrawer
      name="Theme"
      head={<h2 className={classes.title}>{strings.theme}</h2>}
      side="right"
      width={300}
      isOpen={isOpen}
      onClose={onClose}
    >
      <div className={classes.panel}>
        <ThemePanel />
      </div>
    </SideDrawer>
  );
}

type SideDrawerProps = DrawerProps & {
  name: string;
  head: ReactNode;
  side: 'left' | 'right';
  width: number;
  children: ReactNode;
};

/**
 * Mantine's drawer with a custom head. Mantine's own head is a `header` element, which would be the page's second
 * banner landmark.
 */
function SideDrawer({ name, head, side, width, isOpen, onClose, children }: SideDrawerProps) {
  return (
    <OverlayDrawer name={name} isOpen={isOpen} onClose={onClose} side={side} size={width}>
      <div className={classes.head}>
        {head}
        <CloseButton size={44} iconSize={20} aria-label={interpolate(strings.closeNamed, { name })} onClick={onClose} />
      </div>
      {children}
    </OverlayDrawer>
  );
}
