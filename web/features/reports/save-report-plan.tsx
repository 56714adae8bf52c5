import { NativeSelect } from '@mantine/core';
import { REPORT_DIMENSIONS, type ReportDimension } from '#contract/reports.ts';
import { holdsRight } from '#domain/organisation-right.ts';
import { DIMENSIONS } from '#domain/report-dimensions.ts';
import { isReportMetric } from '#domain/report-metrics.ts';
import { mayReport } from '#domain/report-rights.ts';
import type { Perspective } from '#domain/role.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { metricsOfFile } from './metric-words.ts';
import { chartUnit } from './report-questions.ts';
import { type ReportSearch, readBy } from './report-search.ts';
import { saveReportPlanStrings as strings } from './reports-strings.ts';
import { savedQuestion } from './saved-question.ts';
import { NameInput, SharedInput } from './saved-report-inputs.tsx';
import { keepReport, SAVED_KEY } from './saved-reports-api.ts';

function plan(search: ReportSearch, side: Perspective, canShare: boolean): FormPlan {
  const own = REPORT_DIMENSIONS.filter((dimension) => mayReport(side, dimension));
  const choices = own.map((dimension) => ({ value: dimension, label: DIMENSIONS[dimension].label }));
  const nothing = { value: '', label: strings.noSecond };
  const [first = chartUnit(search), second = ''] = readBy(search);
  const chosen = (text: string | undefined) => own.find((dimension) => dimension === text);
  return {
    id: 'save-report',
    title: strings.title,
    context: strings.context,
    submitLabel: strings.save,
    start: { name: '', question: first, second, shared: '' },
    fields: ({ draft, change, errors }) => (
      <>
        <NameInput draft={draft} change={change} errors={errors} />
        <NativeSelect
          label={strings.rows}
          description={strings.rowsHint}
          data={choices}
          value={draft.question ?? ''}
          error={errors.question}
          onChange={(event) => change({ question: event.currentTarget.value })}
        />
        <NativeSelect
          label={strings.secondRows}
          data={[nothing, ...choices]}
          value={draft.second ?? ''}
          onChange={(event) => change({ second: event.currentTarget.value })}
        />
        {canShare ? <SharedInput draft={draft} change={change} /> : null}
      </>
    ),
    submit: async (draft) => {
      const dimensions = [chosen(draft.question), chosen(draft.second)].filter(
        (one, index, all): one is ReportDimension => one !== undefined && all.indexOf(one) === index,
      );
      const question = savedQuestion(
        search,
        dimensions,
        metricsOfFile(side, isReportMetric(search.metric) ? search.metric : 'views'),
      );
      const { name } = await keepReport({ name: draft.name ?? '', question, shared: draft.shared === 'yes' });
      return interpolate(strings.saved, { name });
    },
  };
}

type SaveReportFormProps = { search: ReportSearch; side: Perspective; onClose: () => void };

/** The form that saves the report on screen under a name. */
export function SaveReportForm({ search, side, onClose }: SaveReportFormProps) {
  const user = useCurrentUser();
  const canShare =
    user !== null && holdsRight('manager', { role: user.role, standing: user.standing, isLinked: user.cid !== '' });
  return <SchemaForm plan={plan(search, side, canShare)} topic={SAVED_KEY} onClose={onClose} />;
}
