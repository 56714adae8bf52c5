import { ConfirmDialog } from './confirm-dialog.tsx';
import { lossQuestionStrings as strings } from './ui-strings.ts';

type LossQuestionProps = { isOpen: boolean; onKeep: () => void; onDiscard: () => void };

/** Asks for confirmation before typed text is discarded. */
export function LossQuestion({ isOpen, onKeep, onDiscard }: LossQuestionProps) {
  return (
    <ConfirmDialog
      title={strings.title}
      isOpen={isOpen}
      cancelLabel={strings.keepEditing}
      confirmLabel={strings.discard}
      isDangerous
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      {strings.text}
    </ConfirmDialog>
  );
}
