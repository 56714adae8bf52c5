import type { FloatingPosition } from '@mantine/core';
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
  IconSquareX,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentPropsWithoutRef, Ref } from 'react';
import { GearButton } from './gear-button.tsx';
import { lateMenu } from './late-menu.tsx';
import { widgetControlsStrings as strings } from './ui-strings.ts';
import { useHint } from './use-hint.tsx';
import { gearMarks, type WidgetControlOptions, type WidgetControlsProps } from './widget-control-options.ts';
import classes from './widget-controls.module.css';

export const hasControls = ({ close, collapse, reload, fullscreen, settings }: WidgetControlOptions): boolean =>
  [close, collapse, reload, fullscreen, settings].some(Boolean);

const menus = () => import('./widget-menus.tsx');
const Settings = lateMenu<WidgetControlsProps>(
  async () => (await menus()).SettingsMenu,
  ({ options }, reach) => <GearButton {...reach} label={strings.settings} isInverse={options.settings === 'inverse'} />,
);
const Gear = lateMenu<WidgetControlsProps>(
  async () => (await menus()).GearMenu,
  (props, reach) => <GearButton {...reach} {...gearMarks(props)} label={strings.widgetMenu} />,
);

/** A panel's controls. A fullscreen panel can be neither collapsed nor closed. */
export function WidgetControls(props: WidgetControlsProps) {
  const { settings = false, controls = 'buttons' } = props.options;
  if (!hasControls(props.options)) return null;
  return (
    <div className={classes.controls}>
      {settings && controls !== 'menu' ? <Settings {...props} /> : null}
      {controls === 'menu' ? <Gear {...props} /> : <Buttons {...props} />}
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
          label={strings.reload}
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
          label={isFullscreen ? strings.restore : strings.fullscreen}
          icon={isFullscreen ? look.shrink : look.enlarge}
          data-fullscreen
          {...(isFullscreen ? { 'data-autofocus': true } : {})}
          onClick={state.toggleFullscreen}
        />
      ) : null}
      {collapse && !isFullscreen ? (
        <Control
          {...common}
          label={strings.collapse}
          icon={isCollapsed ? look.collapse : look.expand}
          aria-expanded={!isCollapsed}
          aria-controls={bodyId}
          onClick={state.toggleCollapse}
        />
      ) : null}
      {close && !isFullscreen ? (
        <Control {...common} label={strings.close} text={close} icon={look.close} onClick={onClose} />
      ) : null}
    </>
  );
}

type PlainControlProps = Omit<ComponentPropsWithoutRef<'button'>, 'children'> & {
  'data-fullscreen'?: boolean;
  'data-loading'?: true | undefined;
  label: string;
  icon: TablerIcon;
  text?: boolean | string;
  isCustom?: boolean;
  ref?: Ref<HTMLButtonElement>;
};
type ControlProps = Omit<PlainControlProps, 'ref'> & { tooltips?: boolean | FloatingPosition };

function Control({ tooltips = false, ...control }: ControlProps) {
  if (!tooltips || control.isCustom) return <PlainControl {...control} />;
  return <ExplainedControl {...control} position={tooltips === true ? 'bottom' : tooltips} />;
}

function ExplainedControl({ position, ...control }: ControlProps & { position: FloatingPosition }) {
  const { mark, words } = useHint(control.label, position);
  return (
    <>
      <PlainControl {...control} {...mark} />
      {words}
    </>
  );
}

function PlainControl({ label, icon: Icon, text = false, isCustom = false, ...rest }: PlainControlProps) {
  const isText = typeof text === 'string';
  return (
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
}
