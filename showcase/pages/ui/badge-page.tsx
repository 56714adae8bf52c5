import '@mantine/core/styles/Badge.layer.css';
import { Badge, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { SampleHeadings } from '../sample-headings.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { EVERY_TONE } from '../tones.ts';
import classes from './badge-page.module.css';
import { MoreBadges } from './more-badges.tsx';

type PillTone = { readonly label: string; readonly color: string; readonly isLight?: boolean };
const PILLS: readonly PillTone[] = [
  ...EVERY_TONE,
  { label: 'Light', color: 'secondary', isLight: true },
  { label: 'Dark', color: 'ink' },
];

/** Badges in headings and buttons, as pills, and as links. */
export function BadgePage() {
  return (
    <ShowcasePage
      title="Badge"
      lead="A word or a number that belongs to something else: how it stands, how many, what is new."
    >
      <Columns>
        <Column lg={4} md={6}>
          <Widget title="Badge **Example**" close collapse>
            <SampleHeadings
              content={(level) => (
                <>
                  Heading {level}{' '}
                  <Badge
                    size={level < 3 ? 'lg' : 'md'}
                    radius="sm"
                    tt="none"
                    color={EVERY_TONE[level - 1]?.color ?? 'secondary'}
                  >
                    New
                  </Badge>
                </>
              )}
            />
            <NotificationsButton />
          </Widget>
        </Column>
        <Column lg={4} md={6}>
          <Widget title="Pill **Badges**" close collapse>
            <ul className={classes.pills}>
              {PILLS.map(({ label, color, isLight = false }) => (
                <li key={label}>
                  <Badge radius="xl" tt="none" color={color} variant={isLight ? 'light' : 'filled'}>
                    {label}
                  </Badge>
                </li>
              ))}
            </ul>
          </Widget>
        </Column>
        <Column lg={4} md={6}>
          <Widget title="Badges as **Links**" close collapse>
            <p className={classes.text}>Each leads to the page of the colours.</p>
            <ul className={classes.pills}>
              {PILLS.map(({ label, color, isLight = false }) => (
                <li key={label}>
                  <Link to="/app/$" params={{ _splat: 'core/colors' }} className={classes.link}>
                    <Badge
                      radius="sm"
                      tt="none"
                      color={color}
                      variant={isLight ? 'light' : 'filled'}
                      className={classes.pointed ?? ''}
                    >
                      {label}
                    </Badge>
                  </Link>
                </li>
              ))}
            </ul>
          </Widget>
        </Column>
        <MoreBadges />
      </Columns>
    </ShowcasePage>
  );
}

/** Four unread notifications; each press reads one. */
function NotificationsButton() {
  const [unread, setUnread] = useState(4);
  return (
    <Button
      className={classes.notifications ?? ''}
      onClick={() => setUnread(unread === 0 ? 4 : unread - 1)}
      rightSection={
        <Badge color="danger" circle={unread < 10}>
          {unread}
        </Badge>
      }
    >
      Notifications
    </Button>
  );
}
