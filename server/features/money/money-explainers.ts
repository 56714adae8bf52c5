import {
  FIGURES_OF_BOOKS,
  FIGURES_OF_LEDGER,
  FIGURES_OF_MOVES,
  FIGURES_OF_PAPER,
  FIGURES_OF_SETTLEMENT,
  type FigureOfBooks,
  type FigureOfLedger,
  type FigureOfMoves,
  type FigureOfPaper,
  type FigureOfSettlement,
} from '#contract/explain.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type ExplainersOf, explainersOf, takesOnly } from '../../explain/explainers.ts';
import { explainLedger } from './explain-ledger.ts';
import { explainMoved } from './explain-moved.ts';
import { explainOpen } from './explain-open.ts';
import { explainPaper } from './explain-paper.ts';
import { explainSettlement } from './explain-settlement.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'events' | 'figures' | 'now'>;
type FigureOfMoney = FigureOfBooks | FigureOfLedger | FigureOfMoves | FigureOfPaper | FigureOfSettlement;

/** Explains open, paid, paid-out and booked amounts. */
export const moneyExplainers = (needs: Needs): ExplainersOf<FigureOfMoney> => ({
  ...explainersOf(FIGURES_OF_PAPER, async (figure, { by, query, scope }) => {
    takesOnly(query, ['month'], 'For documents, specify only a month. For payout runs, specify nothing.');
    return explainPaper(needs, scope, { figure, by, month: query.month, cursor: query.cursor });
  }),
  ...explainersOf(FIGURES_OF_MOVES, async (figure, { by, query, scope }) => {
    takesOnly(query, ['of'], 'Specify a payment, payout or payout run by its ID only.');
    return explainMoved(needs, scope, { figure, by, of: query.of, cursor: query.cursor });
  }),
  ...explainersOf(FIGURES_OF_BOOKS, async (figure, { by, query, scope }) => {
    takesOnly(query, ['cid'], 'For open balances, specify only a customer, or none for all.');
    return explainOpen(needs, scope, { figure, by, cid: query.cid, cursor: query.cursor });
  }),
  ...explainersOf(FIGURES_OF_LEDGER, async (figure, { by, query, scope }) => {
    takesOnly(query, ['filters'], 'For the ledger, specify only one booking as a filter, or nothing.');
    return explainLedger(needs, scope, { figure, by, filters: query.filters, cursor: query.cursor });
  }),
  ...explainersOf(FIGURES_OF_SETTLEMENT, async (figure, { by, knownOn, query, scope }) => {
    const atMs = knownOn();
    takesOnly(query, ['document', 'cid', 'known_on'], 'For paid amounts, specify a document or a customer.');
    const { cid, cursor, document, known_on: text } = query;
    const known = text === undefined || atMs === null ? null : { text, atMs };
    return explainSettlement(needs, scope, { figure, by, document, cid, known, cursor });
  }),
});
