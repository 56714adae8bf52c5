import type { FastifyInstance } from 'fastify';
import type { Dependencies } from './dependencies.ts';
import { explainRoutes } from './explain/explain-routes.ts';
import type { ExplainEvents, Explainers } from './explain/explainers.ts';
import { accessKeyRoutes } from './features/access-keys/access-keys-routes.ts';
import { accountRoutes } from './features/account/account-routes.ts';
import { alertRoutes } from './features/alerts/alerts-routes.ts';
import { apiTokenRoutes } from './features/api-tokens/api-tokens-routes.ts';
import { auditRoutes } from './features/audit/audit-routes.ts';
import { authRoutes } from './features/auth/auth-routes.ts';
import { createFindCaller } from './features/auth/find-caller.ts';
import { createFollowSessions } from './features/auth/follow-sessions.ts';
import { createIsVisitor } from './features/auth/is-visitor.ts';
import { campaignRoutes } from './features/campaigns/campaigns-routes.ts';
import { planExplainers } from './features/campaigns/explain-plan.ts';
import { waitingCreativesOf } from './features/campaigns/property-creatives.ts';
import { contactRoutes } from './features/contact/contact-routes.ts';
import { customerRoutes } from './features/customers/customers-routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard-routes.ts';
import { documentRoutes } from './features/documents/documents-routes.ts';
import { documentExplainer } from './features/documents/explain-document.ts';
import { healthRoutes } from './features/health/health-routes.ts';
import { importRoutes } from './features/imports/imports-routes.ts';
import { ingestRoutes } from './features/ingest/receive/ingest-routes.ts';
import { letterheadRoutes } from './features/letterhead/letterhead-routes.ts';
import { metricsRoutes } from './features/metrics/metrics-routes.ts';
import { moneyExplainers } from './features/money/money-explainers.ts';
import { moneyRoutes } from './features/money/money-routes.ts';
import { payeesRoutes } from './features/money/payees-routes.ts';
import { payerRoutes } from './features/money/payer-routes.ts';
import { refundsRoutes } from './features/money/refunds-routes.ts';
import { noticeRoutes } from './features/notices/notices-routes.ts';
import { notificationRoutes } from './features/notifications/notifications-routes.ts';
import { outboxRoutes } from './features/outbox/outbox-routes.ts';
import { outletRoutes } from './features/outlets/outlets-routes.ts';
import { profitExplainers } from './features/profit/explain-profit.ts';
import { createProfits } from './features/profit/list-profit.ts';
import { profitRoutes } from './features/profit/profit-routes.ts';
import { registrationRoutes } from './features/registration/registration-routes.ts';
import { explainFigure } from './features/reports/explain-figure.ts';
import { reportExplainers } from './features/reports/report-explainers.ts';
import { reportMarkRoutes } from './features/reports/report-marks-routes.ts';
import { readReportFilters } from './features/reports/report-query.ts';
import { reportRoutes } from './features/reports/reports-routes.ts';
import { savedReportRoutes } from './features/reports/saved-reports-routes.ts';
import { serveRoutes } from './features/serve/serve-routes.ts';
import { serviceRoutes } from './features/service/service-routes.ts';
import { settingsRoutes } from './features/settings/settings-routes.ts';
import { showcaseRoutes } from './features/showcase/showcase-routes.ts';
import { singleSignOnRoutes } from './features/single-sign-on/single-sign-on-routes.ts';
import { securityTextRoutes } from './features/site/security-text-routes.ts';
import { siteRoutes } from './features/site/site-routes.ts';
import { createStatementPrinter } from './features/statements/print-statement.ts';
import { statementRoutes } from './features/statements/statements-routes.ts';
import { todoRoutes } from './features/todo/todo-routes.ts';
import { trafficRoutes } from './features/traffic/traffic-routes.ts';
import { createTrials } from './features/trial/create-trials.ts';
import { trialExplainer } from './features/trial/explain-trial.ts';
import { trialRoutes } from './features/trial/trial-routes.ts';
import { colleagueRoutes } from './features/users/colleague-routes.ts';
import { userRoutes } from './features/users/users-routes.ts';
import { addAccessGuard } from './http/access-guard.ts';
import { createServer } from './http/create-server.ts';
import { addOpenApi } from './http/open-api.ts';
import { refuseBehindSchema } from './http/refuse-behind-schema.ts';
import { watchForProxies } from './http/unnamed-proxies.ts';
import { hideVisitorsFromEachOther } from './http/visitor-privacy.ts';
import { addWebFiles } from './http/web-files.ts';
import { measureRequests } from './metrics/measure-requests.ts';

type AppOptions = {
  readonly version: string;
  readonly webFolder: string;
  /** Whether the server rejects requests when overloaded. Defaults to true. */
  readonly shedsLoad?: boolean;
  /** Destination for log lines. Defaults to standard output. */
  readonly logTo?: { write(line: string): void };
};

type Explained = {
  readonly profits: ReturnType<typeof createProfits>;
  readonly trials: ReturnType<typeof createTrials>;
};

/** Collects the explainers for all figures from the features that own them. */
function collectExplainers(dependencies: Dependencies, { profits, trials }: Explained): Explainers {
  const explainEvents: ExplainEvents = (question, asked) => explainFigure(dependencies, question, asked);
  const { ofOutlet, ...ofProfit } = profitExplainers(dependencies, profits, explainEvents);
  return {
    figures: {
      ...reportExplainers(dependencies),
      ...moneyExplainers(dependencies),
      ...planExplainers(dependencies),
      ...ofProfit,
    },
    ofDocument: documentExplainer(dependencies, explainEvents),
    ofOutlet,
    ofTrial: trialExplainer({ ...dependencies, readFilters: readReportFilters }, trials),
  };
}

/** Builds the complete server without listening. `main.ts` and the tests pass different arguments. */
export async function buildApp(
  dependencies: Dependencies,
  { version, webFolder, shedsLoad = true, ...log }: AppOptions,
): Promise<FastifyInstance> {
  const { config, notices, metrics } = dependencies;
  const app = await createServer({ ...config, costlyWork: dependencies.costlyWork, shedsLoad, ...log });
  refuseBehindSchema(app, dependencies.schema);
  if (metrics !== null) measureRequests(app, metrics);
  // TRUST_PROXY is read at startup, so a restart clears this notice. A wrong value raises the notice again.
  await notices.end('proxy');
  watchForProxies(app, (text) => {
    app.log.warn(text);
    void notices.raise('proxy', text);
  });
  const profits = createProfits(dependencies);
  const trials = createTrials(dependencies);
  addAccessGuard(app, createFindCaller(dependencies), createFollowSessions(dependencies));
  if (config.apiDocs) await addOpenApi(app, config.publicUrl, version);
  await app.register(
    async (api) => {
      hideVisitorsFromEachOther(api, createIsVisitor(dependencies));
      await api.register(siteRoutes(dependencies, version));
      await api.register(noticeRoutes(dependencies));
      await api.register(notificationRoutes(dependencies));
      await api.register(authRoutes(dependencies));
      await api.register(accountRoutes(dependencies));
      await api.register(apiTokenRoutes(dependencies));
      await api.register(registrationRoutes(dependencies));
      await api.register(outboxRoutes(dependencies));
      await api.register(ingestRoutes(dependencies));
      await api.register(serveRoutes(dependencies));
      await api.register(dashboardRoutes(dependencies, { printStatement: createStatementPrinter(dependencies) }));
      await api.register(reportRoutes(dependencies));
      await api.register(explainRoutes(dependencies, collectExplainers(dependencies, { profits, trials })));
      await api.register(savedReportRoutes(dependencies));
      await api.register(reportMarkRoutes(dependencies));
      await api.register(statementRoutes(dependencies));
      await api.register(documentRoutes(dependencies));
      await api.register(moneyRoutes(dependencies));
      await api.register(payeesRoutes(dependencies));
      await api.register(refundsRoutes(dependencies));
      await api.register(payerRoutes(dependencies));
      await api.register(letterheadRoutes(dependencies));
      await api.register(settingsRoutes(dependencies));
      await api.register(contactRoutes(dependencies));
      await api.register(customerRoutes(dependencies));
      await api.register(campaignRoutes(dependencies));
      await api.register(todoRoutes({ ...dependencies, findWaitingCreatives: waitingCreativesOf(dependencies) }));
      await api.register(trafficRoutes(dependencies));
      await api.register(trialRoutes(trials));
      await api.register(healthRoutes(dependencies));
      await api.register(outletRoutes(dependencies));
      await api.register(serviceRoutes(dependencies));
      await api.register(alertRoutes(dependencies));
      await api.register(accessKeyRoutes(dependencies));
      await api.register(profitRoutes(dependencies, profits));
      await api.register(importRoutes(dependencies));
      await api.register(userRoutes(dependencies));
      await api.register(colleagueRoutes(dependencies));
      await api.register(singleSignOnRoutes(dependencies));
      await api.register(showcaseRoutes);
      await api.register(auditRoutes(dependencies));
    },
    { prefix: '/api' },
  );
  await app.register(metricsRoutes(dependencies));
  await app.register(securityTextRoutes(dependencies));
  await addWebFiles(app, webFolder, dependencies.config);
  return app;
}
