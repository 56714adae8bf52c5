import { acknowledgeAlert } from '#contract/alerts.ts';
import { request } from './api-client.ts';

/** Acknowledges an alert, on the page To do and on the page Alerts. */
export const sendAcknowledged = (id: string) => request(acknowledgeAlert, { params: { id } });
