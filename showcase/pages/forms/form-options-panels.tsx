import { Button, TextInput } from '@mantine/core';
import { IconAt, IconCurrencyDollar, IconWorld } from '@tabler/icons-react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Affix } from './affix.tsx';
import classes from './forms.module.css';

/** The three heights of a field. */
export function SizingPanel() {
  return (
    <Widget title="Form **Options**" label="Form Options: control sizing" settings reload close>
      <div className={classes.form} data-sizes>
        <TextInput size="lg" label="Large" placeholder="Large field" />
        <TextInput size="sm" label="Default" placeholder="Default field" />
        <TextInput size="xs" label="Small" placeholder="Small field" />
      </div>
    </Widget>
  );
}

/** Three fields with a joined part. */
export function GroupsPanel() {
  return (
    <Widget title="Form **Options**" label="Form Options: input groups" settings="inverse" reload close>
      <div className={classes.form}>
        <Affix before={<Icon icon={IconAt} />}>
          <TextInput aria-label="Account name" placeholder="Account name" autoComplete="off" />
        </Affix>
        <Affix before={<Icon icon={IconCurrencyDollar} />} after=".00">
          <TextInput aria-label="Amount" placeholder="Amount" inputMode="numeric" />
        </Affix>
        <AddressField />
      </div>
    </Widget>
  );
}

const Icon = ({ icon: Shape }: { icon: typeof IconAt }) => (
  <span className={classes.affixText}>
    <Shape size={18} stroke={1.75} aria-hidden="true" />
  </span>
);

function AddressField() {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.reset();
      }}
    >
      <Affix
        before={<Icon icon={IconWorld} />}
        after={
          <Button type="submit" variant="default">
            Clear
          </Button>
        }
      >
        <TextInput aria-label="Web address" placeholder="Web address" inputMode="url" />
      </Affix>
    </form>
  );
}
