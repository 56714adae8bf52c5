import type * as Type from 'typebox';

/**
 * What somebody may do for the own organisation, and administrators for all. `advertiser` and `property` read and export,
 * whatever the method: any standing, and "no role". Whatever changes something is for managers: of either kind of
 * customer (`manager`), or of one.
 */
export type OrganisationRight = 'manager' | 'advertiser' | 'advertiser-manager' | 'property' | 'property-manager';

/** Who may call an endpoint. `session` is any signed-in account; `data` is every role that may read figures. */
export type Allowed =
  | 'anyone'
  | 'session'
  | 'data'
  | OrganisationRight
  | 'admin'
  | 'outlet-key'
  | 'print-ticket'
  | 'metrics-token';

/** One endpoint: the server registers it, the browser calls it, OpenAPI describes it. Paths lie under `/api`, but for `/metrics`. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly allowed: Allowed;
  readonly summary: string;
  readonly schema: {
    readonly params?: Type.TSchema;
    readonly querystring?: Type.TSchema;
    readonly body?: Type.TSchema;
    readonly response?: Readonly<Record<number, Type.TSchema>>;
  };
  /** Parts that the server reads or writes by hand, unchecked by a schema: they only stand in the description. */
  readonly documented?: {
    readonly body?: Type.TSchema;
    /** Media types of the body, when it is not just JSON. */
    readonly consumes?: readonly string[];
    readonly response?: Readonly<Record<number, Type.TSchema>>;
  };
};
