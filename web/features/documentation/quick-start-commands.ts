/**
 * The commands for a new installation, in order. The page prints these commands, and a test runs them unchanged on an
 * empty installation.
 */
export const INSTALL = {
  settings: 'export NODE_ENV=production DATA_DIR=/var/lib/voltboard \\\n  PUBLIC_URL=https://outlets.example.com',
  start: 'npm start',
  administrator: 'npm run admin -- create-admin --email you@example.com',
  import: [
    'npm run admin -- import docs/examples/customers.csv',
    'npm run admin -- import docs/examples/outlets.csv',
    'npm run admin -- import docs/examples/campaigns.csv',
  ].join('\n'),
  keys: [
    'npm run admin -- issue-key --eui 70B3D57ED0A10001 --label "Lobby bar 1"',
    'npm run admin -- issue-key --customer "Pier House Hotels" --label "Gateway"',
  ].join('\n'),
  event: [
    'export KEY=vb_…',
    'curl -X POST "$PUBLIC_URL/api/ingest/events" \\',
    '  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\',
    '  -d \'[{"id":"0193a6c2-6a2e-7c3b-9a51-3f0d2f6b8a10","type":"view","eui":"70B3D57ED0A10001","timestamp":"\'$(date -u +%FT%TZ)\'"}]\'',
  ].join('\n'),
  simulate: [
    'export GATEWAY_KEY=vb_…',
    'npm run simulate -- --url "$PUBLIC_URL" --keys docs/examples/outlets-to-play.json \\',
    '  --gateway "$GATEWAY_KEY" --rate 1 --duration 10',
  ].join('\n'),
} as const;
