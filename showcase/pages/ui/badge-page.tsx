import '@mantine/core/styles/Badge.layer.css';
import { Badge, Button, CloseButton, Group } from '@mantine/core';
import { IconBolt, IconCheck, IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { StatusBadge } from '../../../web/ui/status-badge.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { AvatarMark } from '../avatar-mark.tsx';
import { SampleHeadings } from '../sample-headings.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { EVERY_TONE } from '../tones.ts';
import classes from './badge-page.module.css';

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

/** A button with four unread notifications. Each press marks one notification as read. */
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

const SIZES = ['xs', 'sm', 'md', 'lg', 'xl'] as const;
const TAGS = ['Hotel', 'Airport', 'Library', 'Gym'] as const;

/** More badge styles, sizes, icons, positions and lists than the three panels in docs/sample-pages.md#ui-pages. */
function MoreBadges() {
  return (
    <>
      <Column lg={4} md={6}>
        <Widget title="Outline and **Light**" close collapse>
          {(['outline', 'light', 'dot'] as const).map((look) => (
            <ul key={look} className={`${classes.pills} ${classes.line}`} aria-label={`Badges, ${look}`}>
              {EVERY_TONE.map(({ label, color }) => (
                <li key={label}>
                  <Badge radius="sm" tt="none" color={color} variant={look}>
                    {label}
                  </Badge>
                </li>
              ))}
            </ul>
          ))}
        </Widget>
      </Column>
      <Column lg={4} md={6}>
        <Widget title="Sizes and **Icons**" close collapse>
          <Group gap="xs" mb="md">
            {SIZES.map((size) => (
              <Badge key={size} size={size} tt="none">
                {size}
              </Badge>
            ))}
          </Group>
          <Group gap="xs">
            <Badge tt="none" color="success" leftSection={<IconCheck size={12} aria-hidden="true" />}>
              Paid
            </Badge>
            <Badge tt="none" color="warning" leftSection={<IconClock size={12} aria-hidden="true" />}>
              Waiting
            </Badge>
            <Badge tt="none" leftSection={<IconBolt size={12} aria-hidden="true" />}>
              Charging
            </Badge>
          </Group>
        </Widget>
      </Column>
      <Column lg={4} md={6}>
        <Widget title="How an outlet **Stands**" close collapse>
          <p className={classes.text}>A shape and a word as well as a colour.</p>
          <Group gap="md">
            {(['online', 'late', 'offline', 'never'] as const).map((status) => (
              <StatusBadge key={status} status={status} />
            ))}
          </Group>
        </Widget>
      </Column>
      <Column lg={4} md={6}>
        <Widget title="Badges that can be **Removed**" close collapse>
          <RemovableTags />
        </Widget>
      </Column>
      <Column lg={4} md={6}>
        <Widget title="Counts in a **List**" close collapse>
          <ul className={classes.counts}>
            {(
              [
                ['Messages', 12, 'brand'],
                ['Outlets late', 3, 'warning'],
                ['Mails that failed', 1, 'danger'],
                ['Drafts', 0, 'secondary'],
              ] as const
            ).map(([name, count, color]) => (
              <li key={name}>
                {name}
                <Badge color={color} variant={count === 0 ? 'light' : 'filled'}>
                  {count}
                </Badge>
              </li>
            ))}
          </ul>
        </Widget>
      </Column>
      <Column lg={4} md={6}>
        <Widget title="On a **Picture**" close collapse>
          <Group gap="lg">
            {(
              [
                ['Noor Haddad', 2, '3'],
                ['Tomás Vidal', 4, '12'],
                ['Greta Solberg', 5, 'New'],
              ] as const
            ).map(([name, tone, text]) => (
              <span key={name} className={classes.marked}>
                <AvatarMark name={name} tone={tone} />
                <Badge size="xs" color="danger" tt="none" className={classes.mark ?? ''}>
                  {text}
                </Badge>
              </span>
            ))}
          </Group>
        </Widget>
      </Column>
    </>
  );
}

/** Badges with a remove button, and a button that restores all badges. */
function RemovableTags() {
  const [tags, setTags] = useState<readonly string[]>(TAGS);
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <ul ref={list} tabIndex={-1} className={`${classes.pills} ${classes.line}`} aria-label="Kinds of place">
        {tags.map((tag) => (
          <li key={tag} className={classes.tag}>
            {tag}
            <CloseButton
              size="sm"
              aria-label={`Remove ${tag}`}
              onClick={() => {
                // The pressed button disappears with its badge, so move the focus first.
                list.current?.focus();
                setTags(tags.filter((other) => other !== tag));
              }}
            />
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" disabled={tags.length === TAGS.length} onClick={() => setTags(TAGS)}>
        Bring all back
      </Button>
    </>
  );
}
