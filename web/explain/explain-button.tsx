import { IconListSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { interpolate } from '../lib/interpolate.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import classes from './explain.module.css';
import type { ExplainAsked } from './explain-api.ts';
import { explainButtonStrings as strings } from './explain-strings.ts';

type PanelProps = {
  readonly label: string;
  readonly asked: ExplainAsked;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

const ExplainPanel = lazyComponent<PanelProps>(
  () => import('./explain-panel.tsx').then((code) => code.ExplainPanel),
  ({ onClose }) => onClose(),
);

/** A button beside a sum that opens its explanation. `label` names the sum. */
export function ExplainButton({ label, asked }: { label: string; asked: ExplainAsked }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-label={interpolate(strings.label, { label })}
        title={strings.tooltip}
        onClick={() => setIsOpen(true)}
      >
        <IconListSearch size={14} stroke={1.75} aria-hidden="true" />
      </button>
      <ExplainPanel label={label} asked={asked} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
