// node tools/complete-lock.mjs: names in package-lock.json the optional platform packages that the registry at hand does not carry.
// `npm ci` demands an entry for each of them, though it installs only those of its own platform.
import fs from 'node:fs'
import { at } from './lib/project.mjs'

const PLATFORM = /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|x64|arm|ppc64|riscv64|s390x|ia32)(?:-(\w+))?$/

const file = at('package-lock.json')
const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
const known = lock.packages
const missing = Object.values({ ...known }).flatMap((parent) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(([name]) => !known[`node_modules/${name}`])
    .map(([name, version]) => ({ parent, name, version })),
)
for (const { parent, name, version } of missing) {
  const [, os, cpu, abi = ''] = PLATFORM.exec(name) ?? []
  if (!os || !/^\d/.test(version)) continue
  const libc = abi.includes('musl') ? ['musl'] : os === 'linux' && abi.includes('gnu') ? ['glibc'] : undefined
  known[`node_modules/${name}`] = {
    version,
    cpu: [cpu],
    ...(parent.dev ? { dev: true } : {}),
    ...(libc ? { libc } : {}),
    license: parent.license,
    optional: true,
    os: [os],
    ...(parent.engines ? { engines: parent.engines } : {}),
  }
}
const { '': root, ...rest } = known
const sorted = Object.entries(rest).sort(([left], [right]) => left.localeCompare(right, 'en'))
lock.packages = { '': root, ...Object.fromEntries(sorted) }
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
