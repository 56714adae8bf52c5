import '@mantine/core/styles/Popover.layer.css';
import { Button, Popover } from '@mantine/core';

export function PopoverSimple() {
  return (
    <Popover width={260} withArrow>
      <Popover.Target>
        <Button>What is a burn?</Button>
      </Popover.Target>
      <Popover.Dropdown>An ad that was watched to its end: the billable completion.</Popover.Dropdown>
    </Popover>
  );
}
