// Root installs missing Debian programs.
import { existsSync } from 'node:fs'
import { findChromium, findHeadlessShell } from '../lib/chromium.mjs'
import { findHaproxy, findProgram } from '../lib/find-program.mjs'
import { provideOffice } from '../lib/office.mjs'
import { run } from '../lib/run.mjs'
import { PACKAGE, providePromtool } from './promtool.mjs'

const PDF_TOOLS = {
  pdfsig: 'poppler-utils',
  qpdf: 'qpdf',
  mutool: 'mupdf-tools',
  openssl: 'openssl',
}
const BROWSER = ['chromium', 'fonts-noto-cjk']
const SHELL = 'chromium-headless-shell'
const OFFICE = [
  'libreoffice-writer-nogui',
  'libreoffice-calc-nogui',
  'libreoffice-impress-nogui',
  'bubblewrap',
]

const SWIFT = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object']

const PGBOUNCER = '/usr/sbin/pgbouncer'

const isRoot = process.getuid?.() === 0

const NEEDED_BY = {
  swift: /\/s3\/|object-storage|\/nodes\.|\/backup\./,
  haproxy: /\/nodes\./,
  pgbouncer: /pooled-database|find-pooling/,
  strace: /\/faults\/(?:disk|power-cut|proofs)/,
  promtool: /prometheus/,
}

export function createPrograms(env) {
  const missing = new Map()

  const apt = (...args) =>
    run('apt-get', args, { quiet: true, env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } })
  const canInstall = () => isRoot && findProgram(['apt-get'], env) !== undefined
  let isUpdated
  async function install(...packages) {
    isUpdated ??= (await apt('update')) === 0
    return isUpdated && (await apt('install', '-y', '--no-install-recommends', ...packages)) === 0
  }
  const without = (what, packages) => {
    missing.set(what, packages)
    return false
  }

  const programs = {
    async chromium() {
      if (!findChromium(env) && canInstall()) await install(...BROWSER)
      const found = findChromium(env)
      if (!found) return without('Chromium', [...BROWSER, SHELL])
      if (canInstall() && !env.CHROMIUM_PATH && findHeadlessShell(env) === found)
        await install(SHELL)
      return true
    },
    async pdfTools() {
      const absent = () => Object.keys(PDF_TOOLS).filter((name) => !findProgram([name], env))
      if (absent().length > 0 && canInstall())
        await install(...absent().map((name) => PDF_TOOLS[name]))
      return (
        absent().length === 0 ||
        without(
          absent().join(', '),
          absent().map((name) => PDF_TOOLS[name]),
        )
      )
    },
    async swift() {
      const absent = () => SWIFT.filter((name) => !existsSync(`/usr/bin/${name}-server`))
      if (absent().length > 0 && canInstall()) await install(...absent())
      return absent().length === 0 || without('OpenStack Swift', absent())
    },
    async haproxy() {
      if (!findHaproxy(env) && canInstall()) await install('haproxy')
      return findHaproxy(env) !== undefined || without('haproxy', ['haproxy'])
    },
    async pgbouncer() {
      if (!existsSync(PGBOUNCER) && canInstall()) await install('pgbouncer')
      return existsSync(PGBOUNCER) || without('pgbouncer', ['pgbouncer'])
    },
    async strace() {
      if (!findProgram(['strace'], env) && canInstall()) await install('strace')
      return findProgram(['strace'], env) !== undefined || without('strace', ['strace'])
    },
    async promtool() {
      return (await providePromtool(env)) || without('promtool', [PACKAGE])
    },
    async office() {
      const found = await provideOffice(env)
      if (found) Object.assign(env, found)
      return found !== undefined || without('LibreOffice', OFFICE)
    },
    /** @returns the exit code, a failure if CI=true */
    reportMissing() {
      if (missing.size === 0) return 0
      const names = [...missing.keys()].join(', ')
      console.error(`
⚠ ${names} 이(가) 없어 해당 시험을 건너뜁니다. 설치 명령은 아래와 같습니다.
⚠ ${names} missing: the tests that need them are SKIPPED. To install:
    apt-get install --no-install-recommends ${[...missing.values()].flat().join(' ')}`)
      return env.CI === 'true' ? 1 : 0
    },
  }
  return {
    ...programs,
    /** Provides needs besides Office and PDF tools. In CI, missing programs fail tests. */
    async neededBy(files) {
      for (const [name, pattern] of Object.entries(NEEDED_BY))
        if (files.some((file) => pattern.test(file))) await programs[name]()
    },
  }
}
