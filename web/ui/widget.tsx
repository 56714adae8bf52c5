import { useFocusTrap, useMergedRef } from '@mantine/hooks';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { lazyComponent } from './lazy-component.tsx';
import { MarkedTitle } from './marked-title.tsx';
import { Spinner } from './spinner.tsx';
import { widgetStrings as strings } from './ui-strings.ts';
import { useWidget, type WidgetState } from './use-widget.ts';
import classes from './widget.module.css';
import type { WidgetControlOptions } from './widget-control-options.ts';
import { hasControls, WidgetControls } from './widget-controls.tsx';

const WidgetClosePrompt = lazyComponent(
  async () => (await import('./widget-close-prompt.tsx')).WidgetClosePrompt,
  ({ onNo }) => onNo(),
);

/** The panel functions that a body may use, such as for its own fullscreen button. */
export type WidgetBodyPanel = Pick<WidgetState, 'isFullscreen' | 'toggleFullscreen'>;

export type WidgetProps = WidgetControlOptions & {
  /** A string may mark its semi-bold part: `Alert **Messages**`. */
  title?: ReactNode;
  /** Accessible name if the title is absent or not a string. */
  label?: string;
  /** The title's heading level; 2 unless the panel is below another heading. */
  headingLevel?: 2 | 3;
  /** Initially collapsed. */
  collapsed?: boolean;
  /** Asks for confirmation before closing. */
  prompt?: boolean;
  /** Called after a reload, so that the page can show different content. */
  onReload?: () => void;
  /** Whether the content is being loaded. A spinner then replaces the content. */
  isLoading?: boolean;
  /** Lets the content reach the edges, for tables and maps. */
  flush?: boolean;
  /** CSS class that places the panel on the page. */
  className?: string;
  bodyClassName?: string;
  children?: ReactNode | ((panel: WidgetBodyPanel) => ReactNode);
};

/**
 * The panel of the showcase pages (docs/specification.md#entities, Widget). The user can close, collapse and reload the
 * panel, or make it fullscreen.
 */
export function Widget(props: WidgetProps) {
  const { title, label, headingLevel = 2, collapsed = false, prompt = false, onReload, className, children } = props;
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isCompact, setIsCompact] = useState(false);
  const state = useWidget({ isCollapsedAtFirst: collapsed, onReload, place });
  const { height, panelRef, onFullscreen } = useFullscreen(state);
  const named = title === undefined ? {} : { 'aria-labelledby': `${id}-title` };
  const name = label === undefined ? named : { 'aria-label': label };
  const hasHead = title !== undefined || hasControls(props);
  const Heading = headingLevel === 2 ? 'h2' : 'h3';

  if (state.isClosed) return null;
  return (
    <div
      ref={place}
      className={join(classes.place, className)}
      style={state.isFullscreen ? ({ '--widget-height': `${height}px` } as CSSProperties) : {}}
    >
      {state.isFullscreen ? <div className={classes.backdrop} aria-hidden="true" onClick={onFullscreen} /> : null}
      <section
        ref={panelRef}
        className={join(
          classes.panel,
          state.isFullscreen && classes.fullscreen,
          isCompact && classes.compact,
          !hasHead && classes.headless,
        )}
        aria-busy={state.isReloading}
        {...(state.isFullscreen ? { role: 'dialog', 'aria-modal': true, tabIndex: -1 } : {})}
        {...name}
      >
        <header className={classes.head} hidden={!hasHead}>
          {title === undefined ? null : (
            <Heading className={classes.title} id={`${id}-title`}>
              {typeof title === 'string' ? <MarkedTitle text={title} /> : title}
            </Heading>
          )}
          <WidgetControls
            options={props}
            state={{ ...state, toggleFullscreen: onFullscreen }}
            bodyId={`${id}-body`}
            isCompact={isCompact}
            onCompact={setIsCompact}
            onClose={() => (prompt ? setIsAsking(true) : state.close())}
          />
        </header>
        <WidgetBody {...props} id={`${id}-body`} state={state}>
          {typeof children === 'function'
            ? children({ isFullscreen: state.isFullscreen, toggleFullscreen: onFullscreen })
            : children}
        </WidgetBody>
      </section>
      {prompt ? (
        <WidgetClosePrompt
          isOpen={isAsking}
          onNo={() => setIsAsking(false)}
          onYes={() => {
            setIsAsking(false);
            state.close();
          }}
        />
      ) : null}
    </div>
  );
}

const join = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

/** The panel's content. Collapsing animates the height, and a spinner covers the content during a reload. */
function WidgetBody({
  id,
  state: { isCollapsed, isReloading, reloads },
  isLoading = false,
  flush = false,
  bodyClassName,
  children,
}: Omit<WidgetProps, 'children'> & { id: string; state: WidgetState; children: ReactNode }) {
  const isWaiting = isReloading || isLoading;
  return (
    <div id={id} className={join(classes.fold, isCollapsed && classes.collapsed)} inert={isCollapsed}>
      <div className={classes.folded}>
        <div className={join(classes.waitable, isWaiting && classes.waiting)}>
          <div className={join(flush ? classes.flush : classes.body, bodyClassName)} inert={isWaiting}>
            {isLoading ? null : children}
          </div>
          {isWaiting ? (
            <div className={classes.spinner}>
              <Spinner label={isReloading ? strings.reloading : strings.loading} />
            </div>
          ) : null}
        </div>
      </div>
      <span className={classes.spoken} role="status">
        {reloads > 0 && !isReloading ? strings.reloaded : ''}
      </span>
    </div>
  );
}

/** Open elements inside a panel that Escape closes first. */
const OPEN_INSIDE = '[role="menu"], [aria-haspopup][aria-expanded="true"], [role="combobox"][aria-expanded="true"]';

/**
 * Manages a panel's fullscreen mode: traps the focus, exits on Escape, returns the focus, and stops the page from
 * scrolling.
 */
function useFullscreen({ isFullscreen, toggleFullscreen }: WidgetState) {
  const panel = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement | null>(null);
  const [height, setHeight] = useState(0);
  const panelRef = useMergedRef(panel, useFocusTrap(isFullscreen));

  const onFullscreen = (): void => {
    if (!isFullscreen) {
      setHeight(panel.current?.offsetHeight ?? 0);
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    }
    toggleFullscreen();
  };
  const leave = useRef(onFullscreen);
  leave.current = onFullscreen;

  useEffect(() => {
    if (!isFullscreen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
      if (panel.current?.contains(event.target) && event.target.closest(OPEN_INSIDE) === null) leave.current();
    };
    const page = document.documentElement;
    const current = panel.current;
    page.classList.add(classes.still ?? '');
    document.addEventListener('keydown', onKey);
    return () => {
      page.classList.remove(classes.still ?? '');
      document.removeEventListener('keydown', onKey);
      const [button, toggle] = [before.current, current?.querySelector<HTMLElement>('[data-fullscreen]')];
      (button?.isConnected ? button : toggle)?.focus({ preventScroll: true });
    };
  }, [isFullscreen]);

  return { height, panelRef, onFullscreen };
}
