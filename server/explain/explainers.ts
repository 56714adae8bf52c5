import type * as Type from 'typebox';
import type { ExplainedBy, ExplainedFigure, Explanation, explainFigure, FigureOfEvents } from '#contract/explain.ts';
import type { ReportFilter } from '#contract/reports.ts';
import type { Perspective, Scope } from '#domain/role.ts';
import type { CellFilters } from '../figures/query/cells-question.ts';
import type { Question } from '../figures/query/question.ts';
import { AppError } from '../http/app-error.ts';

type ExplainQuery = Type.Static<typeof explainFigure.schema.querystring>;

/** A request to explain a figure. */
export type FigureRequest = {
  readonly query: ExplainQuery;
  readonly figure: ExplainedFigure;
  /** The breakdown; null means the figure's default breakdown. */
  readonly by: ExplainedBy | null;
  readonly scope: Scope;
  readonly isAdmin: boolean;
  /**
   * Returns the time (epoch ms) that limits the figure to events that had arrived by that time; null means now. Throws
   * for an invalid time.
   */
  readonly knownOn: () => number | null;
  /** Returns whether the caller is still waiting for the response. */
  readonly isWanted: () => boolean;
};

export type Explainer = (request: FigureRequest) => Promise<Explanation>;
/** Explains a figure for a document, outlet or trial that the query names. */
export type ThingExplainer = (request: FigureRequest, name: string) => Promise<Explanation>;

/** Explainers for some figures. Each feature has the explainers for its own figures. */
export type ExplainersOf<Figure extends ExplainedFigure> = Readonly<Record<Figure, Explainer>>;

/** All explainers. The code does not compile if a figure in the contract has no explainer. */
export type Explainers = {
  readonly figures: ExplainersOf<ExplainedFigure>;
  /** Explainers for a range's figures within a document, an outlet or a trial. */
  readonly ofDocument: ThingExplainer;
  readonly ofOutlet: ThingExplainer;
  readonly ofTrial: ThingExplainer;
};

/** Uses one explainer for several figures. */
export const explainersOf = <Figure extends ExplainedFigure>(
  figures: readonly Figure[],
  explain: (figure: Figure, request: FigureRequest) => Promise<Explanation>,
): ExplainersOf<Figure> =>
  Object.fromEntries(
    figures.map((figure): [Figure, Explainer] => [figure, (request) => explain(figure, request)]),
  ) as ExplainersOf<Figure>;

/** Throws if the query has a parameter that this figure does not accept. */
export function takesOnly(query: ExplainQuery, names: readonly (keyof ExplainQuery)[], message: string): void {
  const taken: readonly string[] = ['figure', 'by', 'cursor', ...names];
  if (Object.entries(query).some(([name, value]) => value !== undefined && !taken.includes(name)))
    throw new AppError('invalid', message);
}

export type EventsAsked = {
  readonly figure: FigureOfEvents;
  /** The breakdown; null means the most informative breakdown for the user. */
  readonly by: ExplainedBy | null;
  /** JSON in the format that reports accept. */
  readonly filters: string | undefined;
  /** Conditions on the events in addition to the filters. Used for a document's line. */
  readonly within?: CellFilters;
  /** The figure as stated, if a document has fixed it. */
  readonly fixed?: bigint;
  /** The side whose amounts to use, if not the scope's side. Used when an administrator reads an owner's statement. */
  readonly money?: 'owner';
  readonly cursor: string | undefined;
};

/** Explains a sum of events, for features whose figures are such sums. */
export type ExplainEvents = (question: Question, asked: EventsAsked) => Promise<Explanation>;

/**
 * Reads filters in the same way as reports. Throws `AppError` for filters that are not available to the user's
 * perspective.
 */
export type ReadFilters = (
  filters: string | undefined,
  perspective: Perspective,
) => Partial<Readonly<Record<ReportFilter, readonly string[]>>>;
