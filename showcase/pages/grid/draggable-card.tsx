import { useDroppable } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { useReducedMotion } from '@mantine/hooks';
import { IconGripHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './grid.module.css';

/** Duration of the drag animation (docs/specification.md#constants). */
const DRAG_MS = 350;
const KIND = 'panel';
/** Lower than a panel's priority: the column is the target only where there is no panel. */
const COLUMN_PRIORITY = 1;

type DraggableCardProps = {
  id: string;
  name: string;
  column: string;
  index: number;
  /** The panel cannot be dragged. */
  isLocked: boolean;
  children: ReactNode;
};

/** A panel with a grip; other panels make room for it in 350 ms. */
export function DraggableCard({ id, name, column, index, isLocked, children }: DraggableCardProps) {
  const isStill = useReducedMotion();
  const { ref, targetRef, handleRef, isDragSource } = useSortable({
    id,
    index,
    group: column,
    type: KIND,
    accept: KIND,
    disabled: { draggable: isLocked },
    transition: isStill ? null : { duration: DRAG_MS, idle: true },
  });
  return (
    <div
      // A locked panel is only a target that others move around.
      ref={isLocked ? targetRef : ref}
      className={isLocked ? `${classes.card} locked` : classes.card}
      data-moving={isDragSource || undefined}
    >
      {isLocked ? null : (
        <button type="button" ref={handleRef} className={classes.grip} aria-label={`Move ${name}`}>
          <IconGripHorizontal size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      {children}
    </div>
  );
}

/** A column that accepts panels even when empty. */
export function GridColumn({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const { ref } = useDroppable({ id, type: 'column', accept: KIND, collisionPriority: COLUMN_PRIORITY });
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset of form fields, a named group of panels
    <div ref={ref} className={classes.column} role="group" aria-label={label}>
      {children}
    </div>
  );
}
