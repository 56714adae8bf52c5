import { Widget } from '../../../ui/widget.tsx';

export function CardWidget() {
  return (
    <Widget title="Panel with **controls**" reload collapse fullscreen close prompt>
      <p>Collapse, reload, show full screen, or close after confirmation.</p>
    </Widget>
  );
}
