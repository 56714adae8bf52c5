import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { showToast } from './toast.ts';

/** One act that is asked about before it is done: what is asked, what it does. */
export type ConfirmedActionPlan = {
  readonly title: string;
  /** What the button does, as a verb. */
  readonly confirmLabel: string;
  /** It takes something away. */
  readonly isDangerous?: boolean;
  /** What will happen. */
  readonly text: ReactNode;
  /** Does it; answers what the toast says, or null where the page changes. */
  readonly run: () => Promise<string | null>;
  /** Instead of only closing the question once it was done. */
  readonly onDone?: () => void;
};

type PlannedActProps = {
  plan: ConfirmedActionPlan | null;
  /** Where all that may have changed lies in the query cache. */
  topic: readonly [string, ...string[]];
  onClose: () => void;
};

/** The question of a plan over what is already there. What the server refuses is said in it. */
export function ConfirmedAction({ plan, topic, onClose }: PlannedActProps) {
  const client = useQueryClient();
  const [asked, ask] = useState(plan);
  // As it was when it was asked: what is fetched anew meanwhile does not turn the question round under the pointer.
  if ((plan === null) !== (asked === null)) ask(plan);
  const acting = useMutation({
    mutationFn: ({ run }: ConfirmedActionPlan) => run(),
    meta: { errors: 'own' },
    onSuccess: async (message, { onDone }) => {
      if (message === null) return;
      (onDone ?? onClose)();
      await client.invalidateQueries({ queryKey: topic });
      void showToast({ kind: 'success', message });
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
