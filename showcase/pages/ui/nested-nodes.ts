/** A node of a tree stored as a list: each node follows its parent, one level deeper. */
export type NestedNode = {
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly isExpanded: boolean;
};

export type Nodes = readonly NestedNode[];

/** The number of nodes from `at` on that belong to it, including itself. */
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

/** The visible nodes: none below a closed node, and none below the `dragged` one. */
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

/** The depth nearest to `wanted` that fits between the neighbors: at most a child of the previous node. */
export function fittingDepth(before: NestedNode | undefined, after: NestedNode | undefined, wanted: number): number {
  const most = before === undefined ? 0 : before.depth + 1;
  const least = Math.min(after?.depth ?? 0, most);
  return Math.min(most, Math.max(least, wanted));
}

/**
 * Moves a node with its descendants to the position `index` among the visible nodes (not counting its descendants).
 * Uses the depth nearest to `wanted` that fits. Opens the new parent.
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

/** Moves a node one step by an arrow key: up, down, out or in. Returns the same array if there is no such step. */
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
