-- GET /api/reports?range=7d&metrics=views&dimensions=day,venue
-- Scope: advertiser 3
-- Range: 2026-11-15 to 2026-11-21, 2026-11-15T05:00:00.000Z to 2026-11-22T05:00:00.000Z
-- Days: of the network (America/New_York)
-- Reader: cells
-- Sealed: generation 15, 14 weeks, before 2026-11-18
-- Archived: 4 weeks, before 2026-07-27T00:00:00.000Z
-- Late weeks: none

-- Statement 1 of 3: archived sums
-- Scope filter: {'outlets.events':'advertiser_id = 3','outlets.events_by_campaign':'advertiser_id = 3','outlets.archived_quarter':'advertiser_id = 3','outlets.sealed_invalid':'advertiser_id = 3','outlets.sealed_day':'0','outlets.device_total':'0','outlets.device_recent':'0'}
-- Sent 1 of 1
--   scopeKey = 3
--   withinFrom = 0
--   withinTo = 1785110400000
--   archived = [17, 18, 19, 20]
SELECT
  customer_id AS customerKey,
  groupUniqArrayIf(device_id, invalid = 'none') AS validKeys,
  groupUniqArray(device_id) AS allKeys
FROM
  archived_quarter
WHERE
  seal IN {archived:Array(UInt32)}
  AND true
  AND advertiser_id = {scopeKey:UInt32}
  AND (
    ts >= fromUnixTimestamp64Milli({withinFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({withinTo:Int64}, 'UTC')
  )
GROUP BY
  customerKey;

-- Statement 2 of 3: single events
-- Scope filter: {'outlets.events':'advertiser_id = 3','outlets.events_by_campaign':'advertiser_id = 3','outlets.archived_quarter':'advertiser_id = 3','outlets.sealed_invalid':'advertiser_id = 3','outlets.sealed_day':'0','outlets.device_total':'0','outlets.device_recent':'0'}
-- Sent 1 of 3
--   scopeKey = 3
--   withinFrom = 1785110400000
--   withinTo = 1794960000000
-- Sent 2 of 3
--   scopeKey = 3
--   withinFrom = 1794960000000
--   withinTo = 1795261500000
-- Sent 3 of 3
--   scopeKey = 3
--   withinFrom = 1795261500000
--   withinTo = 7258118400000
SELECT
  customer_id AS customerKey,
  groupUniqArrayIf(device_id, invalid = 'none') AS validKeys,
  groupUniqArray(device_id) AS allKeys
FROM
  events_by_campaign
WHERE
  true
  AND advertiser_id = {scopeKey:UInt32}
  AND (
    ts >= fromUnixTimestamp64Milli({withinFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({withinTo:Int64}, 'UTC')
  )
GROUP BY
  customerKey;

-- Statement 3 of 3: single events
-- Scope filter: {'outlets.events':'advertiser_id = 3','outlets.events_by_campaign':'advertiser_id = 3','outlets.archived_quarter':'advertiser_id = 3','outlets.sealed_invalid':'advertiser_id = 3','outlets.sealed_day':'0','outlets.device_total':'0','outlets.device_recent':'0'}
-- Sent 1 of 3
--   scopeKey = 3
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1794718800000
--   cellsTo = 1794960000000
--   k0_p_0 = [0, 4294967297, 4294967298, 8589934595, 8589934596]
--   k0_g_0 = [0, 2, 0, 1, 0]
--   k1_0 = [1794718800000, 1794805200000, 1794891600000, 1794978000000, 1795064400000, 1795150800000, 1795237200000]
--   most = 100001
-- Sent 2 of 3
--   scopeKey = 3
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1794960000000
--   cellsTo = 1795261500000
--   k0_p_0 = [0, 4294967297, 4294967298, 8589934595, 8589934596]
--   k0_g_0 = [0, 2, 0, 1, 0]
--   k1_0 = [1794718800000, 1794805200000, 1794891600000, 1794978000000, 1795064400000, 1795150800000, 1795237200000]
--   most = 100001
-- Sent 3 of 3
--   scopeKey = 3
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1795261500000
--   cellsTo = 1795323600000
--   k0_p_0 = [0, 4294967297, 4294967298, 8589934595, 8589934596]
--   k0_g_0 = [0, 2, 0, 1, 0]
--   k1_0 = [1794718800000, 1794805200000, 1794891600000, 1794978000000, 1795064400000, 1795150800000, 1795237200000]
--   most = 100001
SELECT
  transform(
    roundDown(bitOr(bitShiftLeft(toUInt64(customer_id), 32), toUInt64(device_id)), {k0_p_0:Array(UInt64)}),
    {k0_p_0:Array(UInt64)},
    {k0_g_0:Array(UInt32)},
    toUInt32(0)
  ) AS k0,
  roundDown(toUnixTimestamp64Milli(ts), {k1_0:Array(Int64)}) AS k1,
  countIf((kind = 'view' AND true) AND kind != 'reading') AS total_views,
  countIf((kind = 'click' AND true) AND kind != 'reading') AS total_clicks,
  countIf((kind = 'burn' AND true) AND kind != 'reading') AS total_burns,
  sumIf(amount_micros, true) AS total_micros,
  0 AS total_energyMilliWh,
  0 AS total_estimatedViews,
  countIf((kind = 'view') AND kind != 'reading') AS total_allViews,
  countIf(
    (
      kind = 'view'
      AND toString(invalid) IN (
        'play_forged',
        'play_elsewhere',
        'play_mismatch',
        'click_pattern',
        'energy_pattern',
        'interval_pattern',
        'fingerprint_pattern',
        'closed_hours',
        'distant_venues',
        'many_addresses',
        'outlet_share'
      )
    )
    AND kind != 'reading'
  ) AS total_sophisticatedViews,
  countIf(kind = 'view' AND flight_id != 0 AND NOT signed AND true) AS total_unsignedViews,
  sumIf(amount_micros, kind = 'view' AND flight_id != 0 AND NOT signed AND true) AS total_unsignedMicros
FROM
  events_by_campaign FINAL
WHERE
  invalid = 'none'
  AND advertiser_id = {scopeKey:UInt32}
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND (
    ts >= fromUnixTimestamp64Milli({cellsFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({cellsTo:Int64}, 'UTC')
  )
GROUP BY
  k0,
  k1
LIMIT
  {most:UInt32};
