import '@mantine/core/styles/CloseButton.layer.css';
import { CloseButton } from '@mantine/core';
import { IconChevronDown, IconLogout, IconStack3 } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import type { ShowcaseTreeProps } from '../../web/lib/showcase-door.ts';
import { type ShowcaseGroup, type ShowcaseLink, sectionsWhere } from '../pages/page-list.ts';
import { SHOWCASE_ROUTES } from '../routes/all-routes.ts';
import { hasPage } from '../routes/find-page.ts';
import classes from './page-tree.module.css';

/** The tree of showcase pages (docs/sample-pages.md#sidebar), with at most one open group. */
export function PageTree({ hasScreen, onNavigate, onSignOut }: ShowcaseTreeProps) {
  const sections = sectionsWhere((to) => hasPage(SHOWCASE_ROUTES, to) || hasScreen(to));
  const path = useLocation({ select: ({ pathname }) => pathname });
  const current = sections
    .flatMap(({ entries }) => entries)
    .find((entry) => 'links' in entry && entry.links.some(({ to }) => to === path));
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const open = chosen === undefined ? current?.label : chosen;
  const groupProps = (label: string) => ({
    isOpen: open === label,
    onToggle: () => setChosen(open === label ? null : label),
  });
  return (
    <div className={classes.tree}>
      {sections.map(({ title, entries }) => (
        <Section key={title} title={title}>
          {entries.map((entry) =>
            'links' in entry ? (
              <PageGroup
                key={entry.label}
                group={entry}
                {...groupProps(entry.label)}
                onNavigate={onNavigate}
                onSignOut={onSignOut}
              />
            ) : (
              <li key={entry.to}>
                <PageLink link={entry} onNavigate={onNavigate} />
              </li>
            ),
          )}
          {title === 'TEMPLATE' ? <MenuLevels {...groupProps('Menu Levels')} /> : null}
        </Section>
      ))}
      <Labels />
      <Projects />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <p className={classes.section} id={id}>
        {title}
      </p>
      <ul className={classes.list} aria-labelledby={id}>
        {children}
      </ul>
    </div>
  );
}

function Badge({ badge }: { badge: ShowcaseLink['badge'] }) {
  if (badge === undefined) return null;
  return (
    <span className={`${classes.badge} ${classes[badge.tone]}`}>
      {badge.text}
      {badge.of === undefined ? null : <span className={classes.spoken}> {badge.of}</span>}
    </span>
  );
}

function PageLink({ link, onNavigate }: NavigateProps & { link: ShowcaseLink }) {
  const { label, to, icon: Icon, badge, isNewTab = false } = link;
  const content = (
    <>
      {Icon === undefined ? null : <Icon size={18} stroke={1.75} aria-hidden="true" />}
      <span className={classes.word}>{label}</span>
      <Badge badge={badge} />
    </>
  );
  if (isNewTab)
    return (
      <a className={classes.entry} href={to} target="_blank" rel="noreferrer">
        {content}
        <span className={classes.spoken}> (opens in a new tab)</span>
      </a>
    );
  return (
    <Link
      to={to}
      className={classes.entry}
      activeOptions={{ exact: true, includeSearch: false }}
      onClick={() => onNavigate?.()}
    >
      {content}
    </Link>
  );
}

type NavigateProps = Pick<ShowcaseTreeProps, 'onNavigate'>;
type OpenProps = { isOpen: boolean; onToggle: () => void };

type PageGroupProps = OpenProps & NavigateProps & { group: ShowcaseGroup; onSignOut: () => void };

function PageGroup({ group, onNavigate, onSignOut, ...open }: PageGroupProps) {
  return (
    <Branch label={group.label} icon={<group.icon size={18} stroke={1.75} />} badge={group.badge} {...open}>
      {group.links.map((link) => (
        <li key={link.label}>
          <PageLink link={link} onNavigate={onNavigate} />
        </li>
      ))}
      {group.label === 'Extra' ? <LoginPage onSignOut={onSignOut} /> : null}
    </Branch>
  );
}

/** Signs out, because only signed-out users see the login page. */
function LoginPage({ onSignOut }: { onSignOut: () => void }) {
  return (
    <li>
      <button type="button" className={classes.entry} onClick={onSignOut}>
        <span className={classes.word}>Login Page</span>
        <IconLogout size={14} stroke={1.75} aria-label="logs out" />
      </button>
    </li>
  );
}

type BranchProps = OpenProps & { label: string; icon?: ReactNode; badge?: ShowcaseLink['badge']; children: ReactNode };

/** A branch of the tree that opens and closes. */
function Branch({ label, icon, badge, isOpen, onToggle, children }: BranchProps) {
  return (
    <li>
      <button type="button" className={classes.entry} aria-expanded={isOpen} onClick={onToggle}>
        {icon === undefined ? null : (
          <span className={classes.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <span className={classes.word}>{label}</span>
        <Badge badge={badge} />
        <IconChevronDown className={classes.arrow} size={14} stroke={1.75} aria-hidden="true" />
      </button>
      {isOpen ? <ul className={`${classes.list} ${classes.nested}`}>{children}</ul> : null}
    </li>
  );
}

/** Demonstrates nesting. Its leaves are not pages; a click marks them. */
function MenuLevels(open: OpenProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Branch label="Menu Levels" icon={<LEVELS.icon size={18} stroke={1.75} />} {...open}>
      {LEVELS.levels.map((level) => (
        <LevelEntry key={level.label} level={level} chosen={chosen} onChoose={setChosen} />
      ))}
    </Branch>
  );
}

type LevelEntryProps = { level: Level; chosen: string | null; onChoose: (label: string) => void };

function LevelEntry({ level: { label, levels }, chosen, onChoose }: LevelEntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (levels !== undefined)
    return (
      <Branch label={label} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
        {levels.map((level) => (
          <LevelEntry key={level.label} level={level} chosen={chosen} onChoose={onChoose} />
        ))}
      </Branch>
    );
  return (
    <li>
      <button type="button" className={classes.entry} aria-pressed={chosen === label} onClick={() => onChoose(label)}>
        <span className={classes.word}>{label}</span>
      </button>
    </li>
  );
}

/** A legend of three colored dots, which are not links (docs/sample-pages.md#sidebar). */
function Labels() {
  return (
    <Section title="LABELS">
      {(['My Recent', 'Starred', 'Background'] as const).map((label, position) => (
        <li key={label} className={classes.label}>
          <span className={`${classes.dot} ${classes[`dot${position + 1}`]}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </Section>
  );
}

type Level = { readonly label: string; readonly levels?: readonly Level[] };

/** The entry that demonstrates nesting in the sidebar's tree (docs/sample-pages.md#sidebar). */
const LEVELS: { readonly icon: typeof IconStack3; readonly levels: readonly Level[] } = {
  icon: IconStack3,
  levels: [
    { label: 'Level 1.1' },
    {
      label: 'Level 1.2',
      levels: [
        { label: 'Level 2.1' },
        { label: 'Level 2.2', levels: [{ label: 'Level 3.1' }, { label: 'Level 3.2' }] },
        { label: 'Level 2.3' },
      ],
    },
  ],
};

type Project = { id: number; title: string; value: number; color: 'primary' | 'danger'; footer: string };

const PROJECTS: readonly Project[] = [
  { id: 0, title: 'Sales Report', value: 65, color: 'primary', footer: 'Three regions are still to be counted' },
  { id: 1, title: 'Personal Responsibility', value: 23, color: 'danger', footer: 'The plan is due this month' },
];

/** Two sample projects. The user can dismiss each. */
function Projects() {
  const id = useId();
  const [projects, setProjects] = useState(PROJECTS);
  if (projects.length === 0) return null;
  return (
    <div>
      <p className={classes.section} id={id}>
        PROJECTS
      </p>
      <ul className={classes.list} aria-labelledby={id}>
        {projects.map((project) => (
          <li key={project.id} className={classes.project}>
            <div className={classes.projectHead}>
              <span id={`${id}-${project.id}`}>{project.title}</span>
              <CloseButton
                size="sm"
                aria-label={`Dismiss ${project.title}`}
                onClick={() => setProjects(projects.filter((other) => other.id !== project.id))}
              />
            </div>
            <div
              className={`${classes.bar} ${classes[project.color]}`}
              role="progressbar"
              aria-labelledby={`${id}-${project.id}`}
              aria-valuenow={project.value}
              aria-valuemin={0}
              aria-valuemax={100}
              style={{ '--value': `${project.value}%` } as CSSProperties}
            />
            <p className={classes.projectFoot}>{project.footer}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
