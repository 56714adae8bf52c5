import { CodeBlock } from '../../ui/code-block.tsx';
import { DocLink, DocSection, DocTable, DocTitle } from './doc-parts.tsx';
import { SETTINGS } from './settings.gen.ts';

const BACKUP = `npm run admin -- backup /var/backups/voltboard-2026-12-01
DATA_DIR=/var/lib/voltboard-restored npm run admin -- restore /var/backups/voltboard-2026-12-01`;

const MOVE = `npm run admin -- move \\
  --to-database postgresql://voltboard:password@db.example.com/voltboard \\
  --to-clickhouse http://voltboard:password@events.example.com:8123/voltboard`;

/** The page about running the product, with every setting and its default. */
export function SelfHostingPage() {
  return (
    <>
      <DocTitle title="Self-hosting">One process and one data folder. Database servers are optional.</DocTitle>
      <DocSection id="stores" title="Where data is stored">
        <DocTable
          label="Stores"
          head={['Data', 'Default', 'On servers']}
          rows={[
            ['Accounts and the network', 'SQLite in DATA_DIR', 'PostgreSQL, with DATABASE_URL'],
            [
              'Events',
              'Embedded ClickHouse (chDB) in DATA_DIR',
              'ClickHouse, with CLICKHOUSE_URL; a cluster, with CLICKHOUSE_CLUSTER',
            ],
          ]}
        />
        <p>
          Only one server can use a data folder. With both stores on servers, the product keeps nothing important on
          disk, and any number of processes can run with the same <code>SESSION_SECRET</code>.
        </p>
      </DocSection>
      <DocSection id="cluster" title="Events on a ClickHouse cluster">
        <p>
          Create an empty database with the same name on every node, and set these variables. The product creates its
          tables node by node (<code>events_local</code> and so on, behind distributed tables) with the user of{' '}
          <code>CLICKHOUSE_URL</code>; <code>ON CLUSTER</code> is not used.
        </p>
        <CodeBlock
          label="Environment"
          language="bash"
          code={`CLICKHOUSE_URL=http://voltboard:password@ch1:8123/voltboard
CLICKHOUSE_CLUSTER=voltboard                  # its name in remote_servers on every node
CLICKHOUSE_NODES=http://ch1:8123,http://ch2:8123   # where ports or hosts differ from remote_servers, or ch1 may be away at a start`}
        />
        <DocTable
          label="Cluster behavior"
          head={['Situation', 'What happens']}
          rows={[
            [
              'A shard is dead or frozen',
              'Within five seconds, requests for figures return 503 with Retry-After, never partial sums. Outlets have to send again. You don’t have to do anything when the shard returns.',
            ],
            [
              'A shard comes back empty',
              'The product refuses to start. Restore the shard from its backup; otherwise figures would be too small.',
            ],
            [
              'You need another shard',
              'The number of shards is fixed, because outlets are distributed by it. Start with as many as you will need.',
            ],
            [
              'You restore a backup',
              'A backup contains the events of all shards. You can restore it to a data folder, a single server or an empty cluster with any number of shards.',
            ],
            [
              'A shard has replicas',
              'Use three, with a keeper, internal_replication and the macros shard and replica on each node. An insert is acknowledged when two replicas have it. Concurrent inserts take turns of some milliseconds, so that every replica that responds has all acknowledged events.',
            ],
            [
              'The node of CLICKHOUSE_URL is gone',
              'If its shard has another replica, another node takes over within seconds. To start without it, list all nodes in CLICKHOUSE_NODES.',
            ],
            [
              'You add replicas, or a cluster, later',
              'The product refuses to start, because existing tables can’t be converted. Create a backup with the old settings, and restore it with the new ones.',
            ],
          ]}
        />
        <p>
          The product’s tests cover three shards. They don’t cover replicas, only their statements and settings. Test
          yours with a stopped node before you rely on it. <code>deploy/clickhouse/replicas.xml</code> is an example of
          three replicas with their keepers.
        </p>
      </DocSection>
      <DocSection id="processes" title="Several processes">
        <p>
          With <code>DATABASE_URL</code> and <code>CLICKHOUSE_URL</code> set, you can run any number of processes behind
          a proxy. Each event is stored and counted once, whichever process receives it. All processes immediately show
          what one of them acknowledged. Sessions, keys, permissions and throttles are the same everywhere. Each process
          needs its own <code>DATA_DIR</code>, and all need the same <code>SESSION_SECRET</code>. Only rate limits
          against request floods are counted per process. A frozen process blocks others from its outlets for five
          seconds at most, and stores nothing of its batch when it resumes.
        </p>
        <p>
          Processes notify each other of changes with <code>LISTEN</code> and <code>NOTIFY</code>, so{' '}
          <code>DATABASE_URL</code> must lead to PostgreSQL itself or to a pooler in session mode. While it does not
          respond, calls get 503 within seconds. The process that receives a file checks it. Any process can finish an
          import that is being stored, and every process shows its progress. The first available process runs the
          nightly jobs.
        </p>
        <p>
          To upgrade, restart one process after the other. The first new process migrates the stores while the others
          wait. An older version that starts afterwards reports this and exits.
        </p>
      </DocSection>
      <DocSection id="service" title="As a service">
        <p>
          See <DocLink to="operation/deployment">Deployment</DocLink> for running it as a service, in containers or in
          Kubernetes, and for proxies, upgrades and capacity.
        </p>
      </DocSection>
      <DocSection id="figures" title="Verify figures">
        <p>
          Sums of closed weeks are sealed, which means that they are stored and no longer change. At each start and
          every night, they are compared with the stored events. Differences are recomputed, logged and shown to
          administrators. <code>npm run admin -- check-figures</code> runs the comparison now. It prints differences by
          week and customer, in units and millionths of the currency. With <code>--dry-run</code>, it changes nothing.
          Its exit code is 1 if anything differs or events are missing. <code>/admin/health</code>, and{' '}
          <code>GET /api/readyz</code> with an administrator’s session, show the last check and the number of checked,
          different and repaired weeks. The same screen shows the ledger, the seal, the newest backup, the disk and the
          jobs.
        </p>
      </DocSection>
      <DocSection id="visitors" title="Visitor data">
        <p>
          <code>npm run admin -- erase-fingerprint &lt;fingerprint&gt;</code> erases what identifies a visitor: the
          fingerprint, the address and the play tokens of all its events, in every table. Events, counts and amounts
          stay. The number of distinct visitors decreases by one. The server that has the events store open does this,
          or the command itself if no server runs. The next start completes an interrupted erasure. From then on, events
          of that visitor, including late ones, are counted and stored without identifying data. The list of erased
          visitors contains only keyed hashes. The audit log records the erasure and its time, but not the visitor.
          Earlier backups still contain the data: let them expire, and erase again after a restore.
        </p>
        <p>
          <code>VISITOR_DATA_DAYS=90</code> does the same for all events older than 90 days, every night and after each
          start. Later reports of such events are stored without their visitor. The number of distinct visitors is then
          unknown for those days: reports leave it blank and say from which day it is available. Leave the setting blank
          for no limit.
        </p>
      </DocSection>
      <DocSection id="retention" title="Old events">
        <p>
          <code>RETENTION_MONTHS=24</code> removes older single events in whole weeks, every night and after each start.
          The minimum is 2. Their sums are kept by quarter hour, outlet, flight, kind and day, without visitor data. The
          sums are compared with the events before these are removed. So every figure stays the same, exact to a
          millionth: for every role, for every day in every time zone, on statements and in budgets. Lists of single
          views become shorter and say from which day they are available. A click or burn on a removed view is rejected.
          Ranges given by times (<code>start</code>, <code>end</code>) then use whole quarter hours.
        </p>
        <p>
          <code>npm run admin -- remove-old-events --dry-run</code> shows which weeks would be removed, with their
          number of events and bytes (<code>--months 12</code> tries another number). Without <code>--dry-run</code>, it
          removes them now. They are deleted from disk some minutes later, and the audit log records each removal. Weeks
          that ended less than 31 days before the newest event are never removed, whatever the clock says. The next
          start completes an interrupted removal. Only an earlier backup can restore single events. A week with missing
          events blocks the removal of older weeks until they are restored or accepted. If the campaigns’ copy still has
          some of them and no backup exists,{' '}
          <code>npm run admin -- accept-missing-events --give-up --week 2026-06-01</code> shows how many events and how
          much money advertisers would lose from view, and accepts what is there with <code>--yes</code> (
          <code>--all</code> for every such week).
        </p>
      </DocSection>
      <DocSection id="health" title="Health">
        <DocTable
          label="Health"
          head={['Call', 'Returns 200 while']}
          isCode
          rows={[
            ['GET /api/healthz', 'the process runs'],
            ['GET /api/readyz', 'both stores answer'],
          ]}
        />
        <p>
          Prometheus reads more: see <DocLink to="operation/metrics">Metrics and alerts</DocLink>.
        </p>
      </DocSection>
      <DocSection id="backup" title="Backup and restore">
        <p>
          A backup is created while the product runs, completely or not at all, in a new folder on the same machine. It
          contains everything acknowledged before it started, as files that can be restored to either kind of store.
        </p>
        <CodeBlock label="Back up and restore" language="bash" code={BACKUP} />
        <p>
          <code>restore</code> fills an empty <code>DATA_DIR</code>, or the empty databases of <code>DATABASE_URL</code>{' '}
          and <code>CLICKHOUSE_URL</code>; the product must not run there. It verifies every file’s checksum and
          compares the sums of every week and customer, for raw events and for sealed figures. If it is interrupted, run
          it again to continue. Until it completes, the product refuses to start with this data.
        </p>
        <p>
          Every backup is encrypted and signed with <code>BACKUP_KEY</code>, or with <code>SESSION_SECRET</code> if no{' '}
          <code>BACKUP_KEY</code> is set (if that is not set either, with the file <code>session-secret</code> in the
          data folder). The key is not in the backup. Keep it elsewhere, because nothing can be restored without it.
          With <code>BACKUP_KEY</code>, the backup includes the file <code>session-secret</code>. It never includes
          other environment settings.
        </p>
        <p>
          <code>BACKUP_TO</code> names a folder or <code>s3://bucket/prefix</code>. One of the servers creates a backup
          there on <code>BACKUP_SCHEDULE</code> (every night) and removes older ones according to{' '}
          <code>BACKUP_KEEP</code>. Any S3-compatible store works (<code>S3_ENDPOINT</code>,{' '}
          <code>S3_ACCESS_KEY_ID</code>, <code>S3_SECRET_ACCESS_KEY</code>). <code>backup</code> without an address does
          the same immediately, for your own timer. Backups of another installation or with an earlier key are never
          removed. An alert rule fires when the newest backup is older than 26 hours.
        </p>
        <p>
          <code>backup</code> prints the last hash of the audit log. Store it elsewhere:{' '}
          <code>restore --audit-head</code> with that hash refuses any other backup, including older complete ones. A
          backup from a version without signatures is refused without <code>--trust-unsigned-backup</code>, because
          anyone with write access could have changed accounts, shares and amounts.
        </p>
        <p>
          If a disk loses acknowledged data, a notice on every screen tells administrators, and the log has the details:
          which weeks miss events, how many events of the last seconds are lost, or that the newest account changes are
          lost. The remaining data is complete up to that point. A backup has the rest.
        </p>
      </DocSection>
      <DocSection id="audit-stream" title="The audit log in a SIEM">
        <p>
          With <code>AUDIT_STREAM_URL</code> and <code>AUDIT_STREAM_SECRET</code> every entry of the audit log is also
          sent to a receiver, in order and at least once. <code>https://host/path</code> gets JSON with a signature like
          that of webhooks. <code>syslog+tls://host:6514</code> gets RFC 5424 messages with octet counting. The first
          start sends the whole log. Entries are kept through outages and restarts. Each has an id, with which the
          receiver removes duplicates, and a hash, with which it verifies the chain.{' '}
          <code>docs/examples/audit-receiver.mjs</code> is an example receiver.
        </p>
        <p>
          Unlike webhooks, the address can be a host in your own network. For a certificate from your own authority, set{' '}
          <code>AUDIT_STREAM_CA</code>. Syslog confirms nothing, so a receiver that crashes after reading a batch can
          lose it. Use HTTPS where that matters, and let syslog receivers accept messages of 64 kB. The audit screen,{' '}
          <code>npm run admin -- audit-stream</code> and an alert rule show failed delivery.{' '}
          <code>--resend-from 1</code> sends the whole log again, for example to a new receiver.
        </p>
      </DocSection>
      <DocSection id="move" title="From a folder to servers">
        <p>
          Stop the product, create an empty database on each server, copy the data, and start the product with the
          servers’ addresses. The folder does not change. All sums are compared after copying. If the move is
          interrupted, run it again: it copies again what may have changed.
        </p>
        <CodeBlock label="Move to servers" language="bash" code={MOVE} />
        <p>
          The figures are the same, exact to a millionth. Keep the same <code>SESSION_SECRET</code> or, if none is set,
          use the content of the folder’s <code>session-secret</code>. Otherwise everyone must sign in again and set up
          their second factor again. <code>--to-cluster</code> distributes the events over the shards of a cluster. To
          move back, restore a backup of the servers into an empty folder.
        </p>
      </DocSection>
      <DocSection id="settings" title="Settings">
        <p>
          All settings are environment variables. The table is generated from the server’s schema. At startup, the
          server names wrong variables and says how to fix them. <code>NAME_FILE</code> names a file with the value of{' '}
          <code>NAME</code>, as used for secrets in containers.
        </p>
        <DocTable
          label="Settings"
          head={['Variable', 'Default', 'Meaning']}
          isCode
          rows={SETTINGS.map(({ name, default: value, description }) => [
            name,
            value === '' ? <span key="none">None</span> : <code key="default">{value}</code>,
            description,
          ])}
        />
      </DocSection>
    </>
  );
}
