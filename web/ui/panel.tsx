import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

export type PanelProps = {
  /** A panel without a title has no head and needs `label`. */
  title?: ReactNode;
  /** Name for screen readers if there is no title. */
  label?: string;
  /** One line below the title. */
  context?: ReactNode;
  /** Shown at the top right; at most two. */
  actions?: ReactNode;
  /** Lets the content reach the edges, for tables and maps. */
  flush?: boolean;
  /** Level of the title: 2 unless the panel is inside another. */
  headingLevel?: 2 | 3;
  className?: string;
  /** ID of the card, for links to it within the page. The card can then take the focus. */
  anchor?: string;
  children: ReactNode;
};

/** The card used on every screen: title, one line of context, actions at the top right, and content. */
export function Panel({
  title,
  label,
  context,
  actions,
  flush = false,
  headingLevel = 2,
  className,
  anchor,
  children,
}: PanelProps) {
  const id = useId();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <section
      className={className ? `${classes.panel} ${className}` : classes.panel}
      {...(anchor === undefined ? {} : { id: anchor, tabIndex: -1 })}
      {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': id })}
    >
      {title === undefined ? null : (
        <header className={classes.head}>
          <div className={classes.headText}>
            <Heading className={classes.title} id={id}>
              {title}
            </Heading>
            {context === undefined ? null : <p className={classes.context}>{context}</p>}
          </div>
          {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      <div className={flush ? `${classes.edges} ${title === undefined ? '' : classes.flush}` : classes.body}>
        {children}
      </div>
    </section>
  );
}
