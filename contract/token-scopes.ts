import * as Type from 'typebox';

/** The areas of the API. A token can have read access, write access, or both, for each area. */
export const SCOPE_AREAS = ['reports', 'campaigns', 'network', 'money', 'people', 'system'] as const;
export type ScopeArea = (typeof SCOPE_AREAS)[number];
export type TokenScope = `${ScopeArea}:${'read' | 'write'}`;

/**
 * Every scope, with read before write in each area. Write access does not include read access; a token can have both
 * scopes.
 */
export const TOKEN_SCOPES = SCOPE_AREAS.flatMap((area) => [`${area}:read`, `${area}:write`] as const);

/** The scope whose tokens need a second administrator's approval. */
export const APPROVED_SCOPE = 'money:write' satisfies TokenScope;

export const TokenScopeSchema = Type.Enum(TOKEN_SCOPES);
