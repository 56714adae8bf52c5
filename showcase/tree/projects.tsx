import '@mantine/core/styles/CloseButton.layer.css';
import { CloseButton } from '@mantine/core';
import { type CSSProperties, useId, useState } from 'react';
import classes from './page-tree.module.css';

type Project = { id: number; title: string; value: number; color: 'primary' | 'danger'; footer: string };

const PROJECTS: readonly Project[] = [
  { id: 0, title: 'Sales Report', value: 65, color: 'primary', footer: 'Three regions are still to be counted' },
  { id: 1, title: 'Personal Responsibility', value: 23, color: 'danger', footer: 'The plan is due this month' },
];

/** Two sample projects; the reader can dismiss each. */
export function Projects() {
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
