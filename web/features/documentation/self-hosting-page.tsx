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
      <DocTitle title="Self-hosting">
        One process, one data folder. Servers of databases are a choice, not a need.
      </DocTitle>
      <DocSection id="stores" title="Where the data lies">
        <DocTable
          label="Stores"
          head={['What', 'By default', 'On servers']}
          rows={[
            ['Accounts and the network', 'SQLite in DATA_DIR', 'PostgreSQL, by DATABASE_URL'],
            [
              'Events',
              'ClickHouse in the process (chDB), in DATA_DIR',
              'ClickHouse, by CLICKHOUSE_URL; a cluster, by CLICKHOUSE_CLUSTER',
            ],
          ]}
        />
        <p>
          One server at a time may use a data folder. With both stores on servers the product keeps nothing on disk that
          could not be lost, and any number of processes may run with the same <code>SESSION_SECRET</code>.
        </p>
      </DocSection>
      <DocSection id="cluster" title="Events on a ClickHouse cluster">
        <p>
          Make an empty database of the same name on every node and set these. The product makes its tables node by node
          (<code>events_local</code> and so on, behind distributed tables) with the user of <code>CLICKHOUSE_URL</code>;{' '}
          <code>ON CLUSTER</code> is not used.
        </p>
        <CodeBlock
          label="Environment"
          language="bash"
          code={`CLICKHOUSE_URL=http://voltboard:password@ch1:8123/voltboard
CLICKHOUSE_CLUSTER=voltboard                  # its name in remote_servers of every node
CLICKHOUSE_NODES=http://ch1:8123,http://ch2:8123   # where ports or hosts differ from remote_servers, or ch1 may be away at a start`}
        />
        <DocTable
          label="What a cluster does"
          head={['When', 'What happens']}
          rows={[
            [
              'A shard is dead or frozen',
              'Within five seconds figures answer 503 with Retry-After, never a part of a sum; outlets are told to send again. Nothing is to be done after its return.',
            ],
            [
              'A shard comes back empty',
              'The start is refused: put it back from its backup, or figures would be too small.',
            ],
            [
              'You need another shard',
              'The number of shards stays as it was: outlets are spread by it. Begin with as many as you will need.',
            ],
            [
              'You restore a backup',
              'A backup has the events of all shards, and is restored into a data folder, a single server or an empty cluster of any number of shards.',
            ],
            [
              'A shard has replicas',
              'Use three, with a keeper, internal_replication and the macros shard and replica on each node. An insert is acknowledged when two have it. Processes that store at the same moment take turns of some milliseconds, so that whatever replica answers has all that was acknowledged.',
            ],
            [
              'The node of CLICKHOUSE_URL is gone',
              'Where its shard has another replica, another node is asked within seconds. For a start without it, name all nodes in CLICKHOUSE_NODES.',
            ],
            [
              'You add replicas, or a cluster, later',
              'The start is refused, because tables that were made without them stay so: make a backup with the old settings, and restore it with the new ones.',
            ],
          ]}
        />
        <p>
          Shards are tried in the tests of the product, three of them. Replicas are not: only the statements and
          settings for them are checked. Try yours with a node stopped before you rely on it. An example of three
          replicas with their keepers is <code>deploy/clickhouse/replicas.xml</code>.
        </p>
      </DocSection>
      <DocSection id="processes" title="Several processes">
        <p>
          With <code>DATABASE_URL</code> and <code>CLICKHOUSE_URL</code> set, start the product as often as you like
          behind a proxy that asks any of them: each event is stored and counted once whichever of them it reaches, what
          one acknowledged all others show at once, and sessions, keys, rights and throttles are the same everywhere.
          Each process has a <code>DATA_DIR</code> of its own; <code>SESSION_SECRET</code> has to be set, to the same
          for all. Only the limits against floods of requests are counted by each process for itself. A process that
          freezes keeps others from its outlets for five seconds at most, and stores nothing of its batch when it wakes.
        </p>
        <p>
          Processes tell each other of changes by <code>LISTEN</code> and <code>NOTIFY</code>, so{' '}
          <code>DATABASE_URL</code> has to lead to PostgreSQL itself or to a pooler in session mode. When it does not
          answer, calls get 503 within seconds until it does. A file is checked by the process that took it; once it is
          being stored, any process carries it to its end, and every one tells how far it is. Nightly work is done by
          whichever process comes first.
        </p>
        <p>
          A new version: stop one process after the other and start it anew. The first new one brings the stores forward
          while the others wait; an older one that is started after that says so and ends.
        </p>
      </DocSection>
      <DocSection id="service" title="As a service">
        <p>
          As a service of one machine, in containers or in Kubernetes: the files for each, proxy, upgrades and what a
          machine carries are on <DocLink to="operation/deployment">Deployment</DocLink>.
        </p>
      </DocSection>
      <DocSection id="figures" title="Are the figures right?">
        <p>
          Sums of closed weeks are sealed. At each start and every night they are compared with the stored events, and
          what differs is sealed anew, said in the log and to administrators.{' '}
          <code>npm run admin -- check-figures</code> does it now: it prints by week and customer what differs, in units
          and millionths of the currency. With <code>--dry-run</code> it changes nothing, and its exit code is 1 if
          anything differs; it is 1 as well while events are missing. <code>/admin/health</code>, and{' '}
          <code>GET /api/readyz</code> with an administrator’s session, tell when it was checked, how many weeks, how
          many differed and were repaired. The same screen has the books, the seal, the newest backup, the disk and the
          jobs.
        </p>
      </DocSection>
      <DocSection id="visitors" title="Data of visitors">
        <p>
          <code>npm run admin -- erase-fingerprint &lt;fingerprint&gt;</code> erases what identifies a visitor: the
          fingerprint, the address, and the play tokens of all its events, in every table. Events, counts, and money
          stay; distinct visitors become one fewer. The server that has the events store open does it, or the command
          itself where none runs; an erasure that is cut short is ended by the next start. From then on events of that
          visitor, also late ones, are counted and stored without what names it: the list it is known by holds keyed
          hashes only. The audit log says that and when, not who. Backups made before still hold it: let them expire,
          and erase again after a restore.
        </p>
        <p>
          <code>VISITOR_DATA_DAYS=90</code> does the same to all events older than 90 days, every night and after each
          start. Later reports of such events are stored without their visitor. Distinct visitors of those days are
          unknown from then on: reports leave the figure empty and say from which day it is available. Leave it blank
          for no limit.
        </p>
      </DocSection>
      <DocSection id="retention" title="Old events">
        <p>
          <code>RETENTION_MONTHS=24</code> removes single events that are older, in whole weeks, every night and after
          each start; 2 is the least. What they came to is kept by quarter hour, outlet, flight, kind and day, without
          anything of their visitors, and compared with the events before these leave. So every figure stays as it was,
          to the last millionth: for every role, day by day in every time zone, on statements, in budgets. What ends
          earlier are the lists of single views, which say since when they are kept, and a click or burn on a view that
          has left is refused. Ranges that are given by instants (<code>start</code>, <code>end</code>) count such time
          by whole quarter hours.
        </p>
        <p>
          <code>npm run admin -- remove-old-events --dry-run</code> says which weeks would leave, with how many events
          and bytes (<code>--months 12</code> tries another number); without <code>--dry-run</code> it removes them now.
          They leave the disk some minutes later, and each removal is in the audit log. Weeks that ended less than 31
          days before the newest event never leave, whatever the clock says. A removal that is cut short is ended by the
          next start, and nothing brings single events back but a backup made before. A week of which events are missing
          keeps older ones waiting until they are restored or accepted; where the campaigns’ copy still has some of them
          and no backup exists, <code>npm run admin -- accept-missing-events --give-up --week 2026-06-01</code> says how
          many events and how much money advertisers would be shown less, and takes what is there with{' '}
          <code>--yes</code> (<code>--all</code> for every such week).
        </p>
      </DocSection>
      <DocSection id="health" title="Is it well?">
        <DocTable
          label="Health"
          head={['Call', 'Answers 200 while']}
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
          A backup is made while the product runs, whole or not at all, into a new folder of the machine it runs on. It
          holds all that was acknowledged before it began, as files that either kind of store is filled from.
        </p>
        <CodeBlock label="Back up and restore" language="bash" code={BACKUP} />
        <p>
          <code>restore</code> fills an empty <code>DATA_DIR</code>, or the empty databases of <code>DATABASE_URL</code>{' '}
          and <code>CLICKHOUSE_URL</code>; the product must not run there. It looks at every file’s checksum and
          compares the sums of every week and customer, of raw events and of sealed figures. Cut short, it is given
          again and goes on; until its end the product refuses to start with what is there.
        </p>
        <p>
          Every backup is encrypted and signed with <code>BACKUP_KEY</code>, or with <code>SESSION_SECRET</code> where
          no <code>BACKUP_KEY</code> is set (if that is not set either, the file <code>session-secret</code> of the data
          folder). The key is not in the backup: keep it somewhere else, because nothing can be restored without it.
          With <code>BACKUP_KEY</code> the file <code>session-secret</code> is part of the backup. Other settings of the
          environment never are.
        </p>
        <p>
          <code>BACKUP_TO</code> names a folder or <code>s3://bucket/prefix</code>: there a backup is made on{' '}
          <code>BACKUP_SCHEDULE</code> (every night), by one of several servers, and older ones leave by{' '}
          <code>BACKUP_KEEP</code>. Any S3-compatible store will do (<code>S3_ENDPOINT</code>,{' '}
          <code>S3_ACCESS_KEY_ID</code>, <code>S3_SECRET_ACCESS_KEY</code>). <code>backup</code> without an address does
          the same at once, for a timer of your own. Backups of another installation or of an earlier key are never
          removed. An alert rule fires when the newest backup is older than 26 hours.
        </p>
        <p>
          <code>backup</code> prints the last hash of the audit log. Note it elsewhere:{' '}
          <code>restore --audit-head</code> with that hash refuses any other backup, also an older one that is whole. A
          backup of a version without signatures is refused unless <code>--trust-unsigned-backup</code> is given: anyone
          who could write to it may have changed accounts, shares and amounts.
        </p>
        <p>
          If a disk loses what was acknowledged, administrators are told above all their screens and the log says so:
          which weeks miss events, how many events of the last seconds are gone, or that the newest changes of the
          accounts are. What stays is whole, up to there; a backup has the rest.
        </p>
      </DocSection>
      <DocSection id="audit-stream" title="The audit log in a SIEM">
        <p>
          With <code>AUDIT_STREAM_URL</code> and <code>AUDIT_STREAM_SECRET</code> every entry of the audit log is also
          sent to a receiver, in order and at least once: <code>https://host/path</code> gets JSON with a signature like
          that of webhooks, <code>syslog+tls://host:6514</code> gets messages of RFC 5424 with octet counting. The first
          start sends the whole log. Entries wait through outages and restarts; each has an id, by which the receiver
          removes duplicates, and its hash, by which it verifies the chain. The sources have a receiver in{' '}
          <code>docs/examples/audit-receiver.mjs</code>.
        </p>
        <p>
          The address is yours to choose: hosts of your own network are allowed, other than for webhooks. For a
          certificate of your own authority set <code>AUDIT_STREAM_CA</code>. Syslog confirms nothing: a receiver that
          crashes after it has read a batch can lose it, so use HTTPS where that matters, and let syslog receivers take
          messages of 64 kB. The audit screen, <code>npm run admin -- audit-stream</code> and an alert rule show when
          delivery fails; <code>--resend-from 1</code> sends the whole log again, such as to a new receiver.
        </p>
      </DocSection>
      <DocSection id="move" title="From a folder to servers">
        <p>
          Stop the product, make an empty database on each server, copy, and start it with the servers’ addresses. The
          folder stays as it was. All sums are compared on arrival; a move that was cut short is given again and copies
          anew what may have changed.
        </p>
        <CodeBlock label="Move to servers" language="bash" code={MOVE} />
        <p>
          The figures are the same to the last millionth. Give the servers the same <code>SESSION_SECRET</code> as now
          or, where none is set, what stands in <code>session-secret</code> of the folder: without it everybody signs in
          anew and second factors have to be set up again. <code>--to-cluster</code> spreads the events over the shards
          of a cluster. The way back is a backup of the servers, restored into an empty folder.
        </p>
      </DocSection>
      <DocSection id="settings" title="Settings">
        <p>
          All are environment variables. The table is generated from the server’s own schema; a variable that is wrong
          is named at the start, with what to write. <code>NAME_FILE</code> names a file that holds the value of{' '}
          <code>NAME</code>, as containers are given their secrets.
        </p>
        <DocTable
          label="Settings"
          head={['Variable', 'Default', 'Meaning']}
          isCode
          rows={SETTINGS.map(({ name, default: value, description }) => [
            name,
            value === '' ? <span key="none">none</span> : <code key="default">{value}</code>,
            description,
          ])}
        />
      </DocSection>
    </>
  );
}
