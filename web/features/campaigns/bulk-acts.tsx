import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { MOST_AT_ONCE } from '#contract/flights.ts';
import { counted } from '#domain/counted.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import classes from './campaigns.module.css';
import { type ActOnSeveral, doActOnSeveral } from './campaigns-api.ts';
import { bulkActsStrings as strings } from './campaigns-strings.ts';

type Selectable = { readonly id: string; readonly version: number; readonly code: string };

/** Flights that a bulk action did not change, each with the reason. */
export type BulkFailures = readonly { readonly id: string; readonly code: string; readonly error: string }[];

/** Returns the selected rows among those on screen, and functions that change the selection. */
export function useSelection<Row extends Selectable>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ids.has(id)).slice(0, MOST_AT_ONCE);
  return {
    chosen,
    has: (id: string): boolean => ids.has(id),
    toggle: (id: string): void => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    setAll: (isOn: boolean): void => setIds(new Set(isOn ? rows.map(({ id }) => id) : [])),
  };
}
type Selection = ReturnType<typeof useSelection>;

type SelectBoxProps = { selection: Selection; id: string; code: string };

/** The checkbox that selects a flight for a bulk action. */
export function SelectBox({ selection, id, code }: SelectBoxProps) {
  return (
    <Checkbox
      className={classes.pick ?? ''}
      aria-label={interpolate(strings.select, { code })}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  );
}

/**
 * Returns the confirmation for an action on several flights. If some of them cannot be changed, the others are, and
 * `onFailures` gets the reasons. If all of them fail, the dialog shows the reasons.
 */
export function bulkPlan(
  act: ActOnSeveral,
  flights: readonly Selectable[],
  onFailures: (failures: BulkFailures) => void,
): ConfirmedActionPlan {
  const words = strings[act];
  const named = (count: number) => counted(count, strings.flights);
  return {
    title: interpolate(words.title, { flights: named(flights.length) }),
    confirmLabel: words.confirm,
    text: (
      <>
        <p>{words.text}</p>
        <ul className={classes.bulkList}>
          {flights.map(({ id, code }) => (
            <li key={id}>{code}</li>
          ))}
        </ul>
      </>
    ),
    run: async () => {
      const { results } = await doActOnSeveral(act, flights);
      const failures = failuresIn(results);
      if (failures.length === results.length)
        throw new Error(failures.map(({ code, error }) => interpolate(strings.failure, { code, error })).join(' '));
      onFailures(failures);
      const done = results.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]));
      const message =
        failures.length === 0
          ? interpolate(words.done, { flights: named(done.length) })
          : interpolate(words.partlyDone, { done: done.length, flights: named(results.length) });
      if (act === 'approve') return message;
      return { message, undo: () => undoBulk(act === 'pause' ? 'resume' : 'pause', done) };
    },
  };
}

type Results = Awaited<ReturnType<typeof doActOnSeveral>>['results'];

const failuresIn = (results: Results): BulkFailures =>
  results.flatMap(({ id, code, error }) => (error === null ? [] : [{ id, code, error }]));

async function undoBulk(
  act: 'pause' | 'resume',
  claims: readonly { readonly id: string; readonly version: number }[],
): Promise<string> {
  const { results } = await doActOnSeveral(act, claims);
  const [failure] = failuresIn(results);
  if (failure !== undefined) throw new Error(interpolate(strings.failure, failure));
  return interpolate(strings[act].done, { flights: counted(results.length, strings.flights) });
}

type BulkFailureListProps = { failures: BulkFailures; onClose: () => void };

/** Lists the flights that a bulk action left unchanged, with the reasons. */
export function BulkFailureList({ failures, onClose }: BulkFailureListProps) {
  return (
    <div role="alert">
      {failures.length === 0 ? null : (
        <div className={classes.summary}>
          <p>
            <strong>{strings.notChanged}</strong>
          </p>
          <ul>
            {failures.map(({ id, code, error }) => (
              <li key={id}>{code === '' ? error : interpolate(strings.failure, { code, error })}</li>
            ))}
          </ul>
          <Button size="xs" variant="default" mt="xs" onClick={onClose}>
            {strings.dismiss}
          </Button>
        </div>
      )}
    </div>
  );
}
