import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './date-range.module.css';
import { OverlayDrawer } from './overlay.tsx';
import { rangeSheetStrings as strings } from './ui-strings.ts';

type RangeSheetProps = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** The sheet of a date range on a phone. */
export function RangeSheet({ isOpen, onClose, children }: RangeSheetProps) {
  return (
    <OverlayDrawer name={strings.dateRange} isOpen={isOpen} onClose={onClose} side="bottom" size="auto">
      <div className={classes.sheet}>
        <div className={classes.sheetHead}>
          <h2>{strings.dateRange}</h2>
          <CloseButton size="lg" aria-label={strings.close} onClick={onClose} />
        </div>
        {children}
      </div>
    </OverlayDrawer>
  );
}
