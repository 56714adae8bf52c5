/**
 * Maximum number of networks (usually of one provider) from which a key may be used within an hour. An outlet has a
 * single connection, and a mobile connection changes its network a few times. A gateway's key may be used at several
 * venues.
 */
export const ADDRESSES = { outlet: 4, gateway: 24 } as const;
