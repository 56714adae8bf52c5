import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { showToast } from './toast.ts';
import { undoToastStrings as strings } from './ui-strings.ts';
import classes from './undo-toast.module.css';

/** The result of an action that can be undone. */
export type Undoable = {
  /** The toast's message about the action. */
  readonly message: string;
  /** Runs the reverse action. Resolves to the toast's message about it. */
  readonly undo: () => Promise<string>;
};

let shownUndos = 0;

/**
 * Shows a toast with an Undo button. Ctrl+Z or ⌘Z does the same while the toast is on screen, because the toast is far
 * from the focus. `refresh` runs after the reverse action. An error of the reverse action replaces the toast.
 */
export function showUndoToast({ message, undo }: Undoable, refresh: () => Promise<unknown>): void {
  shownUndos += 1;
  const key = `undo-${shownUndos}`;
  const run = async (): Promise<void> => {
    try {
      const done = await undo();
      await refresh();
      void showToast({ kind: 'success', key, message: done });
    } catch (reason) {
      void showToast({ kind: 'error', key, message: reason instanceof Error ? reason.message : strings.failed });
    }
  };
  void showToast({ kind: 'success', key, message: <UndoMessage message={message} onUndo={run} /> });
}

/** The toasts on screen that can be undone, oldest first. The keys undo the newest. */
const open: object[] = [];
const TYPING = 'input, textarea, select, [contenteditable="true"]';

type UndoMessageProps = { message: string; onUndo: () => Promise<void> };

function UndoMessage({ message, onUndo }: UndoMessageProps) {
  const [isRunning, setRunning] = useState(false);
  const run = useEffectEvent((): void => {
    if (isRunning) return;
    setRunning(true);
    void onUndo();
  });
  useEffect(() => {
    const self = {};
    open.push(self);
    const press = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (!isUndo || isTyping || open.at(-1) !== self) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
      open.splice(open.indexOf(self), 1);
    };
  }, []);
  return (
    <span className={classes.row}>
      <span>{message}</span>
      <Button
        size="xs"
        variant="default"
        className={classes.undo ?? ''}
        aria-keyshortcuts="Control+Z Meta+Z"
        loading={isRunning}
        onClick={() => {
          setRunning(true);
          if (!isRunning) void onUndo();
        }}
      >
        {strings.undo}
      </Button>
    </span>
  );
}
