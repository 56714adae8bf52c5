import type { Dependencies } from '../../dependencies.ts';
import { findApiTokensOf } from '../../sign-in/api-token-queries.ts';
import {
  findOwnActivity,
  findOwnIdentities,
  findOwnPasskeys,
  findOwnPicture,
  findOwnReportLinks,
  findOwnReportNotes,
  findOwnReports,
  findOwnSecondFactor,
  findOwnSessions,
  findProfile,
} from './account-queries.ts';

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Everything stored about a person, readable by people and programs, without secrets (docs/threat-model.md#h2). */
export async function exportAccountData(
  { accounts, now }: Pick<Dependencies, 'accounts' | 'now'>,
  userId: string,
): Promise<Record<string, unknown>> {
  const user = await findProfile(accounts, userId);
  const sessions = await findOwnSessions(accounts, userId);
  const identities = await findOwnIdentities(accounts, userId);
  const factor = await findOwnSecondFactor(accounts, userId);
  const passkeys = await findOwnPasskeys(accounts, userId);
  const activity = await findOwnActivity(accounts, userId);
  const picture = await findOwnPicture(accounts, userId);
  const tokens = await findApiTokensOf(accounts, userId);
  const reports = await findOwnReports(accounts, userId);
  const links = await findOwnReportLinks(accounts, userId);
  const notes = await findOwnReportNotes(accounts, userId);
  return {
    exported_at: iso(now()),
    profile: user && {
      id: user.id,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      email_verified: user.email_verified === 1,
      phone_number: user.phone_number,
      role: user.role,
      customer: user.customer,
      provider: user.provider,
      created_at: iso(user.created_at),
      updated_at: iso(user.updated_at),
    },
    preferences: user && { time_zone: user.time_zone, theme_color: user.theme_color, color_scheme: user.color_scheme },
    second_factor_since: iso(factor?.confirmed_at ?? null),
    passkeys: passkeys.map(({ name, synced, created_at, last_used_at }) => ({
      name,
      synced: synced === 1,
      added_at: iso(created_at),
      last_used_at: iso(last_used_at),
    })),
    sessions: sessions.map(({ created_at, last_used_at, ended_at, ip, user_agent, method }) => ({
      started_at: iso(created_at),
      last_used_at: iso(last_used_at),
      ended_at: iso(ended_at),
      ip,
      browser: user_agent,
      method,
    })),
    providers: identities.map(({ provider, issuer, email, created_at, last_used_at }) => ({
      provider,
      issuer,
      email,
      connected_at: iso(created_at),
      last_used_at: iso(last_used_at),
    })),
    api_tokens: tokens.map(({ name, prefix, created_at, expires_at, last_used_at }) => ({
      name,
      prefix,
      made_at: iso(created_at),
      expires_at: iso(expires_at),
      last_used_at: iso(last_used_at),
    })),
    saved_reports: reports.map(({ name, question, shared, created_at, updated_at }) => ({
      name,
      question: JSON.parse(question) as unknown,
      shared: shared === 1,
      saved_at: iso(created_at),
      changed_at: iso(updated_at),
    })),
    report_links: links.map(({ prefix, question, created_at, expires_at, revoked_at, views }) => ({
      prefix,
      question: JSON.parse(question) as unknown,
      views,
      made_at: iso(created_at),
      expires_at: iso(expires_at),
      revoked_at: iso(revoked_at),
    })),
    report_notes: notes.map(({ day, words, created_at }) => ({ day, words, written_at: iso(created_at) })),
    activity: activity.map(({ at, ...rest }) => ({ at: iso(at), ...rest })),
    picture: picture ? `data:image/webp;base64,${picture.image}` : null,
  };
}
