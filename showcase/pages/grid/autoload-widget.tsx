import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './grid.module.css';

/** A form behind the gear menu. */
export function AutoloadWidget() {
  return (
    <Widget title="Autoload **Widget**" reload reloadBadge={9} fullscreen close controls="menu" prompt>
      <p className={classes.line}>This panel keeps its controls in one menu. It loads its content with:</p>
      <p className={classes.line}>
        <code className={classes.code}>{'<Widget controls="menu" reload onReload={load} />'}</code>
      </p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void showToast({ kind: 'success', key: 'grid', message: 'A sample form: nobody was signed up.' });
        }}
      >
        <TextInput label="Email address" type="email" placeholder="Enter email" autoComplete="off" />
        <PasswordInput label="Password" placeholder="Password" autoComplete="new-password" />
        <Group gap="xs" justify="flex-end">
          <Button type="reset" variant="default">
            Cancel
          </Button>
          <Button type="submit">Submit</Button>
        </Group>
      </form>
    </Widget>
  );
}
