import { ConfirmDialog } from './confirm-dialog.tsx';

type LossQuestionProps = { isOpen: boolean; onKeep: () => void; onDiscard: () => void };

/** Asks for confirmation before typed text is discarded. */
export function LossQuestion({ isOpen, onKeep, onDiscard }: LossQuestionProps) {
  return (
    <ConfirmDialog
      title="Discard what you typed?"
      isOpen={isOpen}
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      isDangerous
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      It has not been saved.
    </ConfirmDialog>
  );
}
