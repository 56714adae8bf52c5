import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './analytics.module.css';
import { LATER_TASKS, TASKS, type Task } from './analytics-sample-data.ts';

/** Today's tasks; "See All" adds those of later this week. */
export function TasksPanel() {
  const [tasks, setTasks] = useState<readonly Task[]>(TASKS);
  const [isAll, setAll] = useState(false);
  const done = tasks.filter(({ completed }) => completed).length;
  const toggle = (id: number) =>
    setTasks(tasks.map((task) => (task.id === id ? { ...task, completed: !task.completed } : task)));
  return (
    <Widget title="Today's **Tasks**" collapse close>
      <p className={classes.count}>
        <span className={classes.pill}>{tasks.length}</span>
        {done} of {tasks.length} completed
      </p>
      <ul className={classes.list}>
        {tasks.map(({ id, type, title, time, completed }) => (
          <li key={id} className={classes.task} data-completed={completed || undefined}>
            <Checkbox
              checked={completed}
              onChange={() => toggle(id)}
              label={
                <>
                  <span className={classes.taskType}>{type}</span> {title}
                </>
              }
            />
            <time className={classes.taskTime}>{time}</time>
          </li>
        ))}
      </ul>
      {isAll ? (
        <ul className={classes.list} aria-label="Later this week">
          {LATER_TASKS.map(({ day, title, time }) => (
            <li key={title} className={classes.task}>
              <span>
                <span className={classes.taskType}>{day}</span> {title}
              </span>
              <time className={classes.taskTime}>{time}</time>
            </li>
          ))}
        </ul>
      ) : null}
      <Button variant="default" fullWidth mt="sm" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
        {isAll ? 'See Today' : 'See All'}
      </Button>
    </Widget>
  );
}
