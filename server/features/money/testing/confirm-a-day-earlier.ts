import { DAY_MS } from '#domain/durations.ts';
import type { TestApp } from '../../../testing/create-test-app.ts';

/**
 * Moves the confirmation of all accounts back by a day. The clock does not change, because a session lasts less than a
 * day.
 */
export async function confirmADayEarlier({ accounts }: Pick<TestApp, 'accounts'>): Promise<void> {
  await accounts
    .updateTable('payee_seals')
    .set((eb) => ({ confirmed_at: eb('confirmed_at', '-', DAY_MS) }))
    .execute();
}
