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
        One machine as a service, containers on one machine, or a cluster. The files stand in <code>deploy/</code>.
      </DocTitle>
      <DocSection id="which" title="Which one">
        <DocTable
          label="Ways to run it"
          head={['You have', 'Take', 'You get']}
          rows={[
            [
              'A machine',
              'the systemd unit, both stores embedded',
              'nothing else to run; a pause of seconds at upgrades',
            ],
            ['A machine with containers', 'the compose file', 'three processes, upgrades without a pause'],
            ['A Kubernetes cluster and databases', 'deploy/kubernetes/voltboard.yaml', 'three pods on any machines'],
            ['A Kubernetes cluster, no databases', 'deploy/kubernetes/embedded.yaml', 'one pod with a volume'],
          ]}
        />
      </DocSection>
      <DocSection id="service" title="One machine">
        <p>
          Node starts directly, not by <code>npm start</code>: so it is the process that is told to stop, and ends in
          order. The unit may write to its own folder only.
        </p>
        <CodeBlock label="systemd unit" language="bash" code={unit} />
      </DocSection>
      <DocSection id="compose" title="Containers on one machine">
        <CodeBlock label="Compose" language="bash" code={COMPOSE} />
        <p>
          The image runs as a user without rights on a file system it cannot write. Passwords and keys lie in{' '}
          <code>deploy/compose/secrets</code>; keep a copy. Any setting may come from a file: <code>NAME_FILE</code>{' '}
          names the file that holds <code>NAME</code>. With both stores on servers, build it with{' '}
          <code>--build-arg EMBEDDED=off</code>, as the compose file does: the image is 540 MB smaller. Prometheus with
          the alert rules, Alertmanager, and Grafana come by <code>--profile watch</code>. PostgreSQL archives its log
          in the volume <code>wal</code>.
        </p>
      </DocSection>
      <DocSection id="kubernetes" title="Kubernetes">
        <CodeBlock label="Kubernetes" language="bash" code={KUBERNETES} />
        <p>
          Fill in <code>secrets.yaml</code> first. The job <code>voltboard-migrate</code> brings the tables to the new
          version, <code>backup.yaml</code> makes a backup every night, and <code>operations.yaml</code> has the network
          policy, the autoscaler, and the PodMonitor. A pod is sent calls while <code>/api/readyz</code> answers 200,
          and is started anew only when <code>/api/healthz</code> is silent: a store that is down does not become better
          by restarts.
        </p>
      </DocSection>
      <DocSection id="tried" title="What was tried, and what was not">
        <p>
          The image was built with buildah, with and without the embedded engine, on a Debian 12 that stood in for its
          base, and run as a user without rights until it was told to stop: its check answers, and it writes nothing
          outside <code>/data</code>. Tried by hand were the settings of the compose file, three processes behind a
          proxy on PostgreSQL 15 and ClickHouse 26.7, and the end as process number one. The Kubernetes files were
          checked against the schemas of the API, and every variable, probe and metric is compared with the product by
          its tests. The Helm chart in <code>deploy/helm</code> makes the same objects, which a test compares. Not
          tried: Helm itself, the images of others that they name, the proxy’s certificate, and a running Kubernetes.
        </p>
      </DocSection>
      <DocSection id="tls" title="TLS and proxy">
        <ul>
          <li>
            Put a proxy with TLS in front and name its address in <code>TRUST_PROXY</code>; otherwise all outlets share
            the proxy’s limits. Administrators are told when a proxy is not named.
          </li>
          <li>
            Let <code>X-Forwarded-For</code> be written by the proxy, take bodies up to 64 MB, do not hold back{' '}
            <code>/api/list/live</code>, and wait at least 60 seconds for an answer.
          </li>
          <li>Any process may answer any call: no sticky sessions.</li>
        </ul>
      </DocSection>
      <CarriesSection />
      <DocSection id="drill" title="What it outlives">
        <p>
          <code>npm run drill -- --setup embedded --minutes 10</code> proves on your machine that nothing is lost,
          doubled or wrong when parts of it break. It never touches an installation that is in use: it sets up its own,
          plays a network against it, and meanwhile kills and freezes processes and stores, fills the disk, moves the
          clock and sends ten times the load. At the end every stored event and every figure of every role is compared
          with a book that it kept by itself, to the last millionth.
        </p>
        <p>
          It prints what was lost, doubled or wrong, which answers failed, and how long each fault was felt; the exit
          code is 1 if any of that is not 0 or something took more than five seconds to answer again.{' '}
          <code>--setup</code> takes <code>embedded</code>, <code>postgres</code>, <code>server</code>,{' '}
          <code>cluster</code> or <code>all</code>; <code>--faults kill-process</code> one kind of fault; the same{' '}
          <code>--seed</code> repeats the order. It needs Linux and the sources of this version, PostgreSQL’s programs
          for all but <code>embedded</code>, and root for full disks.
        </p>
      </DocSection>
      <DocSection id="upgrades" title="Upgrades">
        <p>
          Make a backup, then start the new version: it changes the tables by itself, and an older one refuses to start
          on them. With several processes start them anew one after the other. Outlets that are turned away in between
          send again; nothing counts twice.
        </p>
      </DocSection>
      <DocSection id="backups" title="Backups">
        <p>
          See <DocLink to="operation/self-hosting">Self-hosting</DocLink> for backup, restore and the move from embedded
          stores to servers. A container has no place of its own for a backup: write it into a folder that is mounted,
          such as <code>/backups</code> of the compose file, with{' '}
          <code>node dist/server/admin.js backup /backups/2026-12-01</code>. What is watched is on{' '}
          <DocLink to="operation/metrics">Metrics and alerts</DocLink>.
        </p>
      </DocSection>
    </>
  );
}
