import { acknowledgeAlert, unacknowledgeAlert } from '#contract/alerts.ts';
import { request } from '../../lib/api-client.ts';

export const sendAcknowledged = (id: string) => request(acknowledgeAlert, { params: { id } });
export const undoAcknowledged = (id: string) => request(unacknowledgeAlert, { params: { id } });
