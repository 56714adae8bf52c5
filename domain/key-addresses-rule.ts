/**
 * Networks (usually of one provider) that one key may use within an hour. An outlet has one connection, and a mobile
 * one changes its network a few times. A gateway's key may be used at several venues.
 */
export const ADDRESSES = { outlet: 4, gateway: 24 } as const;
