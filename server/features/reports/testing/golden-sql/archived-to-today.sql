-- GET /api/reports?from=2026-07-06&to=2026-11-21&metrics=revenue&dimensions=flight
-- Scope: advertiser 3
-- Range: 2026-07-06 to 2026-11-21, 2026-07-06T04:00:00.000Z to 2026-11-22T05:00:00.000Z
-- Days: of the network (America/New_York)
-- Reader: cells
-- Sealed: generation 15, 14 weeks, before 2026-11-18
-- Archived: 4 weeks, before 2026-07-27T00:00:00.000Z
-- Late weeks: none

-- Statement 1 of 2: archived sums
-- Scope filter: {'outlets.events':'advertiser_id = 3','outlets.events_by_campaign':'advertiser_id = 3','outlets.archived_quarter':'advertiser_id = 3','outlets.sealed_invalid':'advertiser_id = 3','outlets.sealed_day':'0','outlets.device_total':'0','outlets.device_recent':'0'}
-- Sent 1 of 1
--   scopeKey = 3
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1783310400000
--   cellsTo = 1785110400000
--   archived = [18, 19, 20]
--   most = 100001
SELECT
  flight_id AS k0,
  sumIf(events, kind = 'view' AND true) AS total_views,
  sumIf(events, kind = 'click' AND true) AS total_clicks,
  sumIf(events, kind = 'burn' AND true) AS total_burns,
  sumIf(amount_micros, true) AS total_micros,
  0 AS total_energyMilliWh,
  0 AS total_estimatedViews,
  sumIf(events, kind = 'view') AS total_allViews,
  sumIf(
    events,
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
  ) AS total_sophisticatedViews,
  sumIf(events - signed_views, kind = 'view' AND flight_id != 0 AND true) AS total_unsignedViews,
  sumIf(
    intDiv(amount_micros * (events - signed_views), greatest(events, 1)),
    kind = 'view'
    AND flight_id != 0
    AND true
  ) AS total_unsignedMicros
FROM
  archived_quarter
WHERE
  seal IN {archived:Array(UInt32)}
  AND invalid = 'none'
  AND advertiser_id = {scopeKey:UInt32}
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND (
    ts >= fromUnixTimestamp64Milli({cellsFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({cellsTo:Int64}, 'UTC')
  )
GROUP BY
  k0
LIMIT
  {most:UInt32};

-- Statement 2 of 2: single events
-- Scope filter: {'outlets.events':'advertiser_id = 3','outlets.events_by_campaign':'advertiser_id = 3','outlets.archived_quarter':'advertiser_id = 3','outlets.sealed_invalid':'advertiser_id = 3','outlets.sealed_day':'0','outlets.device_total':'0','outlets.device_recent':'0'}
-- Sent 1 of 3
--   scopeKey = 3
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1785110400000
--   cellsTo = 1794960000000
--   most = 100001
-- Sent 2 of 3
--   scopeKey = 3
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1794960000000
--   cellsTo = 1795261500000
--   most = 100001
-- Sent 3 of 3
--   scopeKey = 3
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1795261500000
--   cellsTo = 1795323600000
--   most = 100001
SELECT
  flight_id AS k0,
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
  k0
LIMIT
  {most:UInt32};
