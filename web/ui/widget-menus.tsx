import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { GearButton } from './gear-button.tsx';
import { widgetMenusStrings as strings } from './ui-strings.ts';
import { useOpenedMenu } from './use-opened-menu.ts';
import { gearMarks, type WidgetControlsProps } from './widget-control-options.ts';
import classes from './widget-controls.module.css';

/** A panel's settings menu: the spacing of its content. */
export function SettingsMenu({ isCompact, onCompact, options }: WidgetControlsProps) {
  const { button, menu } = useOpenedMenu();
  return (
    <Menu {...menu} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <GearButton ref={button} label={strings.settings} isInverse={options.settings === 'inverse'} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{strings.thisPanel}</Menu.Label>
        <Menu.Item onClick={() => onCompact(false)} aria-current={!isCompact}>
          {strings.comfortable}
        </Menu.Item>
        <Menu.Item onClick={() => onCompact(true)} aria-current={isCompact}>
          {strings.compact}
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
        <GearButton ref={button} label={strings.widgetMenu} {...gearMarks(props)} />
      </Menu.Target>
      <Menu.Dropdown>
        {reload ? (
          <Menu.Item
            onClick={state.reload}
            rightSection={
              reloadBadge === undefined ? null : (
                <span className={classes.badge}>
                  {reloadBadge}
                  <span className={classes.spoken}> {strings.new}</span>
                </span>
              )
            }
          >
            {strings.reload}
          </Menu.Item>
        ) : null}
        {fullscreen ? (
          <Menu.Item onClick={state.toggleFullscreen}>{isFullscreen ? strings.restore : strings.fullscreen}</Menu.Item>
        ) : null}
        {collapse && !isFullscreen ? (
          <Menu.Item onClick={state.toggleCollapse}>{isCollapsed ? strings.expand : strings.collapse}</Menu.Item>
        ) : null}
        {close && !isFullscreen ? (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onClose}>{strings.close}</Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
