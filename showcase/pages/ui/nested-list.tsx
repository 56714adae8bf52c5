import { DragDropProvider, PointerSensor } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { IconChevronDown, IconGripVertical } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react';
import classes from './list-groups-page.module.css';
import { hasChildren, moveNode, type NestedNode, type Nodes, shownNodes, stepNode } from './nested-nodes.ts';

/** Horizontal distance of one level in pixels; list-groups-page.module.css uses the same value. */
const INDENT_PX = 28;

const SENSORS = [PointerSensor];

/** A tree whose nodes can be dragged to another position and depth, or moved with the arrow keys on their grip. */
export function NestedList({ label, first }: { label: string; first: Nodes }) {
  const id = useId();
  const [nodes, setNodes] = useState(first);
  const [dragged, setDragged] = useState<{ id: string; depth: number } | null>(null);
  const [said, setSaid] = useState('');
  const rows = shownNodes(nodes, dragged?.id ?? null);

  const step = (node: NestedNode, event: KeyboardEvent): void => {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const next = stepNode(nodes, node.id, event.key);
    setNodes(next);
    setSaid(next === nodes ? `${node.title} cannot go there.` : placeOf(next, node.id));
  };
  const toggle = (node: NestedNode): void =>
    setNodes(nodes.map((other) => (other.id === node.id ? { ...other, isExpanded: !other.isExpanded } : other)));

  return (
    <>
      <p className={classes.spoken} id={`${id}-keys`}>
        The arrow keys move it: up and down, right to make it a child of the one before, left to take it out.
      </p>
      <DragDropProvider
        sensors={SENSORS}
        onDragStart={({ operation: { source } }) => {
          const node = nodes.find((other) => other.id === source?.id);
          setDragged(node === undefined ? null : { id: node.id, depth: node.depth });
        }}
        onDragMove={({ operation: { transform } }) => {
          const node = nodes.find((other) => other.id === dragged?.id);
          if (node === undefined) return;
          const depth = Math.max(0, node.depth + Math.round(transform.x / INDENT_PX));
          if (depth !== dragged?.depth) setDragged({ id: node.id, depth });
        }}
        onDragEnd={({ canceled, operation: { source } }) => {
          setDragged(null);
          if (canceled || dragged === null || !isSortable(source)) return;
          const next = moveNode(nodes, dragged.id, source.index, dragged.depth);
          setNodes(next);
          setSaid(placeOf(next, dragged.id));
        }}
      >
        <ul className={classes.list} aria-label={label}>
          {rows.map((node, index) => (
            <NodeRow
              key={node.id}
              node={node}
              index={index}
              depth={node.id === dragged?.id ? dragged.depth : node.depth}
              isParent={hasChildren(nodes, node.id)}
              keysId={`${id}-keys`}
              onStep={(event) => step(node, event)}
              onToggle={() => toggle(node)}
            />
          ))}
        </ul>
      </DragDropProvider>
      <p className={classes.spoken} role="status">
        {said}
      </p>
    </>
  );
}

/** Describes the position of a node. */
function placeOf(nodes: Nodes, id: string): string {
  const at = nodes.findIndex((node) => node.id === id);
  const node = nodes[at];
  const parent = nodes.slice(0, at).findLast(({ depth }) => node !== undefined && depth < node.depth);
  return `${node?.title ?? ''} is now ${parent === undefined ? 'at the top level' : `below ${parent.title}`}.`;
}

type NodeRowProps = {
  node: NestedNode;
  index: number;
  depth: number;
  isParent: boolean;
  keysId: string;
  onStep: (event: KeyboardEvent) => void;
  onToggle: () => void;
};

function NodeRow({ node, index, depth, isParent, keysId, onStep, onToggle }: NodeRowProps) {
  const { ref, handleRef, isDragSource } = useSortable({ id: node.id, index });
  return (
    <li
      ref={ref}
      className={classes.row}
      style={{ '--depth': depth } as CSSProperties}
      data-depth={depth}
      data-dragged={isDragSource}
    >
      <button
        type="button"
        ref={handleRef}
        className={classes.grip}
        aria-label={`Move ${node.title}`}
        aria-describedby={keysId}
        onKeyDown={onStep}
      >
        <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <span className={classes.title}>
        {node.title}
        <span className={classes.spoken}>, level {depth + 1}</span>
      </span>
      {isParent ? (
        <button
          type="button"
          className={classes.grip}
          aria-label={`Below ${node.title}`}
          aria-expanded={node.isExpanded}
          onClick={onToggle}
        >
          <IconChevronDown className={classes.arrow} size={16} stroke={1.75} aria-hidden="true" />
        </button>
      ) : null}
    </li>
  );
}
