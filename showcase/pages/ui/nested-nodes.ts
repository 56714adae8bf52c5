/** A node of a tree that is kept as a list: each stands behind its parent, one deeper. */
export type NestedNode = {
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly isExpanded: boolean;
};

export type Nodes = readonly NestedNode[];

/** How many of the nodes behind `at` belong to it, itself included. */
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

/** What is shown: nothing below a node that is closed, and nothing below the one that is `dragged`. */
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

/** The depth nearest to `wanted` that fits between the neighbours: a child of the one before at most. */
export function fittingDepth(before: NestedNode | undefined, after: NestedNode | undefined, wanted: number): number {
  const most = before === undefined ? 0 : before.depth + 1;
  const least = Math.min(after?.depth ?? 0, most);
  return Math.min(most, Math.max(least, wanted));
}

/**
 * Moves a node with all below it to the place `index` among the shown ones (counted without what is below it), as near
 * to the depth `wanted` as fits. The parent it comes to is opened.
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

/** One step by an arrow key: up, down, out or in; the same nodes where there is no such step. */
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
