import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { GearButton } from './gear-button.tsx';
import { useOpenedMenu } from './use-opened-menu.ts';
import { gearMarks, type WidgetControlsProps } from './widget-control-options.ts';
import classes from './widget-controls.module.css';

/** A panel's settings menu: the spacing of its content. */
export function SettingsMenu({ isCompact, onCompact, options }: WidgetControlsProps) {
  const { button, menu } = useOpenedMenu();
  return (
    <Menu {...menu} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <GearButton ref={button} label="Settings" isInverse={options.settings === 'inverse'} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>This panel</Menu.Label>
        <Menu.Item onClick={() => onCompact(false)} aria-current={!isCompact}>
          Comfortable
        </Menu.Item>
        <Menu.Item onClick={() => onCompact(true)} aria-current={isCompact}>
          Compact
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** All controls in one menu. */
export function GearMenu(props: WidgetControlsProps) {
  const { options, state, onClose } = props;
  const { button, menu } = useOpenedMenu();
  const { close, collapse, reload, reloadBadge, fullscreen } = options;
  const { isCollapsed, isFullscreen } = state;
  return (
    <Menu {...menu} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <GearButton ref={button} label="Widget menu" {...gearMarks(props)} />
      </Menu.Target>
      <Menu.Dropdown>
        {reload ? (
          <Menu.Item
            onClick={state.reload}
            rightSection={
              reloadBadge === undefined ? null : (
                <span className={classes.badge}>
                  {reloadBadge}
                  <span className={classes.spoken}> new</span>
                </span>
              )
            }
          >
            Reload
          </Menu.Item>
        ) : null}
        {fullscreen ? (
          <Menu.Item onClick={state.toggleFullscreen}>{isFullscreen ? 'Restore' : 'Fullscreen'}</Menu.Item>
        ) : null}
        {collapse && !isFullscreen ? (
          <Menu.Item onClick={state.toggleCollapse}>{isCollapsed ? 'Expand' : 'Collapse'}</Menu.Item>
        ) : null}
        {close && !isFullscreen ? (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onClose}>Close</Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
