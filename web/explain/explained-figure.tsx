import { type ReactNode, useState } from 'react';
import { interpolate } from '../lib/interpolate.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import classes from './explain.module.css';
import type { ExplainAsked } from './explain-api.ts';
import { explainedFigureStrings as strings } from './explain-strings.ts';

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

type ExplainedFigureProps = {
  /** The figure as formatted text. */
  readonly value: string;
  /** Names the figure, such as "Revenue for Lobby". */
  readonly label: string;
  /** The query that explains the figure; null for a figure without an explanation, which is then plain text. */
  readonly asked: ExplainAsked | null;
  /** Shown in place of the text, for example with a glow. */
  readonly children?: ReactNode;
};

/** A figure that opens its explanation. The button takes no space of its own, so that figures in a column align. */
export function ExplainedFigure({ value, label, asked, children = value }: ExplainedFigureProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (asked === null) return children;
  return (
    <>
      <button
        type="button"
        className={classes.figure}
        aria-label={interpolate(strings.name, { value })}
        title={interpolate(strings.tooltip, { label })}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      <ExplainPanel label={label} asked={asked} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
