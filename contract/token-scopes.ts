import * as Type from 'typebox';

/** The areas of the API, with the meaning of read and write access. */
export const SCOPE_AREAS = ['reports', 'campaigns', 'network', 'money', 'people', 'system'] as const;
export type ScopeArea = (typeof SCOPE_AREAS)[number];
export type TokenScope = `${ScopeArea}:${'read' | 'write'}`;

/** Every scope, reads first within an area. Write access does not include read access; a token can have both. */
export const TOKEN_SCOPES = SCOPE_AREAS.flatMap((area) => [`${area}:read`, `${area}:write`] as const);

/** A token with this scope needs the approval of a second administrator. */
export const APPROVED_SCOPE = 'money:write' satisfies TokenScope;

export const TokenScopeSchema = Type.Enum(TOKEN_SCOPES);
