-- GET /api/reports?from=2026-07-06&to=2026-07-19&metrics=revenue&dimensions=day
-- Scope: owner 1
-- Range: 2026-07-06 to 2026-07-19, 2026-07-05T10:00:00.000Z to 2026-07-20T12:00:00.000Z
-- Days: of each venue (America/Los_Angeles, America/New_York)
-- Reader: cells
-- Sealed: generation 15, 14 weeks, before 2026-11-18
-- Archived: 4 weeks, before 2026-07-27T00:00:00.000Z
-- Late weeks: none

-- Statement 1 of 1: archived sums
-- Scope filter: {'outlets.events':'customer_id = 1','outlets.events_by_campaign':'customer_id = 1','outlets.archived_quarter':'customer_id = 1','outlets.sealed_invalid':'customer_id = 1','outlets.sealed_day':'customer_id = 1','outlets.device_total':'customer_id = 1','outlets.device_recent':'customer_id = 1'}
-- Sent 1 of 2
--   scopeKey = 1
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1783245600000
--   cellsTo = 1784505600000
--   stampFrom = "2026-07-06"
--   stampTo = "2026-07-19"
--   archived = [17, 18, 19]
--   most = 100001
-- Sent 2 of 2
--   scopeKey = 1
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1784505600000
--   cellsTo = 1784548800000
--   stampFrom = "2026-07-06"
--   stampTo = "2026-07-19"
--   archived = [20]
--   most = 100001
SELECT
  toString(local_day) AS k0,
  sumIf(events, kind = 'view' AND true) AS total_views,
  sumIf(events, kind = 'click' AND true) AS total_clicks,
  sumIf(events, kind = 'burn' AND true) AS total_burns,
  sumIf(owner_micros, true) AS total_micros,
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
    intDiv(owner_micros * (events - signed_views), greatest(events, 1)),
    kind = 'view'
    AND flight_id != 0
    AND true
  ) AS total_unsignedMicros
FROM
  archived_quarter
WHERE
  seal IN {archived:Array(UInt32)}
  AND invalid = 'none'
  AND customer_id = {scopeKey:UInt32}
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND (
    ts >= fromUnixTimestamp64Milli({cellsFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({cellsTo:Int64}, 'UTC')
  )
  AND local_day >= {stampFrom:Date}
  AND local_day <= {stampTo:Date}
GROUP BY
  k0
LIMIT
  {most:UInt32};
