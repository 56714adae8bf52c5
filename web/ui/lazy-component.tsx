import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { checkConnection, useIsConnectionLost } from '../lib/connection.ts';
import { useLazyModule } from '../lib/use-lazy-module.ts';
import classes from './lazy-component.module.css';
import { LoadingBar } from './loading-bar.tsx';
import { PlainButton } from './plain-button.tsx';
import { lazyComponentStrings as strings } from './ui-strings.ts';

/**
 * Wraps an overlay whose code is loaded when it opens. Unlike React's `lazy`, the wrapper keeps the page visible. It
 * shows a loading bar, and the user can retry a failed load or close the overlay (`close`).
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void,
): ComponentType<Props> {
  return function Late(props: Props) {
    const isOpen = !('isOpen' in props) || props.isOpen === true;
    const { code: Part, hasFailed, isRetrying, retry } = useLazyModule(load, isOpen);
    const [hasRetried, setHasRetried] = useState(false);
    const [wasOpened, setWasOpened] = useState(isOpen);
    if (isOpen && !wasOpened) setWasOpened(true);
    // Other instances may have loaded the code, so draw only instances that were opened. A closed instance stays
    // mounted for its exit animation.
    if (!isOpen && !wasOpened) return null;
    if (Part !== null) return <Part {...props} />;
    if (!isOpen) return null;
    if (!hasFailed || isRetrying) return <LoadingBar />;
    const again = (): void => {
      setHasRetried(true);
      retry();
    };
    return <Failed hasRetried={hasRetried} onRetry={again} onClose={() => close(props)} />;
  };
}

type FailedProps = { hasRetried: boolean; onRetry: () => void; onClose: () => void };

/**
 * Offers to retry a failed load. Uses plain elements, because no other code can be loaded now. Retries automatically
 * when the connection is restored.
 */
function Failed({ hasRetried, onRetry, onClose }: FailedProps) {
  const isLost = useIsConnectionLost();
  const wasLost = useRef(isLost);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (wasLost.current && !isLost) retry();
    wasLost.current = isLost;
  }, [isLost]);
  // Reload the document only if the server responds, because the server may then have a newer version.
  const reload = async (): Promise<void> => {
    if (await checkConnection()) window.location.reload();
  };
  const isOld = hasRetried && !isLost;
  return (
    <div className={classes.failed} role="alert">
      <p className={classes.title}>{strings.error}</p>
      <p className={classes.text}>{textOf(isLost, isOld)}</p>
      <p className={classes.buttons}>
        <PlainButton onClick={isOld ? () => void reload() : onRetry}>
          {isOld ? strings.reload : strings.tryAgain}
        </PlainButton>
        <PlainButton isQuiet onClick={onClose}>
          {strings.close}
        </PlainButton>
      </p>
    </div>
  );
}

function textOf(isLost: boolean, isOld: boolean): string {
  if (isLost) return strings.unreachable;
  return isOld ? strings.failedAgain : strings.failed;
}
