import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Button, CloseButton, Drawer } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { AlertMessage } from './alert-message.tsx';
import classes from './form-drawer.module.css';

export type FormDrawerProps = {
  title: string;
  /** One line under the title. */
  context?: ReactNode;
  isOpen: boolean;
  /** Width in pixels where there is room. */
  size?: number;
  onClose: () => void;
  /** Without it there is nothing to save, and Close instead of Cancel. */
  onSubmit?: (() => void) | undefined;
  submitLabel?: string;
  isSaving?: boolean;
  /** Back to what was there when the form opened. */
  onReset?: (() => void) | undefined;
  /** What was refused, for the form as a whole; fields show their own. */
  error?: string | null;
  /** Below the alert, such as a way to see what somebody else stored. */
  errorAction?: ReactNode;
  children: ReactNode;
};

/** A form over the page: slides in from the right, fills a phone. Save, Reset and Cancel stay in sight. */
export function FormDrawer({ title, context, isOpen, onClose, onSubmit, isSaving = false, ...rest }: FormDrawerProps) {
  const { size = 480, submitLabel = 'Save', onReset, error = null, errorAction, children } = rest;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={size} transitionProps={{ duration: 200 }}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content aria-label={title}>
        <form className={classes.form} noValidate onSubmit={submit}>
          <div className={classes.head}>
            <div>
              <h2 className={classes.title}>{title}</h2>
              {context === undefined ? null : <p className={classes.context}>{context}</p>}
            </div>
            <CloseButton size={44} iconSize={20} aria-label={`Close: ${title}`} onClick={onClose} />
          </div>
          <div className={classes.fields}>
            <AlertMessage text={error} />
            {errorAction}
            {children}
          </div>
          <div className={classes.buttons}>
            {onSubmit ? (
              <Button type="submit" loading={isSaving}>
                {submitLabel}
              </Button>
            ) : null}
            {onReset ? (
              <Button variant="default" onClick={onReset} disabled={isSaving}>
                Reset
              </Button>
            ) : null}
            <Button variant="default" onClick={onClose}>
              {onSubmit ? 'Cancel' : 'Close'}
            </Button>
          </div>
        </form>
      </Drawer.Content>
    </Drawer.Root>
  );
}
