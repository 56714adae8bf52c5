import type { OnboardingStep, OnboardingSteps } from '#contract/onboarding.ts';
import type { Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  findCustomerAccount,
  findFirstCustomer,
  findFlight,
  findGoodKey,
  findSite,
  findStandingOutlet,
} from './onboarding-queries.ts';

type Reading = Pick<Dependencies, 'accounts' | 'now'> & {
  readonly hasEvent: (scope: Scope) => Promise<boolean>;
};
type Reader = { readonly scope: Scope; readonly isAdmin: boolean };

/**
 * The onboarding steps that are done. A reader without administration rights sees only what their own figures wait for.
 */
export async function tellFirstSteps(reading: Reading, { scope, isAdmin }: Reader): Promise<OnboardingSteps> {
  const { accounts, hasEvent } = reading;
  const event = { step: 'event', done: await hasEvent(scope) } as const;
  if (isAdmin) return { data: await stepsOfAdmin(reading, event) };
  if (scope.kind === 'advertiser')
    return { data: [{ step: 'campaign', done: (await findFlight(accounts, scope.customerId)) !== undefined }, event] };
  const outlet = await findStandingOutlet(accounts, scope.kind === 'owner' ? scope.customerId : null);
  return { data: [{ step: 'outlets', done: outlet !== undefined }, event] };
}

async function stepsOfAdmin({ accounts, now }: Reading, event: OnboardingStep): Promise<OnboardingStep[]> {
  const [site, outlet, key, flight, account, owner, advertiser] = await Promise.all([
    findSite(accounts),
    findStandingOutlet(accounts, null),
    findGoodKey(accounts, now()),
    findFlight(accounts, null),
    findCustomerAccount(accounts),
    findFirstCustomer(accounts, 'property'),
    findFirstCustomer(accounts, 'advertiser'),
  ]);
  const at = (customerId: string | undefined) => (customerId === undefined ? {} : { customer_id: customerId });
  return [
    { step: 'site', done: site !== undefined, ...at(owner?.id) },
    { step: 'outlets', done: outlet !== undefined, ...at(site?.customerId) },
    { step: 'keys', done: key !== undefined, ...(outlet === undefined ? {} : { outlet_id: outlet.id }) },
    { step: 'campaign', done: flight !== undefined, ...at(advertiser?.id) },
    event,
    { step: 'account', done: account !== undefined, ...at(owner?.id) },
  ];
}
