// Otherwise Debian's packages are unpacked.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isProgram } from './find-program.mjs'
import { at } from './project.mjs'
import { run, say } from './run.mjs'

const PACKAGES = [
  'libreoffice-writer-nogui',
  'libreoffice-calc-nogui',
  'libreoffice-impress-nogui',
  'bubblewrap',
  'dash',
  'coreutils',
]
const DOWNLOAD_SECONDS = 300
/** update-alternatives would create these. */
const LINKS = ['libblas.so.3', 'liblapack.so.3']

const isRoot = process.getuid?.() === 0

/** `nobody` cannot enter root's home. */
const folderOf = () =>
  isRoot ? '/var/cache/sealroom-tests/office' : at('node_modules/.cache/office')

export async function provideOffice(env = process.env) {
  if (env.SOFFICE_PATH && env.BWRAP_PATH) return {}
  if (['soffice', 'bwrap'].every((name) => isProgram(`/usr/bin/${name}`))) return {}
  const folder = folderOf()
  const programs = {
    SOFFICE_PATH: join(folder, 'root/usr/bin/soffice'),
    BWRAP_PATH: join(folder, 'root/usr/bin/bwrap'),
  }
  if (existsSync(join(folder, 'complete'))) return programs
  if (!['/usr/bin/apt-get', '/usr/bin/dpkg-deb'].every(isProgram)) return undefined
  say(
    `LibreOffice 와 bubblewrap 을 내려받아 풉니다 · Unpacking LibreOffice and bubblewrap (170 MB) into ${folder}, once`,
  )
  const unpacked = await unpack(folder)
  if (!unpacked) rmSync(folder, { recursive: true, force: true })
  return unpacked ? programs : undefined
}

async function unpack(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'debs'), { recursive: true, mode: 0o755 })
  if (
    !(await download(folder)) &&
    !(isRoot && (await quietly('apt-get', ['update'])) && (await download(folder)))
  )
    return false
  makeRoot(join(folder, 'root'))
  const each =
    'for package in debs/*.deb; do dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink --no-same-owner -f - -C root || exit 1; done'
  if (!(await quietly('sh', ['-c', `cd "$1" && umask 022 && ${each}`, 'sh', folder]))) return false
  finishRoot(join(folder, 'root'))
  rmSync(join(folder, 'debs'), { recursive: true })
  writeFileSync(join(folder, 'complete'), `${PACKAGES.join('\n')}\n`)
  return true
}

/** Apt then lists all dependencies. */
function download(folder) {
  const script = [
    'cd "$1/debs" && shift && : > ../status',
    'set -- $(apt-get -o Dir::State::status=../status -o Debug::NoLocking=1 -s -y --no-install-recommends install "$@" | sed -n "s/^Inst \\([^ ]*\\).*/\\1/p")',
    `[ $# -gt 0 ] && timeout ${DOWNLOAD_SECONDS} apt-get download "$@"`,
  ].join(' && ')
  return quietly('sh', ['-c', script, 'sh', folder, ...PACKAGES])
}

async function quietly(command, args) {
  return (await run(command, args, { quiet: true })) === 0
}

/** Debian's installer links `/bin` and others into `/usr`. */
function makeRoot(root) {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(join(root, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(root, name))
  }
}

function finishRoot(root) {
  cpSync(
    join(root, 'usr/lib/libreoffice/share/.registry'),
    join(root, 'etc/libreoffice/registry'),
    { recursive: true },
  )
  const libraries =
    readdirSync(join(root, 'usr/lib')).find((name) => name.endsWith('-linux-gnu')) ?? ''
  for (const name of LINKS) {
    const folder = name.slice(3, name.indexOf('.'))
    if (existsSync(join(root, 'usr/lib', libraries, folder, name)))
      symlinkSync(`${folder}/${name}`, join(root, 'usr/lib', libraries, name))
  }
}
