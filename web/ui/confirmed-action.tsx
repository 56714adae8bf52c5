import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { showToast } from './toast.ts';
import { showUndoToast, type Undoable } from './undo-toast.tsx';

/** An action that needs confirmation: the question to ask and the function to run. */
export type ConfirmedActionPlan = {
  readonly title: string;
  /** The button's action, as a verb. */
  readonly confirmLabel: string;
  /** Whether the action removes something. */
  readonly isDangerous?: boolean;
  /** What will happen. */
  readonly text: ReactNode;
  /**
   * Runs the action. Resolves to the toast's message, with the reverse action if it has one, or to null if the action
   * opens another page.
   */
  readonly run: () => Promise<string | Undoable | null>;
  /** Called after success, instead of closing the dialog. */
  readonly onDone?: () => void;
};

type PlannedActProps = {
  plan: ConfirmedActionPlan | null;
  /** Query key prefix of the data that the action may change. */
  topic: readonly [string, ...string[]];
  onClose: () => void;
};

/** The confirmation dialog for a plan. Shows the server's error if the action fails. */
export function ConfirmedAction({ plan, topic, onClose }: PlannedActProps) {
  const client = useQueryClient();
  const [asked, ask] = useState(plan);
  // Keeps the plan from when the dialog opened, so that refetched data does not change the question under the pointer.
  if ((plan === null) !== (asked === null)) ask(plan);
  const acting = useMutation({
    mutationFn: ({ run }: ConfirmedActionPlan) => run(),
    meta: { errors: 'own' },
    onSuccess: async (message, { onDone }) => {
      if (message === null) return;
      (onDone ?? onClose)();
      await client.invalidateQueries({ queryKey: topic });
      if (typeof message === 'string') void showToast({ kind: 'success', message });
      else showUndoToast(message, () => client.invalidateQueries({ queryKey: topic }));
    },
  });
  const { title = '', confirmLabel = '', isDangerous = false, text = null } = asked ?? {};
  return (
    <ConfirmDialog
      title={title}
      isOpen={asked !== null}
      confirmLabel={confirmLabel}
      isDangerous={isDangerous}
      isBusy={acting.isPending}
      error={acting.error?.message ?? null}
      onConfirm={() => asked !== null && acting.mutate(asked)}
      onClose={() => {
        acting.reset();
        onClose();
      }}
    >
      {text}
    </ConfirmDialog>
  );
}
