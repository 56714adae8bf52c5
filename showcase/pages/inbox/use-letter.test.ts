// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { useFields } from './compose.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const START = { to: '', theme: '', content: '', attachments: [] };
const FILE = { photo: '', photoName: 'note.txt', weight: '4 bytes', file: new Blob(['note']) };

test('files that are read late keep what was typed meanwhile, get unique ids, and are ignored after the end', () => {
  const seen: ReturnType<typeof useFields>[] = [];
  const onChange = vi.fn();
  function Form() {
    seen.push(useFields(START, onChange));
    return null;
  }
  act(() => createRoot(document.createElement('div')).render(createElement(Form)));
  // The callbacks that the reading of a file captured before the user typed.
  const [early] = seen;
  act(() => seen.at(-1)?.change({ theme: 'Typed meanwhile' }));
  act(() => early?.attach([FILE, FILE]));
  act(() => early?.detach(2));
  act(() => early?.attach([FILE]));
  expect(seen.at(-1)?.letter).toMatchObject({ theme: 'Typed meanwhile', attachments: [{ id: 1 }, { id: 3 }] });
  act(() => seen.at(-1)?.end());
  onChange.mockClear();
  act(() => early?.attach([FILE]));
  expect(onChange).not.toHaveBeenCalled();
});
