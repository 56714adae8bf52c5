import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './choice-menu.module.css';

export type ChoiceMenuProps<Choice extends string> = {
  /** Name of the choice, for screen readers: 'Order', 'Size'. */
  label: string;
  choices: readonly Choice[];
  chosen: Choice;
  onChoose: (choice: Choice) => void;
  tone?: 'default' | 'danger' | 'warning' | 'success';
  size?: 'xs' | 'sm' | 'lg';
  /** Explanations to show beside the choices. */
  hints?: Readonly<Record<string, string>>;
  /** Takes the full width. */
  isWide?: boolean;
  /**
   * The button's text; by default, the choice. In the accessible name, the label precedes the text, unless the text
   * starts with the label.
   */
  text?: string;
};

/** A button that opens a menu of choices and shows the current choice. */
export function ChoiceMenu<Choice extends string>(props: ChoiceMenuProps<Choice>) {
  const { label, choices, chosen, onChoose, tone = 'default', size = 'sm' } = props;
  const { hints = {}, isWide = false, text = chosen } = props;
  return (
    <Menu position="bottom-start" width="target" classNames={{ dropdown: classes.dropdown ?? '' }}>
      <Menu.Target>
        <Button
          size={size}
          {...(tone === 'default' ? { variant: 'default' } : { variant: 'filled', color: tone })}
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}
          aria-label={text.startsWith(`${label}: `) ? text : `${label}: ${text}`}
          {...(isWide ? { fullWidth: true, justify: 'space-between' } : {})}
        >
          {text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen} onChange={(value) => choose(value)}>
          {choices.map((choice) => (
            <Menu.RadioItem key={choice} value={choice} closeMenuOnClick>
              {choice}
              {hints[choice] === undefined ? null : <span className={classes.hint}> {hints[choice]}</span>}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );

  function choose(value: string): void {
    const choice = choices.find((candidate) => candidate === value);
    if (choice !== undefined) onChoose(choice);
  }
}
