import unit from '../../../deploy/systemd/voltboard.service?raw';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CarriesSection } from './carries-section.tsx';
import { DocLink, DocSection, DocTable, DocTitle } from './doc-parts.tsx';

const COMPOSE = `cd deploy/compose
./make-secrets.sh
SITE_ADDRESS=outlets.example.com docker compose up --detach --build
docker compose exec voltboard-1 node dist/server/admin.js create-admin --email you@example.com`;

const KUBERNETES = `docker build -t registry.example.com/voltboard:0.1.0 . && docker push registry.example.com/voltboard:0.1.0
cd deploy/kubernetes
kubectl apply --filename namespace.yaml --filename secrets.yaml --filename migrate.yaml
kubectl --namespace voltboard wait --for=condition=complete --timeout=30m job/voltboard-migrate
kubectl apply --filename voltboard.yaml --filename operations.yaml --filename backup.yaml
kubectl --namespace voltboard exec --stdin --tty deploy/voltboard -- node dist/server/admin.js create-admin --email you@example.com`;

/** The page about deploying the product with the files in `deploy/`, and the capacity of each kind of deployment. */
export function DeploymentPage() {
  return (
    <>
      <DocTitle title="Deployment">
        One machine as a service, containers on one machine, or a cluster. The files are in <code>deploy/</code>.
      </DocTitle>
      <DocSection id="which" title="Options">
        <DocTable
          label="Deployment options"
          head={['You have', 'Use', 'You get']}
          rows={[
            [
              'A machine',
              'The systemd unit, with both stores embedded',
              'Nothing else to run, and a pause of seconds during upgrades',
            ],
            ['A machine with containers', 'The compose file', 'Three processes, and upgrades without a pause'],
            ['A Kubernetes cluster and databases', 'deploy/kubernetes/voltboard.yaml', 'Three pods on any machines'],
            ['A Kubernetes cluster, no databases', 'deploy/kubernetes/embedded.yaml', 'One pod with a volume'],
          ]}
        />
      </DocSection>
      <DocSection id="service" title="One machine">
        <p>
          Node starts directly, not through <code>npm start</code>, so that it receives the stop signal and shuts down
          in order. The unit can write only to its own folder.
        </p>
        <CodeBlock label="systemd unit" language="bash" code={unit} />
      </DocSection>
      <DocSection id="compose" title="Containers on one machine">
        <CodeBlock label="Compose" language="bash" code={COMPOSE} />
        <p>
          The image runs as an unprivileged user on a read-only file system. Passwords and keys are in{' '}
          <code>deploy/compose/secrets</code>; keep a copy. Any setting can come from a file: <code>NAME_FILE</code>{' '}
          names the file that holds <code>NAME</code>. With both stores on servers, build the image with{' '}
          <code>--build-arg EMBEDDED=off</code>, as the compose file does. It is then 540 MB smaller.{' '}
          <code>--profile watch</code> adds Prometheus with the alert rules, Alertmanager and Grafana. PostgreSQL
          archives its log in the volume <code>wal</code>.
        </p>
      </DocSection>
      <DocSection id="kubernetes" title="Kubernetes">
        <CodeBlock label="Kubernetes" language="bash" code={KUBERNETES} />
        <p>
          Fill in <code>secrets.yaml</code> first. The job <code>voltboard-migrate</code> migrates the tables,{' '}
          <code>backup.yaml</code> creates a backup every night, and <code>operations.yaml</code> has the network
          policy, the autoscaler and the PodMonitor. A pod receives calls while <code>/api/readyz</code> returns 200. It
          restarts only when <code>/api/healthz</code> does not respond, because restarts don’t fix a store that is
          down.
        </p>
      </DocSection>
      <DocSection id="tried" title="What was tested">
        <p>
          The image was built with buildah, with and without the embedded engine, on Debian 12 instead of its base
          image. It ran as an unprivileged user until it was stopped: its health check responds, and it writes nothing
          outside <code>/data</code>. These were tested by hand: the settings of the compose file, three processes
          behind a proxy on PostgreSQL 15 and ClickHouse 26.7, and shutdown as process number one. The Kubernetes files
          were validated against the API schemas, and tests compare every variable, probe and metric with the product.
          The Helm chart in <code>deploy/helm</code> creates the same objects, which a test compares. Not tested: Helm
          itself, the third-party images, the proxy’s certificate, and a running Kubernetes cluster.
        </p>
      </DocSection>
      <DocSection id="tls" title="TLS and proxy">
        <ul>
          <li>
            Put a proxy with TLS in front, and set <code>TRUST_PROXY</code> to its address. Otherwise all outlets share
            the proxy’s rate limits. Administrators see a notice if a proxy is not named.
          </li>
          <li>
            Let the proxy set <code>X-Forwarded-For</code>, accept bodies up to 64 MB, do not buffer{' '}
            <code>/api/list/live</code>, and wait at least 60 seconds for a response.
          </li>
          <li>Any process can handle any call. You don’t need sticky sessions.</li>
        </ul>
      </DocSection>
      <CarriesSection />
      <DocSection id="drill" title="Failure drill">
        <p>
          <code>npm run drill -- --setup embedded --minutes 10</code> proves on your machine that failures lose,
          duplicate or change nothing. It never touches an installation in use. It sets up its own installation and
          simulates a network. Meanwhile it kills and freezes processes and stores, fills the disk, moves the clock and
          sends ten times the load. At the end, it compares every stored event and every figure of every role with its
          own records, exact to a millionth.
        </p>
        <p>
          It prints what was lost, duplicated or wrong, which responses failed, and how long each fault lasted. The exit
          code is 1 if any of these is not 0, or if something took more than five seconds to respond again.{' '}
          <code>--setup</code> takes <code>embedded</code>, <code>postgres</code>, <code>server</code>,{' '}
          <code>cluster</code> or <code>all</code>; <code>--faults kill-process</code> selects one kind of fault. The
          same <code>--seed</code> repeats the order. It requires Linux and the sources of this version, PostgreSQL’s
          programs for all setups but <code>embedded</code>, and root for full disks.
        </p>
      </DocSection>
      <DocSection id="upgrades" title="Upgrades">
        <p>
          Create a backup, then start the new version. It migrates the tables automatically, and older versions refuse
          to start on them. Restart several processes one after the other. Outlets that get no response in between send
          again, and nothing is counted twice.
        </p>
      </DocSection>
      <DocSection id="backups" title="Backups">
        <p>
          See <DocLink to="operation/self-hosting">Self-hosting</DocLink> for backup, restore and the move from embedded
          stores to servers. A container can’t keep a backup inside itself. Write it to a mounted folder, such as{' '}
          <code>/backups</code> of the compose file, with{' '}
          <code>node dist/server/admin.js backup /backups/2026-12-01</code>. For monitoring, see{' '}
          <DocLink to="operation/metrics">Metrics and alerts</DocLink>.
        </p>
      </DocSection>
    </>
  );
}
