/**
 * Number of networks (usually of one provider) from which a key may be used within an hour. An outlet has one
 * connection, and a mobile one changes its network a few times. A gateway's key may be used at several venues.
 */
export const ADDRESSES = { outlet: 4, gateway: 24 } as const;
