import { move } from '@dnd-kit/helpers';
import { DragDropProvider, PointerSensor } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { CloseButton } from '@mantine/core';
import { IconChevronDown, IconGripVertical } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './list-groups-page.module.css';

/** A node in a tree stored as a list: each node follows its parent, one level deeper. */
type NestedNode = {
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly isExpanded: boolean;
};

export type Nodes = readonly NestedNode[];

/** Returns the number of nodes in the subtree that starts at `at`, including the node itself. */
function blockSize(nodes: Nodes, at: number): number {
  const depth = nodes[at]?.depth ?? 0;
  const end = nodes.findIndex((node, position) => position > at && node.depth <= depth);
  return (end === -1 ? nodes.length : end) - at;
}

export const hasChildren = (nodes: Nodes, id: string): boolean =>
  blockSize(
    nodes,
    nodes.findIndex((node) => node.id === id),
  ) > 1;

/** Returns the visible nodes. Nodes below a closed node and below the `dragged` node are hidden. */
export function shownNodes(nodes: Nodes, dragged: string | null): NestedNode[] {
  const shown: NestedNode[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    if (node.depth > hiddenBelow) continue;
    hiddenBelow = !node.isExpanded || node.id === dragged ? node.depth : Number.POSITIVE_INFINITY;
    shown.push(node);
  }
  return shown;
}

/**
 * Returns the depth nearest to `wanted` that fits between the neighbors. The deepest fit is a child of the previous
 * node.
 */
function fittingDepth(before: NestedNode | undefined, after: NestedNode | undefined, wanted: number): number {
  const most = before === undefined ? 0 : before.depth + 1;
  const least = Math.min(after?.depth ?? 0, most);
  return Math.min(most, Math.max(least, wanted));
}

/**
 * Moves a node with its descendants to the position `index` among the visible nodes (not counting its descendants), at
 * the depth nearest to `wanted` that fits. Opens the new parent.
 */
export function moveNode(nodes: Nodes, id: string, index: number, wanted: number): Nodes {
  const from = nodes.findIndex((node) => node.id === id);
  const size = from === -1 ? 0 : blockSize(nodes, from);
  const block = nodes.slice(from, from + size);
  const rest = [...nodes.slice(0, from), ...nodes.slice(from + size)];
  const shown = shownNodes(rest, null);
  const [before, after] = [shown[index - 1], shown[index]];
  const depth = fittingDepth(before, after, wanted);
  const shift = depth - (block[0]?.depth ?? 0);
  const opened = rest.map((node) =>
    node.id === before?.id && depth > node.depth ? { ...node, isExpanded: true } : node,
  );
  const at = after === undefined ? rest.length : rest.findIndex((node) => node.id === after.id);
  const moved = block.map((node) => ({ ...node, depth: node.depth + shift }));
  return [...opened.slice(0, at), ...moved, ...opened.slice(at)];
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] } as const;

/**
 * Moves a node one step with an arrow key: up, down, out or in. Returns the same array if that step is not possible.
 */
export function stepNode(nodes: Nodes, id: string, key: string): Nodes {
  const step = STEPS[key as keyof typeof STEPS];
  if (step === undefined) return nodes;
  const shown = shownNodes(nodes, id);
  const index = shown.findIndex((node) => node.id === id);
  const node = shown[index];
  const to = index + step[0];
  if (node === undefined || to < 0 || to >= shown.length) return nodes;
  const next = moveNode(nodes, id, to, node.depth + step[1]);
  const isSame = next.every(({ id: other, depth }, position) => {
    const before = nodes[position];
    return before?.id === other && before.depth === depth;
  });
  return isSame ? nodes : next;
}

/** Indentation per level in pixels. list-groups-page.module.css uses the same value. */
const INDENT_PX = 28;

const SENSORS = [PointerSensor];

/** A tree whose nodes can be dragged to a different position and depth, or moved with the arrow keys on their grip. */
function NestedList({ label, first }: { label: string; first: Nodes }) {
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

/** Describes a node's position. */
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

type Star = { id: string; text: string };

/** Unsorted, so that the user has something to sort. */
const STARS: readonly Star[] = [
  { id: '03', text: 'Barnard’s Star' },
  { id: '01', text: 'The Sun' },
  { id: '04', text: 'Wolf 359' },
  { id: '02', text: 'Alpha Centauri' },
  { id: '05', text: 'Lalande 21185' },
];

/** A list that users sort by dragging a grip, or with Space and the arrow keys. */
function SortableStars() {
  const [stars, setStars] = useState<Star[]>([...STARS]);
  const { place, change } = useKeptFocus<HTMLUListElement>();
  return (
    <>
      <h3 className={classes.heading}>
        Closest <strong>Stars</strong>
      </h3>
      <p className={classes.hint}>
        Drag a grip to sort the list. With the keyboard press Space on a grip, move with the arrow keys, and press Space
        again.
      </p>
      <DragDropProvider
        onDragEnd={(event) => {
          if (!event.canceled) setStars((present) => move(present, event));
        }}
      >
        <ul className={classes.list} aria-label="Closest stars" {...place}>
          {stars.map((star, index) => (
            <StarRow
              key={star.id}
              star={star}
              index={index}
              onRemove={() => change(() => setStars(stars.filter(({ id }) => id !== star.id)))}
            />
          ))}
        </ul>
      </DragDropProvider>
      {stars.length === 0 ? <p className={classes.hint}>No star is left.</p> : null}
    </>
  );
}

function StarRow({ star, index, onRemove }: { star: Star; index: number; onRemove: () => void }) {
  const { ref, handleRef, isDragSource } = useSortable({ id: star.id, index });
  return (
    <li ref={ref} className={classes.row} data-dragged={isDragSource}>
      <button type="button" ref={handleRef} className={classes.grip} aria-label={`Move ${star.text}`}>
        <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <span className={classes.number}>{star.id}</span>
      <span className={classes.title}>{star.text}</span>
      <CloseButton size={36} iconSize={16} aria-label={`Remove ${star.text}`} onClick={onRemove} />
    </li>
  );
}

const node = (number: number, depth: number) => ({
  id: String(number),
  title: `Item ${number}`,
  depth,
  isExpanded: true,
});

const FIRST_TREE: Nodes = [
  node(1, 0),
  node(2, 0),
  node(3, 1),
  node(4, 1),
  node(5, 1),
  node(6, 2),
  node(7, 2),
  node(8, 2),
  node(9, 0),
];
const SECOND_TREE: Nodes = [node(13, 0), node(14, 0), node(15, 0), node(16, 1), node(17, 1), node(18, 1)];

/** A sortable list, and two trees whose nodes can change their parent. A reload restores the initial order. */
export function ListGroupsPage() {
  const [reloads, setReloads] = useState({ stars: 0, trees: 0 });
  return (
    <ShowcasePage title="Lists - **Sortable Groups**">
      <Columns>
        <Column>
          <Widget
            title="Grouped **Lists**"
            close
            reload
            settings
            onReload={() => setReloads({ ...reloads, stars: reloads.stars + 1 })}
          >
            <SortableStars key={reloads.stars} />
          </Widget>
        </Column>
        <Column>
          <Widget
            title="Nestable **List**"
            close
            reload
            settings
            onReload={() => setReloads({ ...reloads, trees: reloads.trees + 1 })}
          >
            <p className={classes.hint}>
              Drag a grip up and down to sort, to the side to nest. With the keyboard use the arrow keys on a grip.
            </p>
            <Columns key={reloads.trees}>
              <Column lg={6}>
                <div>
                  <NestedList label="First tree" first={FIRST_TREE} />
                </div>
              </Column>
              <Column lg={6}>
                <div>
                  <NestedList label="Second tree" first={SECOND_TREE} />
                </div>
              </Column>
            </Columns>
          </Widget>
        </Column>
      </Columns>
    </ShowcasePage>
  );
}
