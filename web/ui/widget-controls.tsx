import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { type FloatingPosition, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconCaretDownFilled,
  IconCaretUpFilled,
  IconChevronDown,
  IconChevronUp,
  IconMaximize,
  IconMinimize,
  IconRefresh,
  IconReload,
  IconSettings,
  IconSquareX,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import type { WidgetState } from './use-widget.ts';
import classes from './widget-controls.module.css';

export type WidgetControlOptions = {
  /** A text stands in the place of the cross. */
  close?: boolean | string;
  collapse?: boolean;
  /** A text stands in the place of the icon. */
  reload?: boolean | string;
  /** Beside "Reload" in the gear menu: how much is new. */
  reloadBadge?: number;
  fullscreen?: boolean;
  /** The gear with settings of the panel; `inverse` is light on grey. */
  settings?: boolean | 'inverse';
  /** `custom` is a second style of icons, `menu` one gear with everything in it. */
  controls?: 'buttons' | 'custom' | 'menu';
  /** Says in words what a control does; where the words stand. */
  tooltips?: boolean | FloatingPosition;
};

export const hasControls = ({ close, collapse, reload, fullscreen, settings }: WidgetControlOptions): boolean =>
  [close, collapse, reload, fullscreen, settings].some(Boolean);

export type WidgetControlsProps = {
  options: WidgetControlOptions;
  state: WidgetState;
  bodyId: string;
  isCompact: boolean;
  onCompact: (isCompact: boolean) => void;
  onClose: () => void;
};

/** What acts on a panel. While it fills the screen it can neither be collapsed nor closed. */
export function WidgetControls(props: WidgetControlsProps) {
  const { settings = false, controls = 'buttons' } = props.options;
  if (!hasControls(props.options)) return null;
  if (controls === 'menu') return <GearMenu {...props} />;
  return (
    <div className={classes.controls}>
      {settings ? <Settings {...props} isInverse={settings === 'inverse'} /> : null}
      <Buttons {...props} />
    </div>
  );
}

type Look = Record<'close' | 'collapse' | 'expand' | 'enlarge' | 'shrink' | 'reload', TablerIcon>;
const LOOKS: Record<'buttons' | 'custom', Look> = {
  buttons: {
    close: IconX,
    collapse: IconChevronUp,
    expand: IconChevronDown,
    enlarge: IconArrowsMaximize,
    shrink: IconArrowsMinimize,
    reload: IconRefresh,
  },
  custom: {
    close: IconSquareX,
    collapse: IconCaretUpFilled,
    expand: IconCaretDownFilled,
    enlarge: IconMaximize,
    shrink: IconMinimize,
    reload: IconReload,
  },
};

function Buttons({ options, state, bodyId, onClose }: WidgetControlsProps) {
  const { close, collapse, reload, fullscreen, controls, tooltips = false } = options;
  const { isCollapsed, isFullscreen, isReloading } = state;
  const isCustom = controls === 'custom';
  const look = LOOKS[isCustom ? 'custom' : 'buttons'];
  const common = { isCustom, tooltips };
  return (
    <>
      {reload ? (
        <Control
          {...common}
          label="Reload"
          text={reload}
          icon={look.reload}
          disabled={isReloading}
          data-loading={isReloading || undefined}
          onClick={state.reload}
        />
      ) : null}
      {fullscreen ? (
        <Control
          {...common}
          label={isFullscreen ? 'Restore' : 'Fullscreen'}
          icon={isFullscreen ? look.shrink : look.enlarge}
          data-fullscreen
          {...(isFullscreen ? { 'data-autofocus': true } : {})}
          onClick={state.toggleFullscreen}
        />
      ) : null}
      {collapse && !isFullscreen ? (
        <Control
          {...common}
          label="Collapse"
          icon={isCollapsed ? look.collapse : look.expand}
          aria-expanded={!isCollapsed}
          aria-controls={bodyId}
          onClick={state.toggleCollapse}
        />
      ) : null}
      {close && !isFullscreen ? (
        <Control {...common} label="Close" text={close} icon={look.close} onClick={onClose} />
      ) : null}
    </>
  );
}

type ControlProps = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  'data-fullscreen'?: boolean;
  'data-loading'?: true | undefined;
  label: string;
  icon: TablerIcon;
  text?: boolean | string;
  isCustom?: boolean;
  tooltips?: boolean | FloatingPosition;
};

function Control({ label, icon: Icon, text = false, isCustom = false, tooltips = false, ...rest }: ControlProps) {
  const isText = typeof text === 'string';
  const button = (
    <button
      type="button"
      className={[classes.control, isText && classes.text, isCustom && classes.custom].filter(Boolean).join(' ')}
      {...(isText ? {} : { 'aria-label': label })}
      {...(isCustom ? { title: label } : {})}
      {...rest}
    >
      {isText ? text : <Icon size={18} stroke={1.75} aria-hidden="true" />}
    </button>
  );
  return tooltips && !isCustom ? <Explained label={label} tooltips={tooltips} button={button} /> : button;
}

function Explained({
  label,
  tooltips,
  button,
}: {
  label: string;
  tooltips: true | FloatingPosition;
  button: ReactElement;
}): ReactNode {
  return (
    <Tooltip label={label} position={tooltips === true ? 'bottom' : tooltips}>
      {button}
    </Tooltip>
  );
}

/** The gear of one panel: how close its content stands. */
function Settings({ isCompact, onCompact, isInverse }: WidgetControlsProps & { isInverse: boolean }) {
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <button
          type="button"
          className={isInverse ? `${classes.control} ${classes.inverse}` : classes.control}
          aria-label="Settings"
        >
          <IconSettings size={18} stroke={1.75} aria-hidden="true" />
        </button>
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
function GearMenu({ options, state, onClose }: WidgetControlsProps) {
  const { close, collapse, reload, reloadBadge, fullscreen } = options;
  const { isCollapsed, isFullscreen } = state;
  return (
    <div className={classes.controls}>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <button
            type="button"
            className={classes.control}
            aria-label="Widget menu"
            data-fullscreen
            {...(isFullscreen ? { 'data-autofocus': true } : {})}
          >
            <IconSettings size={18} stroke={1.75} aria-hidden="true" />
          </button>
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
    </div>
  );
}
