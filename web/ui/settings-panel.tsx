import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Answered, type Asked } from './answered.tsx';
import { Panel } from './panel.tsx';
import { type FormPlan, SchemaForm } from './schema-form.tsx';

type SettingsPanelProps<Data> = {
  title: string;
  context: string;
  asked: Asked<Data>;
  /** The start of the error message, which names what could not be loaded. */
  what: string;
  lines: number;
  changeLabel: string;
  /** Builds the form that changes the settings; null if the user may not change them. */
  planOf: ((data: Data) => FormPlan) | null;
  /** Query key prefix to invalidate after a change. */
  topic: readonly [string, ...string[]];
  children: (data: Data) => ReactNode;
};

/** Shows settings, with a button for the form that changes them. */
export function SettingsPanel<Data>(props: SettingsPanelProps<Data>) {
  const { title, context, asked, what, lines, changeLabel, planOf, topic, children } = props;
  const [plan, setPlan] = useState<FormPlan | null>(null);
  const { data } = asked;
  return (
    <Panel
      title={title}
      context={context}
      actions={
        data === undefined || planOf === null ? null : (
          <Button variant="default" onClick={() => setPlan(planOf(data))}>
            {changeLabel}
          </Button>
        )
      }
    >
      <Answered asked={asked} what={what} lines={lines}>
        {children}
      </Answered>
      <SchemaForm plan={plan} topic={topic} onClose={() => setPlan(null)} />
    </Panel>
  );
}
