-- GET /api/reports?from=2026-07-06&to=2026-07-19&metrics=visitors
-- Scope: everything
-- Range: 2026-07-06 to 2026-07-19, 2026-07-06T04:00:00.000Z to 2026-07-20T04:00:00.000Z
-- Days: of the network (America/New_York)
-- Reader: cells
-- Sealed: generation 15, 14 weeks, before 2026-11-18
-- Archived: 4 weeks, before 2026-07-27T00:00:00.000Z
-- Late weeks: none

-- Statement 1 of 2: archived sums
-- Scope filter: none, everything is in scope
-- Sent 1 of 1, 2 times
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1783310400000
--   cellsTo = 1784520000000
--   archived = [18, 19, 20]
--   most = 100001
SELECT
  1 AS one
FROM
  archived_quarter
WHERE
  seal IN {archived:Array(UInt32)}
  AND invalid = 'none'
  AND true
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND (
    ts >= fromUnixTimestamp64Milli({cellsFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({cellsTo:Int64}, 'UTC')
  )
  AND kind = 'view'
  AND invalid = 'none'
LIMIT
  1;

-- Statement 2 of 2: archived sums
-- Scope filter: none, everything is in scope
-- Sent 1 of 2
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1783310400000
--   cellsTo = 1784505600000
--   archived = [18, 19]
--   most = 100001
-- Sent 2 of 2
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1784505600000
--   cellsTo = 1784520000000
--   archived = [20]
--   most = 100001
SELECT
  sumIf(events, kind = 'view' AND true) AS total_views,
  sumIf(events, kind = 'click' AND true) AS total_clicks,
  sumIf(events, kind = 'burn' AND true) AS total_burns,
  sumIf(amount_micros, true) AS total_micros,
  sumIf(energy_milli_wh, true) AS total_energyMilliWh,
  sumIf(estimated_views, true) AS total_estimatedViews,
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
  AND true
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND (
    ts >= fromUnixTimestamp64Milli({cellsFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({cellsTo:Int64}, 'UTC')
  )
LIMIT
  {most:UInt32};
