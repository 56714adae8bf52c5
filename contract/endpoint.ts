import type * as Type from 'typebox';
import type { TokenScope } from './token-scopes.ts';

/**
 * A right within the user's organization. Administrators have it for all organizations. `advertiser` and `property`
 * allow reading and exporting, with any method: any organization role, and "no role". Changes require a manager at
 * either kind of customer (`manager`), or at one kind.
 */
export type OrganisationRight = 'manager' | 'advertiser' | 'advertiser-manager' | 'property' | 'property-manager';

/** The callers of an endpoint. `session` is any signed-in account; `data` is every role that may read figures. */
export type Allowed =
  | 'anyone'
  | 'session'
  | 'data'
  | OrganisationRight
  | 'admin'
  | 'outlet-key'
  | 'print-ticket'
  | 'metrics-token';

/**
 * An endpoint: the server registers it, the browser calls it, and OpenAPI describes it. Paths are under `/api`, except
 * `/metrics` and `/.well-known`.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly allowed: Allowed;
  /**
   * The scope that an API token needs: an area, and read or write. `any` accepts every token. `none` accepts no token:
   * the call needs a session or ignores tokens.
   */
  readonly tokenScope: TokenScope | 'any' | 'none';
  /** Whether the session must have confirmed the password or second factor within FRESH_LOGIN_MINUTES. */
  readonly stepUp?: true;
  readonly summary: string;
  readonly schema: {
    readonly params?: Type.TSchema;
    readonly querystring?: Type.TSchema;
    readonly body?: Type.TSchema;
    readonly response?: Readonly<Record<number, Type.TSchema>>;
  };
  /** Parts that the server processes without a schema. They appear only in the API description. */
  readonly documented?: {
    readonly body?: Type.TSchema;
    /** Accepted media types of the body, if there are any besides JSON. */
    readonly consumes?: readonly string[];
    readonly response?: Readonly<Record<number, Type.TSchema>>;
  };
};
