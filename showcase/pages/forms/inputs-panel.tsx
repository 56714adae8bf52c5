import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { Button, Group, PasswordInput, TextInput, Tooltip } from '@mantine/core';
import { IconLock, IconUser } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { Affix } from './affix.tsx';
import classes from './forms.module.css';

/** Shows every sample form's confirmation. The showcase stores nothing. */
const saved = (what: string): void =>
  void showToast({ kind: 'success', message: `${what} would be saved now. Nothing on a sample page is kept.` });

/** A label beside its field, or above it on a phone. */
function Row({ label, hint, children }: { label: string; hint?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={classes.row}>
      <div className={classes.rowLabel}>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : <span className={classes.rowHint}>{hint}</span>}
      </div>
      {children(id)}
    </div>
  );
}

/** The horizontal form: one row for each kind of text field. */
export function InputsPanel() {
  return (
    <Widget title="**Horizontal** form" settings reload close>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          saved('The fields');
        }}
      >
        <Row label="Normal field">{(id) => <TextInput id={id} placeholder="May have a placeholder" />}</Row>
        <Row label="Label hint" hint="Some help text">
          {(id) => <TextInput id={id} />}
        </Row>
        <Row label="Tooltip enabled">
          {(id) => (
            <Tooltip label="Some explanation text here" position="top-start">
              <TextInput id={id} placeholder="Hover over me" />
            </Tooltip>
          )}
        </Row>
        <Row label="Disabled input">{(id) => <TextInput id={id} disabled defaultValue="Default value" />}</Row>
        <Row label="Max length">
          {(id) => (
            <Tooltip label="You cannot write more than 3 characters" position="top-start">
              <TextInput id={id} maxLength={3} placeholder="Max length 3 characters" />
            </Tooltip>
          )}
        </Row>
        <AffixRows />
        <Group justify="flex-end" gap="xs" className={classes.actions ?? ''}>
          <Button type="reset" variant="default">
            Cancel
          </Button>
          <Button type="submit">Save Changes</Button>
        </Group>
      </form>
    </Widget>
  );
}

function AffixRows() {
  return (
    <>
      <Row label="Prepended input">
        {(id) => (
          <TextInput
            id={id}
            placeholder="Username"
            autoComplete="off"
            leftSection={<IconUser size={18} stroke={1.75} aria-hidden="true" />}
          />
        )}
      </Row>
      <Row label="Password">
        {(id) => (
          <PasswordInput
            id={id}
            placeholder="Password"
            autoComplete="off"
            leftSection={<IconLock size={18} stroke={1.75} aria-hidden="true" />}
          />
        )}
      </Row>
      <Row label="Appended input">
        {(id) => (
          <Affix after=".00">
            <TextInput id={id} inputMode="numeric" />
          </Affix>
        )}
      </Row>
      <Row label="Combined">
        {(id) => (
          <Affix before="$" after=".00">
            <TextInput id={id} inputMode="numeric" />
          </Affix>
        )}
      </Row>
      <Row label="Append transparent">
        {(id) => (
          <TextInput
            id={id}
            autoComplete="off"
            rightSection={<IconUser size={18} stroke={1.75} aria-hidden="true" />}
          />
        )}
      </Row>
    </>
  );
}
