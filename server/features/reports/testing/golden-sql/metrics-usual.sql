-- GET /api/reports?range=30d
-- Scope: owner 1
-- Range: 2026-10-23 to 2026-11-21, 2026-10-22T10:00:00.000Z to 2026-11-22T12:00:00.000Z
-- Days: of each venue (America/Los_Angeles, America/New_York)
-- Reader: cells
-- Sealed: generation 15, 14 weeks, before 2026-11-18
-- Archived: 4 weeks, before 2026-07-27T00:00:00.000Z
-- Late weeks: none

-- Statement 1 of 1: single events
-- Scope filter: {'outlets.events':'customer_id = 1','outlets.events_by_campaign':'customer_id = 1','outlets.archived_quarter':'customer_id = 1','outlets.sealed_invalid':'customer_id = 1','outlets.sealed_day':'customer_id = 1','outlets.device_total':'customer_id = 1','outlets.device_recent':'customer_id = 1'}
-- Sent 1 of 3
--   scopeKey = 1
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1792663200000
--   cellsTo = 1794960000000
--   stampFrom = "2026-10-23"
--   stampTo = "2026-11-21"
--   most = 100001
-- Sent 2 of 3
--   scopeKey = 1
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1794960000000
--   cellsTo = 1795261500000
--   stampFrom = "2026-10-23"
--   stampTo = "2026-11-21"
--   most = 100001
-- Sent 3 of 3
--   scopeKey = 1
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1795261500000
--   cellsTo = 1795348800000
--   stampFrom = "2026-10-23"
--   stampTo = "2026-11-21"
--   most = 100001
SELECT
  countIf((kind = 'view' AND invalid = 'none') AND kind != 'reading') AS total_views,
  countIf((kind = 'click' AND invalid = 'none') AND kind != 'reading') AS total_clicks,
  countIf((kind = 'burn' AND invalid = 'none') AND kind != 'reading') AS total_burns,
  sumIf(owner_micros, invalid = 'none') AS total_micros,
  sumIf(energy_milli_wh, invalid = 'none') AS total_energyMilliWh,
  sumIf(
    multiIf(kind = 'view' AND NOT energy_metered, 1, kind = 'reading' AND energy_metered, -1, 0),
    invalid = 'none'
  ) AS total_estimatedViews,
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
  countIf(kind = 'view' AND flight_id != 0 AND NOT signed AND invalid = 'none') AS total_unsignedViews,
  sumIf(owner_micros, kind = 'view' AND flight_id != 0 AND NOT signed AND invalid = 'none') AS total_unsignedMicros
FROM
  events FINAL
WHERE
  true
  AND customer_id = {scopeKey:UInt32}
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND (
    ts >= fromUnixTimestamp64Milli({cellsFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({cellsTo:Int64}, 'UTC')
  )
  AND local_day >= {stampFrom:Date}
  AND local_day <= {stampTo:Date}
LIMIT
  {most:UInt32};
