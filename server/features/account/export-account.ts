import type { Dependencies } from '../../dependencies.ts';
import {
  findOwnActivity,
  findOwnIdentities,
  findOwnPicture,
  findOwnSecondFactor,
  findOwnSessions,
  findProfile,
} from './accounts-queries.ts';

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Everything kept about a person, readable by people and programs, without secrets (docs/threat-model.md#h2). */
export async function exportAccountData(
  { accounts, now }: Pick<Dependencies, 'accounts' | 'now'>,
  userId: string,
): Promise<Record<string, unknown>> {
  const user = await findProfile(accounts, userId);
  const sessions = await findOwnSessions(accounts, userId);
  const identities = await findOwnIdentities(accounts, userId);
  const factor = await findOwnSecondFactor(accounts, userId);
  const activity = await findOwnActivity(accounts, userId);
  const picture = await findOwnPicture(accounts, userId);
  return {
    exportedAt: iso(now()),
    profile: user && {
      id: user.id,
      firstName: user.first_name,
      lastName: user.last_name,
      email: user.email,
      emailVerified: user.email_verified === 1,
      phoneNumber: user.phone_number,
      role: user.role,
      customer: user.customer,
      provider: user.provider,
      createdAt: iso(user.created_at),
      updatedAt: iso(user.updated_at),
    },
    preferences: user && { timeZone: user.time_zone, themeColor: user.theme_color, colorScheme: user.color_scheme },
    secondFactorSince: iso(factor?.confirmed_at ?? null),
    sessions: sessions.map(({ created_at, last_used_at, ended_at, ip, user_agent, method }) => ({
      ...{ startedAt: iso(created_at), lastUsedAt: iso(last_used_at), endedAt: iso(ended_at) },
      ...{ ip, browser: user_agent, method },
    })),
    providers: identities.map(({ provider, issuer, email, created_at, last_used_at }) => ({
      ...{ provider, issuer, email, connectedAt: iso(created_at), lastUsedAt: iso(last_used_at) },
    })),
    activity: activity.map(({ at, ...rest }) => ({ at: iso(at), ...rest })),
    picture: picture ? `data:image/webp;base64,${picture.image}` : null,
  };
}
