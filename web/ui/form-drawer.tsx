import { Button, CloseButton } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Draft } from '../lib/draft.ts';
import { interpolate } from '../lib/interpolate.ts';
import { AlertMessage } from './alert-message.tsx';
import classes from './form-drawer.module.css';
import { LossQuestion } from './loss-question.tsx';
import { OverlayDrawer } from './overlay.tsx';
import { StaleNote } from './stale-note.tsx';
import { formDrawerStrings as strings } from './ui-strings.ts';

type Panel = {
  title: string;
  /** One line below the title. */
  context?: ReactNode;
  isOpen: boolean;
  /** Width in pixels, if there is room. */
  size?: number;
  onClose: () => void;
  /** Called after the drawer has slid out. */
  onGone?: () => void;
  /** An error that concerns the whole form; fields show their own errors. */
  error?: string | null;
  /** Shown below the error, such as a button that shows another user's changes. */
  errorAction?: ReactNode;
  children: ReactNode;
};

/** The parts of a form's draft (`useDraft`) that the drawer needs, so it can ask before it discards unsent text. */
export type FormText = Pick<Draft<Record<never, never>>, 'isChanged' | 'clear' | 'wasKept'>;

/** For drawers without text input. */
export const NO_TEXT: FormText = { isChanged: false, clear: () => {}, wasKept: false };

type Form = {
  onSubmit: (() => void) | undefined;
  text: FormText;
  submitLabel?: string;
  isSaving?: boolean;
  /** Resets the form to its initial values. */
  onReset?: (() => void) | undefined;
  /** A second submit button that prepares the form for the next entry. */
  another?: { readonly label: string; readonly onSubmit: () => void } | undefined;
};

/**
 * Props of a form drawer. Without `onSubmit`, there is nothing to save, so the drawer has a Close button instead of
 * Cancel.
 */
export type FormDrawerProps = Panel & (Form | { onSubmit?: never });

/** A form that slides in from the right and fills the screen of a phone. Save, Reset and Cancel stay visible. */
export function FormDrawer(props: FormDrawerProps) {
  const { title, context, isOpen, onClose, onGone, size = 480, error = null, errorAction, children } = props;
  const form = props.onSubmit === undefined ? null : props;
  const [isAsking, setIsAsking] = useState(false);
  const close = (): void => {
    if (form?.text.isChanged) setIsAsking(true);
    else onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form?.isSaving !== true) form?.onSubmit?.();
  };
  return (
    <OverlayDrawer name={title} isOpen={isOpen} onClose={close} onGone={onGone} side="right" size={size}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <div className={classes.head}>
          <div>
            <h2 className={classes.title}>{title}</h2>
            {context === undefined ? null : <p className={classes.context}>{context}</p>}
          </div>
          <CloseButton
            size={44}
            iconSize={20}
            aria-label={interpolate(strings.closeNamed, { title })}
            onClick={close}
          />
        </div>
        <div className={classes.fields}>
          <AlertMessage text={error} />
          {errorAction}
          {form?.text.wasKept ? <StaleNote onClear={form.text.clear} /> : null}
          {children}
        </div>
        <div className={classes.buttons}>
          {form === null ? null : <FormButtons {...form} />}
          <Button variant="default" onClick={close}>
            {form === null ? strings.close : strings.cancel}
          </Button>
        </div>
      </form>
      <LossQuestion
        isOpen={isAsking}
        onKeep={() => setIsAsking(false)}
        onDiscard={() => {
          setIsAsking(false);
          form?.text.clear();
          onClose();
        }}
      />
    </OverlayDrawer>
  );
}

function FormButtons({ submitLabel = strings.save, isSaving = false, another, onReset }: Form) {
  return (
    <>
      <Button type="submit" loading={isSaving}>
        {submitLabel}
      </Button>
      {another ? (
        <Button variant="light" onClick={another.onSubmit} disabled={isSaving}>
          {another.label}
        </Button>
      ) : null}
      {onReset ? (
        <Button variant="default" onClick={onReset} disabled={isSaving}>
          {strings.reset}
        </Button>
      ) : null}
    </>
  );
}
