-- GET /api/reports?range=7d&metrics=views&dimensions=day
-- Scope: everything
-- Range: 2026-11-15 to 2026-11-21, 2026-11-15T05:00:00.000Z to 2026-11-22T05:00:00.000Z
-- Days: of the network (America/New_York)
-- Reader: cells
-- Sealed: generation 15, 14 weeks, before 2026-11-18
-- Archived: 4 weeks, before 2026-07-27T00:00:00.000Z
-- Late weeks: none

-- Statement 1 of 1: single events
-- Scope filter: none, everything is in scope
-- Sent 1 of 3
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1794718800000
--   cellsTo = 1794960000000
--   k0_0 = [1794718800000, 1794805200000, 1794891600000, 1794978000000, 1795064400000, 1795150800000, 1795237200000]
--   most = 100001
-- Sent 2 of 3
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1794960000000
--   cellsTo = 1795261500000
--   k0_0 = [1794718800000, 1794805200000, 1794891600000, 1794978000000, 1795064400000, 1795150800000, 1795237200000]
--   most = 100001
-- Sent 3 of 3
--   everyCustomer = true
--   customers = [0]
--   cellsFrom = 1795261500000
--   cellsTo = 1795323600000
--   k0_0 = [1794718800000, 1794805200000, 1794891600000, 1794978000000, 1795064400000, 1795150800000, 1795237200000]
--   most = 100001
SELECT
  roundDown(toUnixTimestamp64Milli(ts), {k0_0:Array(Int64)}) AS k0,
  countIf((kind = 'view' AND true) AND kind != 'reading') AS total_views,
  countIf((kind = 'click' AND true) AND kind != 'reading') AS total_clicks,
  countIf((kind = 'burn' AND true) AND kind != 'reading') AS total_burns,
  sumIf(amount_micros, true) AS total_micros,
  sumIf(energy_milli_wh, true) AS total_energyMilliWh,
  sumIf(multiIf(kind = 'view' AND NOT energy_metered, 1, kind = 'reading' AND energy_metered, -1, 0), true) AS total_estimatedViews,
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
  events FINAL
WHERE
  invalid = 'none'
  AND true
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND (
    ts >= fromUnixTimestamp64Milli({cellsFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({cellsTo:Int64}, 'UTC')
  )
GROUP BY
  k0
LIMIT
  {most:UInt32};
