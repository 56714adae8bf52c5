import type * as Type from 'typebox';
import type { ExplainedBy, ExplainedFigure, Explanation, explainFigure, FigureOfEvents } from '#contract/explain.ts';
import type { ReportFilter } from '#contract/reports.ts';
import type { Perspective, Scope } from '#domain/role.ts';
import type { CellFilters } from '../figures/query/cells-question.ts';
import type { Question } from '../figures/query/question.ts';
import { AppError } from '../http/app-error.ts';

type ExplainQuery = Type.Static<typeof explainFigure.schema.querystring>;

/** A request for the explanation of a figure. */
export type FigureRequest = {
  readonly query: ExplainQuery;
  readonly figure: ExplainedFigure;
  /** Null: the usual breakdown of the figure. */
  readonly by: ExplainedBy | null;
  readonly scope: Scope;
  readonly isAdmin: boolean;
  /** Limits the figure to what was known by then (epoch ms); null: now. Throws for a wrong instant. */
  readonly knownOn: () => number | null;
  /** Whether the caller still waits for the answer. */
  readonly isWanted: () => boolean;
};

export type Explainer = (request: FigureRequest) => Promise<Explanation>;
/** Explains a figure of a thing that the query names. */
export type ThingExplainer = (request: FigureRequest, name: string) => Promise<Explanation>;

/** The explainers of some figures. Each feature has those of its figures. */
export type ExplainersOf<Figure extends ExplainedFigure> = Readonly<Record<Figure, Explainer>>;

/** All explainers. A figure of the contract without one does not compile. */
export type Explainers = {
  readonly figures: ExplainersOf<ExplainedFigure>;
  /** Figures of a range can also be asked for of one of these. */
  readonly ofDocument: ThingExplainer;
  readonly ofOutlet: ThingExplainer;
  readonly ofTrial: ThingExplainer;
};

/** One explainer for several figures. */
export const explainersOf = <Figure extends ExplainedFigure>(
  figures: readonly Figure[],
  explain: (figure: Figure, request: FigureRequest) => Promise<Explanation>,
): ExplainersOf<Figure> =>
  Object.fromEntries(
    figures.map((figure): [Figure, Explainer] => [figure, (request) => explain(figure, request)]),
  ) as ExplainersOf<Figure>;

/** Refuses parameters that this figure does not accept. */
export function takesOnly(query: ExplainQuery, names: readonly (keyof ExplainQuery)[], message: string): void {
  const taken: readonly string[] = ['figure', 'by', 'cursor', ...names];
  if (Object.entries(query).some(([name, value]) => value !== undefined && !taken.includes(name)))
    throw new AppError('invalid', message);
}

export type EventsAsked = {
  readonly figure: FigureOfEvents;
  /** Null: the most informative breakdown for the reader. */
  readonly by: ExplainedBy | null;
  /** JSON, as reports accept it. */
  readonly filters: string | undefined;
  /** Conditions on the events in addition to the filters. Used for a line of a document. */
  readonly within?: CellFilters;
  /** The stated figure, if a document has fixed it. */
  readonly fixed?: bigint;
  /** Whose money it is, if that differs from the scope. Used when an administrator reads an owner's statement. */
  readonly money?: 'owner';
  readonly cursor: string | undefined;
};

/** Explains a sum of events, for the features whose figures are made of such sums. */
export type ExplainEvents = (question: Question, asked: EventsAsked) => Promise<Explanation>;

/** Reads filters as reports do. Throws `AppError` for what the reader's side does not have. */
export type ReadFilters = (
  filters: string | undefined,
  perspective: Perspective,
) => Partial<Readonly<Record<ReportFilter, readonly string[]>>>;
