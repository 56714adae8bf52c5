-- GET /api/reports?range=30d&metrics=views,revenue&cid=<alpha>
-- Scope: advertiser 3, customer 1
-- Range: 2026-10-23 to 2026-11-21, 2026-10-23T04:00:00.000Z to 2026-11-22T05:00:00.000Z
-- Days: of the network (America/New_York)
-- Reader: sums by outlet
-- Sealed: generation 15, 14 weeks, before 2026-11-18
-- Archived: 4 weeks, before 2026-07-27T00:00:00.000Z
-- Late weeks: none

-- Statement 1 of 5: archived sums
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

-- Statement 2 of 5: single events
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

-- Statement 3 of 5: single events
-- Scope filter: {'outlets.events':'advertiser_id = 3','outlets.events_by_campaign':'advertiser_id = 3','outlets.archived_quarter':'advertiser_id = 3','outlets.sealed_invalid':'advertiser_id = 3','outlets.sealed_day':'0','outlets.device_total':'0','outlets.device_recent':'0'}
-- Sent 1 of 1
--   scopeKey = 3
--   everyCustomer = false
--   customers = [1]
--   everyOutlet = true
--   outlets = [0]
--   totalHeadFrom = 1792728000000
--   totalHeadTo = 1792800000000
--   totalTailFrom = 1794960000000
--   totalTailTo = 1795261500000
--   todayFrom = 1795237200000
--   todayTo = 1795261500000
--   ratedHeadFrom = 1792670400000
--   ratedHeadTo = 1792713600000
--   ratedTailFrom = 1794960000000
--   ratedTailTo = 1795261500000
--   byOutlet = true
--   byLocalDay = false
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
  sumIf(amount_micros, in_total) AS total_micros,
  0 AS total_energyMilliWh,
  0 AS total_estimatedViews,
  countIf((kind = 'view' AND in_today) AND kind != 'reading') AS today_views,
  countIf((kind = 'click' AND in_today) AND kind != 'reading') AS today_clicks,
  countIf((kind = 'burn' AND in_today) AND kind != 'reading') AS today_burns,
  sumIf(amount_micros, in_today) AS today_micros,
  0 AS today_energyMilliWh,
  0 AS today_estimatedViews,
  countIf((kind = 'view' AND in_rated) AND kind != 'reading') AS ratedViews,
  countIf((kind = 'burn' AND in_rated) AND kind != 'reading') AS ratedBurns
FROM
  events_by_campaign FINAL
WHERE
  invalid = 'none'
  AND advertiser_id = {scopeKey:UInt32}
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND ({everyOutlet:Bool} OR device_id IN {outlets:Array(UInt32)})
  AND (in_total OR in_today OR in_rated)
GROUP BY
  customerKey,
  outletKey,
  localDay;

-- Statement 4 of 5: single events
-- Scope filter: {'outlets.events':'advertiser_id = 3','outlets.events_by_campaign':'advertiser_id = 3','outlets.archived_quarter':'advertiser_id = 3','outlets.sealed_invalid':'advertiser_id = 3','outlets.sealed_day':'0','outlets.device_total':'0','outlets.device_recent':'0'}
-- Sent 1 of 2
--   scopeKey = 3
--   everyCustomer = true
--   customers = [0]
--   everyOutlet = true
--   outlets = [0]
--   totalTailFrom = 1792713600000
--   totalTailTo = 1794960000000
--   byOutlet = true
--   byLocalDay = false
-- Sent 2 of 2
--   scopeKey = 3
--   everyCustomer = true
--   customers = [0]
--   everyOutlet = true
--   outlets = [0]
--   totalTailFrom = 1792800000000
--   totalTailTo = 1794960000000
--   byOutlet = true
--   byLocalDay = false
WITH
  (
    (
      ts >= fromUnixTimestamp64Milli({totalTailFrom:Int64}, 'UTC')
      AND ts < fromUnixTimestamp64Milli({totalTailTo:Int64}, 'UTC')
    )
  ) AS in_total
SELECT
  customer_id AS customerKey,
  if({byOutlet:Bool}, device_id, 0) AS outletKey,
  if({byLocalDay:Bool}, toString(local_day), '') AS localDay,
  countIf((kind = 'view' AND in_total) AND kind != 'reading') AS total_views,
  countIf((kind = 'click' AND in_total) AND kind != 'reading') AS total_clicks,
  countIf((kind = 'burn' AND in_total) AND kind != 'reading') AS total_burns,
  sumIf(amount_micros, in_total) AS total_micros,
  0 AS total_energyMilliWh,
  0 AS total_estimatedViews,
  0 AS today_views,
  0 AS today_clicks,
  0 AS today_burns,
  0 AS today_micros,
  0 AS today_energyMilliWh,
  0 AS today_estimatedViews,
  0 AS ratedViews,
  0 AS ratedBurns
FROM
  events_by_campaign FINAL
WHERE
  invalid = 'none'
  AND advertiser_id = {scopeKey:UInt32}
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND ({everyOutlet:Bool} OR device_id IN {outlets:Array(UInt32)})
  AND (in_total)
GROUP BY
  customerKey,
  outletKey,
  localDay;

-- Statement 5 of 5: single events
-- Scope filter: {'outlets.events':'advertiser_id = 3','outlets.events_by_campaign':'advertiser_id = 3','outlets.archived_quarter':'advertiser_id = 3','outlets.sealed_invalid':'advertiser_id = 3','outlets.sealed_day':'0','outlets.device_total':'0','outlets.device_recent':'0'}
-- Sent 1 of 1
--   scopeKey = 3
--   everyCustomer = false
--   customers = [1]
--   everyOutlet = true
--   outlets = [0]
--   totalTailFrom = 1795261500000
--   totalTailTo = 1795323600000
--   todayFrom = 1795261500000
--   todayTo = 1795323600000
--   ratedTailFrom = 1795261500000
--   ratedTailTo = 7258118400000
--   byOutlet = true
--   byLocalDay = false
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
  sumIf(amount_micros, in_total) AS total_micros,
  0 AS total_energyMilliWh,
  0 AS total_estimatedViews,
  countIf((kind = 'view' AND in_today) AND kind != 'reading') AS today_views,
  countIf((kind = 'click' AND in_today) AND kind != 'reading') AS today_clicks,
  countIf((kind = 'burn' AND in_today) AND kind != 'reading') AS today_burns,
  sumIf(amount_micros, in_today) AS today_micros,
  0 AS today_energyMilliWh,
  0 AS today_estimatedViews,
  countIf((kind = 'view' AND in_rated) AND kind != 'reading') AS ratedViews,
  countIf((kind = 'burn' AND in_rated) AND kind != 'reading') AS ratedBurns
FROM
  events_by_campaign FINAL
WHERE
  invalid = 'none'
  AND advertiser_id = {scopeKey:UInt32}
  AND ({everyCustomer:Bool} OR customer_id IN {customers:Array(UInt32)})
  AND ({everyOutlet:Bool} OR device_id IN {outlets:Array(UInt32)})
  AND (in_total OR in_today OR in_rated)
GROUP BY
  customerKey,
  outletKey,
  localDay;
