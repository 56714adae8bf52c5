import { type ContractTrial, tryContracts } from '#contract/trial.ts';
import { request } from '../../lib/api-client.ts';

/** Runs a contract trial. If the signal aborts, the server stops reading. */
export const sendContractTrial = (body: ContractTrial, signal: AbortSignal) => request(tryContracts, { body, signal });
