import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core';
import { IconAlignCenter, IconAlignLeft, IconAlignRight, IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { Affix } from './affix.tsx';
import classes from './forms.module.css';

const TYPES = ['Another type', 'Type one', 'Next type'] as const;
const ACTIONS = ['Action', 'Another action', 'Something else here'] as const;
const say = (message: string): void => void showToast({ kind: 'info', message, key: 'forms-elements' });

/** Fields with buttons, icons and menus attached. */
export function PrependedPanel() {
  const [round, setRound] = useState(0);
  return (
    <Widget title="Prepended and **appended** inputs" settings="inverse" reload close>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          say('The fields would be saved now. Nothing on a sample page is kept.');
        }}
        onReset={() => setRound(round + 1)}
      >
        <Fields key={round} />
        <Group justify="flex-end" gap="xs" className={classes.actions ?? ''}>
          <Button type="reset" variant="default">
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </Group>
      </form>
    </Widget>
  );
}

/** Fields that the browser's reset does not restore. A new key remounts these fields. */
function Fields() {
  const [type, setType] = useState<(typeof TYPES)[number]>('Another type');
  return (
    <>
      <SearchField />
      <AlignedField />
      <Affix after={<ActionMenu label="Action" />}>
        <TextInput aria-label="Field with an action menu" placeholder="Field with an action menu" />
      </Affix>
      <Affix after={<SegmentedMenu />}>
        <TextInput aria-label="Field with a split action" placeholder="Field with a split action" />
      </Affix>
      <Affix before={<ChoiceMenu label="Type" choices={TYPES} chosen={type} onChoose={setType} />}>
        <TextInput aria-label="Field with a type" placeholder="Field with a type" />
      </Affix>
      <TextInput
        aria-label="Borderless field"
        placeholder="Borderless field"
        classNames={{ input: classes.borderless ?? '' }}
      />
    </>
  );
}

function SearchField() {
  const [words, setWords] = useState('');
  return (
    <Affix
      after={
        <Button
          variant="default"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => say(words.trim() ? `Would search for “${words.trim()}”.` : 'Type something to search for.')}
        >
          Search
        </Button>
      }
    >
      <TextInput
        aria-label="Search"
        placeholder="Search"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </Affix>
  );
}

const ALIGNMENTS = [
  { value: 'left', label: 'Align left', Icon: IconAlignLeft },
  { value: 'center', label: 'Align centre', Icon: IconAlignCenter },
  { value: 'right', label: 'Align right', Icon: IconAlignRight },
] as const;

function AlignedField() {
  const [alignment, setAlignment] = useState<(typeof ALIGNMENTS)[number]['value']>('left');
  return (
    <Affix
      after={ALIGNMENTS.map(({ value, label, Icon }) => (
        <ActionIcon
          key={value}
          variant="default"
          aria-label={label}
          aria-pressed={alignment === value}
          onClick={() => setAlignment(value)}
        >
          <Icon size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      ))}
    >
      <TextInput
        aria-label="Field with three icon buttons"
        placeholder="Field with three icon buttons"
        classNames={{ input: classes[`align-${alignment}`] ?? '' }}
      />
    </Affix>
  );
}

function MenuItems() {
  return (
    <Menu.Dropdown>
      {ACTIONS.map((action) => (
        <Menu.Item key={action} onClick={() => say(`Chosen: ${action}`)}>
          {action}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={() => say('Chosen: Separated link')}>Separated link</Menu.Item>
    </Menu.Dropdown>
  );
}

function ActionMenu({ label }: { label: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}>
          {label}
        </Button>
      </Menu.Target>
      <MenuItems />
    </Menu>
  );
}

function SegmentedMenu() {
  return (
    <>
      <Button variant="default" onClick={() => say('Chosen: Action')}>
        Action
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label="More actions">
            <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <MenuItems />
      </Menu>
    </>
  );
}
