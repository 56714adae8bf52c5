import { type ContractTrial, tryContracts } from '#contract/trial.ts';
import { request } from '../../lib/api-client.ts';

/** Can be given up: the server then stops reading. */
export const sendContractTrial = (body: ContractTrial, signal: AbortSignal) => request(tryContracts, { body, signal });
