/** What /metrics says beside Node's own figures; a test compares the names with what it serves. */
export const METRICS: readonly (readonly [string, string])[] = [
  ['voltboard_build_info', 'Version, Node and kinds of the stores; always 1'],
  ['voltboard_http_request_duration_seconds', 'Answers and their time, by method, route and class of status'],
  ['voltboard_live_streams', 'Pages that are being told of changes'],
  [
    'voltboard_ingest_events_total',
    'Events by what outlets were told: accepted, uncounted, duplicate, refused, not_storable, later; with the reason',
  ],
  ['voltboard_ingest_pending_events', 'Events that wait for storage or are being stored'],
  ['voltboard_insert_group_events', 'Events of one insert'],
  ['voltboard_insert_duration_seconds', 'Time of one insert until it is on disk'],
  ['voltboard_seal_age_seconds', 'Age of the sealed figures: between three and four days when all is well'],
  ['voltboard_seal_runs_total', 'Runs of the job that seals: sealed, nothing_due, failed'],
  ['voltboard_seal_last_success_timestamp_seconds', 'When that job last ended well'],
  ['voltboard_figure_comparisons_total', 'Comparisons of figures and events: agreed, repaired, elsewhere, failed'],
  ['voltboard_store_up', '1 while the store answers, as /api/readyz says'],
  ['voltboard_mails', 'Mails that are queued, held or failed'],
  ['voltboard_imports_running', 'Files that are being checked or imported'],
  ['voltboard_notice', '1 for each kind of fault that administrators are told of'],
  ['voltboard_data_folder_free_bytes', 'Free space of the disk of DATA_DIR'],
  ['voltboard_memory_used_bytes', 'Memory of the container or service, without what can be dropped at once'],
  ['voltboard_memory_limit_bytes', 'Memory it may have, where there is a limit'],
];
