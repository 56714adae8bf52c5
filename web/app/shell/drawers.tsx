import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useCallback, useRef } from 'react';
import { useSwipe } from '../../lib/use-swipe.ts';
import { Logo } from '../../ui/logo.tsx';
import { Sidebar } from './sidebar.tsx';
import { ThemePanel } from './theme-panel.tsx';

type DrawerProps = { isOpen: boolean; onClose: () => void };

const TRANSITION = { duration: 200 };

/** The sidebar of narrow screens; keeps the focus inside and closes by swipe, Escape, cross and a chosen link. */
export function SidebarDrawer({ isOpen, onClose }: DrawerProps) {
  const content = useRef<HTMLDivElement>(null);
  useSwipe({ onToLeft: useCallback(() => onClose(), [onClose]), within: content });
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={280}
      padding="sm"
      title={<Logo size={26} />}
      transitionProps={TRANSITION}
      closeButtonProps={{ 'aria-label': 'Close the menu', size: 44, iconSize: 20 }}
    >
      <div ref={content} style={{ minHeight: 'calc(100dvh - 84px)', display: 'grid' }}>
        <Sidebar isClosed={false} onNavigate={onClose} />
      </div>
    </Drawer>
  );
}

/** The theme helper: slides in from the right edge. */
export function ThemeDrawer({ isOpen, onClose }: DrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={300}
      title="Theme"
      transitionProps={TRANSITION}
      closeButtonProps={{ 'aria-label': 'Close the theme panel' }}
    >
      <ThemePanel />
    </Drawer>
  );
}
