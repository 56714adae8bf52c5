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
  ].join('\n'),
  campaign: [
    'npm run admin -- set-rate --model cpm --price 20',
    'npm run admin -- import docs/examples/campaigns.csv',
    'npm run admin -- add-creative --flight CASC-SPRING-1 \\',
    '  --file docs/examples/cold-brew.png --target https://example.com/cold-brew',
  ].join('\n'),
  keys: [
    'npm run admin -- issue-key --eui 70B3D57ED0A10001 --label "Lobby bar 1"',
    'npm run admin -- issue-key --customer "Pier House Hotels" --label "Gateway"',
  ].join('\n'),
  serve: [
    'export KEY=vb_…',
    'PLAY=$(curl -s -X POST "$PUBLIC_URL/api/serve" \\',
    '  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\',
    '  -d \'{"eui":"70B3D57ED0A10001","count":1}\'); echo "$PLAY"',
  ].join('\n'),
  view: [
    "VIEW=$(node -p 'const [play] = JSON.parse(process.argv[1]).plays; JSON.stringify([{",
    '  id: play.id, type: "view", eui: "70B3D57ED0A10001", flight: play.flight,',
    '  cryptic: play.token, timestamp: new Date() }])\' "$PLAY")',
    'curl -X POST "$PUBLIC_URL/api/ingest/events" \\',
    '  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d "$VIEW"',
  ].join('\n'),
  simulate: [
    'export GATEWAY_KEY=vb_…',
    'npm run simulate -- --url "$PUBLIC_URL" --keys docs/examples/outlets-to-play.json \\',
    '  --gateway "$GATEWAY_KEY" --rate 1 --duration 10',
  ].join('\n'),
} as const;
