import { expect, test } from 'vitest';
import { hasChildren, moveNode, type Nodes, shownNodes, stepNode } from './list-groups-page.tsx';

/** Notation: `a` at depth 0, `-b` below it, `--c` below that; `+` at the end means closed. */
const tree = (text: string): Nodes =>
  text.split(' ').map((word) => {
    const id = word.replaceAll(/[-+]/g, '');
    return { id, title: id, depth: word.lastIndexOf('-') + 1, isExpanded: !word.endsWith('+') };
  });
const written = (nodes: Nodes) =>
  nodes.map(({ id, depth, isExpanded }) => '-'.repeat(depth) + id + (isExpanded ? '' : '+')).join(' ');
const moved = (text: string, id: string, index: number, depth: number) =>
  written(moveNode(tree(text), id, index, depth));
const stepped = (text: string, id: string, key: string) => written(stepNode(tree(text), id, key));

test('hides nodes below a closed or a dragged node', () => {
  expect(written(shownNodes(tree('a -b --c d'), null))).toBe('a -b --c d');
  expect(written(shownNodes(tree('a+ -b --c d'), null))).toBe('a+ d');
  expect(written(shownNodes(tree('a -b --c d'), 'b'))).toBe('a -b d');
});

test('a node moves with its descendants, to its new depth', () => {
  expect(moved('a -b --c d', 'b', 2, 1)).toBe('a d -b --c');
  expect(moved('a -b --c d', 'b', 0, 5)).toBe('b -c a d');
});

test("a node cannot be deeper than a child of its predecessor, nor take another node's children", () => {
  expect(moved('a b c', 'c', 1, 9)).toBe('a -c b');
  expect(moved('a -b c', 'c', 1, 0)).toBe('a -c -b');
});

test('a closed parent opens for its new child, which becomes the last one', () => {
  expect(moved('a+ -b c', 'c', 1, 1)).toBe('a -b -c');
  expect(moved('a+ -b c', 'c', 1, 0)).toBe('a+ -b c');
});

test('the arrow keys move one step or not at all', () => {
  expect(stepped('a b -c', 'b', 'ArrowUp')).toBe('b -c a');
  expect(stepped('a b -c', 'a', 'ArrowDown')).toBe('b -a -c');
  expect(stepped('a b -c', 'b', 'ArrowRight')).toBe('a -b --c');
  expect(stepped('a -b --c', 'c', 'ArrowLeft')).toBe('a -b -c');
  const still = tree('a b');
  expect(stepNode(still, 'a', 'ArrowUp')).toBe(still);
  expect(stepNode(still, 'a', 'ArrowLeft')).toBe(still);
  expect(stepNode(still, 'a', 'Enter')).toBe(still);
});

test('only a node with descendants has children', () => {
  expect(hasChildren(tree('a -b'), 'a')).toBe(true);
  expect(hasChildren(tree('a -b'), 'b')).toBe(false);
});
