-- GET /api/reports?range=30d&metrics=views,uptime&dimensions=outlet
-- Scope: owner 1
-- Range: 2026-10-23 to 2026-11-21, 2026-10-22T10:00:00.000Z to 2026-11-22T12:00:00.000Z
-- Days: of each venue (America/Los_Angeles, America/New_York)
-- Reader: sums by outlet
-- Sealed: generation 15, 14 weeks, before 2026-11-18
-- Archived: 4 weeks, before 2026-07-27T00:00:00.000Z
-- Late weeks: none
-- Uptime: from the contacts in the accounts store

-- Statement 1 of 3: sealed rollups
-- Scope filter: {'outlets.events':'customer_id = 1','outlets.events_by_campaign':'customer_id = 1','outlets.archived_quarter':'customer_id = 1','outlets.sealed_invalid':'customer_id = 1','outlets.sealed_day':'customer_id = 1','outlets.device_total':'customer_id = 1','outlets.device_recent':'customer_id = 1'}
-- Sent 1 of 2
--   scopeKey = 1
--   everyCustomer = true
--   customers = [0]
--   everyOutlet = true
--   outlets = [0]
--   byOutlet = true
--   fromDay = "2026-10-23"
--   toDay = "2026-11-18"
--   seals = [10, 11, 12, 13, 14]
-- Sent 2 of 2
--   scopeKey = 1
--   everyCustomer = true
--   customers = [0]
--   everyOutlet = true
--   outlets = [0]
--   byOutlet = true
--   fromDay = "2026-10-24"
--   toDay = "2026-11-18"
--   seals = [10, 11, 12, 13, 14]
SELECT
  customer_id AS customerKey,
  if({byOutlet:Bool}, device_id, 0) AS outletKey,
  sum(views) AS total_views,
  sum(clicks) AS total_clicks,
  sum(burns) AS total_burns,
  sum(owner_micros) AS total_micros,
  sum(energy_milli_wh) AS total_energyMilliWh,
  sum(estimated_views) AS total_estimatedViews
FROM
  sealed_day
WHERE
  customer_id = {scopeKey:UInt32}
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND ({everyOutlet:Bool} OR device_id IN {outlets:Array(UInt32)})
  AND seal IN {seals:Array(UInt32)}
  AND day >= {fromDay:Date}
  AND day < {toDay:Date}
GROUP BY
  customerKey,
  outletKey;

-- Statement 2 of 3: single events
-- Scope filter: {'outlets.events':'customer_id = 1','outlets.events_by_campaign':'customer_id = 1','outlets.archived_quarter':'customer_id = 1','outlets.sealed_invalid':'customer_id = 1','outlets.sealed_day':'customer_id = 1','outlets.device_total':'customer_id = 1','outlets.device_recent':'customer_id = 1'}
-- Sent 1 of 1
--   scopeKey = 1
--   everyCustomer = true
--   customers = [0]
--   everyOutlet = true
--   outlets = [0]
--   totalHeadFrom = 1792663200000
--   totalHeadTo = 1792800000000
--   totalTailFrom = 1794960000000
--   totalTailTo = 1795261500000
--   todayFrom = 1795168800000
--   todayTo = 1795261500000
--   ratedHeadFrom = 1792670400000
--   ratedHeadTo = 1792713600000
--   ratedTailFrom = 1794960000000
--   ratedTailTo = 1795261500000
--   byOutlet = true
--   byLocalDay = true
WITH
  (
    (
      ts >= fromUnixTimestamp64Milli({totalHeadFrom:Int64}, 'UTC')
      AND ts < fromUnixTimestamp64Milli({totalHeadTo:Int64}, 'UTC')
    )
    OR (
      ts >= fromUnixTimestamp64Milli({totalTailFrom:Int64}, 'UTC')
      AND ts < fromUnixTimestamp64Milli({totalTailTo:Int64}, 'UTC')
    )
  ) AS in_total,
  (
    ts >= fromUnixTimestamp64Milli({todayFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({todayTo:Int64}, 'UTC')
  ) AS in_today,
  (
    (
      ts >= fromUnixTimestamp64Milli({ratedHeadFrom:Int64}, 'UTC')
      AND ts < fromUnixTimestamp64Milli({ratedHeadTo:Int64}, 'UTC')
    )
    OR (
      ts >= fromUnixTimestamp64Milli({ratedTailFrom:Int64}, 'UTC')
      AND ts < fromUnixTimestamp64Milli({ratedTailTo:Int64}, 'UTC')
    )
  ) AS in_rated
SELECT
  customer_id AS customerKey,
  if({byOutlet:Bool}, device_id, 0) AS outletKey,
  if({byLocalDay:Bool}, toString(local_day), '') AS localDay,
  countIf((kind = 'view' AND in_total) AND kind != 'reading') AS total_views,
  countIf((kind = 'click' AND in_total) AND kind != 'reading') AS total_clicks,
  countIf((kind = 'burn' AND in_total) AND kind != 'reading') AS total_burns,
  sumIf(owner_micros, in_total) AS total_micros,
  sumIf(energy_milli_wh, in_total) AS total_energyMilliWh,
  sumIf(
    multiIf(kind = 'view' AND NOT energy_metered, 1, kind = 'reading' AND energy_metered, -1, 0),
    in_total
  ) AS total_estimatedViews,
  countIf((kind = 'view' AND in_today) AND kind != 'reading') AS today_views,
  countIf((kind = 'click' AND in_today) AND kind != 'reading') AS today_clicks,
  countIf((kind = 'burn' AND in_today) AND kind != 'reading') AS today_burns,
  sumIf(owner_micros, in_today) AS today_micros,
  sumIf(energy_milli_wh, in_today) AS today_energyMilliWh,
  sumIf(
    multiIf(kind = 'view' AND NOT energy_metered, 1, kind = 'reading' AND energy_metered, -1, 0),
    in_today
  ) AS today_estimatedViews,
  countIf((kind = 'view' AND in_rated) AND kind != 'reading') AS ratedViews,
  countIf((kind = 'burn' AND in_rated) AND kind != 'reading') AS ratedBurns
FROM
  events FINAL
WHERE
  invalid = 'none'
  AND customer_id = {scopeKey:UInt32}
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND ({everyOutlet:Bool} OR device_id IN {outlets:Array(UInt32)})
  AND (in_total OR in_today OR in_rated)
GROUP BY
  customerKey,
  outletKey,
  localDay;

-- Statement 3 of 3: single events
-- Scope filter: {'outlets.events':'customer_id = 1','outlets.events_by_campaign':'customer_id = 1','outlets.archived_quarter':'customer_id = 1','outlets.sealed_invalid':'customer_id = 1','outlets.sealed_day':'customer_id = 1','outlets.device_total':'customer_id = 1','outlets.device_recent':'customer_id = 1'}
-- Sent 1 of 1
--   scopeKey = 1
--   everyCustomer = true
--   customers = [0]
--   everyOutlet = true
--   outlets = [0]
--   totalTailFrom = 1795261500000
--   totalTailTo = 1795348800000
--   todayFrom = 1795261500000
--   todayTo = 1795356000000
--   ratedTailFrom = 1795261500000
--   ratedTailTo = 7258118400000
--   byOutlet = true
--   byLocalDay = true
WITH
  (
    (
      ts >= fromUnixTimestamp64Milli({totalTailFrom:Int64}, 'UTC')
      AND ts < fromUnixTimestamp64Milli({totalTailTo:Int64}, 'UTC')
    )
  ) AS in_total,
  (
    ts >= fromUnixTimestamp64Milli({todayFrom:Int64}, 'UTC')
    AND ts < fromUnixTimestamp64Milli({todayTo:Int64}, 'UTC')
  ) AS in_today,
  (
    (
      ts >= fromUnixTimestamp64Milli({ratedTailFrom:Int64}, 'UTC')
      AND ts < fromUnixTimestamp64Milli({ratedTailTo:Int64}, 'UTC')
    )
  ) AS in_rated
SELECT
  customer_id AS customerKey,
  if({byOutlet:Bool}, device_id, 0) AS outletKey,
  if({byLocalDay:Bool}, toString(local_day), '') AS localDay,
  countIf((kind = 'view' AND in_total) AND kind != 'reading') AS total_views,
  countIf((kind = 'click' AND in_total) AND kind != 'reading') AS total_clicks,
  countIf((kind = 'burn' AND in_total) AND kind != 'reading') AS total_burns,
  sumIf(owner_micros, in_total) AS total_micros,
  sumIf(energy_milli_wh, in_total) AS total_energyMilliWh,
  sumIf(
    multiIf(kind = 'view' AND NOT energy_metered, 1, kind = 'reading' AND energy_metered, -1, 0),
    in_total
  ) AS total_estimatedViews,
  countIf((kind = 'view' AND in_today) AND kind != 'reading') AS today_views,
  countIf((kind = 'click' AND in_today) AND kind != 'reading') AS today_clicks,
  countIf((kind = 'burn' AND in_today) AND kind != 'reading') AS today_burns,
  sumIf(owner_micros, in_today) AS today_micros,
  sumIf(energy_milli_wh, in_today) AS today_energyMilliWh,
  sumIf(
    multiIf(kind = 'view' AND NOT energy_metered, 1, kind = 'reading' AND energy_metered, -1, 0),
    in_today
  ) AS today_estimatedViews,
  countIf((kind = 'view' AND in_rated) AND kind != 'reading') AS ratedViews,
  countIf((kind = 'burn' AND in_rated) AND kind != 'reading') AS ratedBurns
FROM
  events FINAL
WHERE
  invalid = 'none'
  AND customer_id = {scopeKey:UInt32}
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND ({everyOutlet:Bool} OR device_id IN {outlets:Array(UInt32)})
  AND (in_total OR in_today OR in_rated)
GROUP BY
  customerKey,
  outletKey,
  localDay;
