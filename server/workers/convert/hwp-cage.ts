import { createRequire } from 'node:module'
import path from 'node:path'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { FONT_FOLDER } from '../../platform/fonts/built-font.ts'
import { accountPrefix, NOBODY, rootLinks, SYSTEM_PATH } from './cage.ts'

/** Node 20 starts nothing from TypeScript, so that tests, too, run the compiled program. */
export const HWP_PROGRAM = path.join(PROJECT_ROOT, '.build/server/workers/convert/hwp-program.js')
const HEAP_MB = 512
/** All memory that the program writes to: the engine's, the heap, pictures and the PDF. */
const DATA_KB = 2 * 2 ** 20
/**
 * No core file, which would hold the document; processor time, for when nobody is left to keep the deadline; memory; no byte into any file
 * (pipes are none); few open files.
 */
const LIMITED = `ulimit -c 0 && ulimit -t 120 && ulimit -d ${DATA_KB} && ulimit -f 0 && ulimit -n 64 && exec "$@"`

const ENGINE = createRequire(import.meta.url).resolve('@rhwp/core')
const PACKAGES = ENGINE.slice(0, ENGINE.lastIndexOf(`${path.sep}@rhwp${path.sep}`))
/** All that the program reads: its own files and the fonts and the packages with its engines. */
const READ_FOLDERS = [path.dirname(HWP_PROGRAM), FONT_FOLDER, ...['@rhwp', '@napi-rs'].map((scope) => path.join(PACKAGES, scope))]
const READ_FILES = [path.join(PROJECT_ROOT, 'package.json')]

/** Fonts come from our packages alone. */
const ENVIRONMENT = { DISABLE_SYSTEM_FONTS_LOAD: '1' }

/**
 * What keeps the Hangul program in, the strongest first.
 * - `cage`: bubblewrap: no network, no file but the program, its packages and system libraries, no process but its own
 * - `namespaces`: no network and no process but its own; files are kept from it by Node alone, which native code does not ask
 * - `node`: no file and no child by Node alone
 * All have the limits, an empty environment, and where the server is root the account `nobody` if that one can read the program.
 */
export type HwpGuard = 'cage' | 'namespaces' | 'node'

/**
 * For this process alone: V8 would compile the engine's WebAssembly a second time while it runs, which costs three times what one document
 * takes, and nothing of it outlives the process.
 */
export const COMPILED_ONCE = '--liftoff-only'

/** A way to start the program. */
export interface HwpCommand {
  readonly guard: HwpGuard
  /** The flag of V8 that it is started with; a Node that does not know it starts nothing with it. */
  readonly flag: string | undefined
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** All ways to start it, the strongest first, each with the flag before without it; not each works on each machine. */
export function hwpCommands(bwrap: string | undefined, wished = COMPILED_ONCE): readonly HwpCommand[] {
  const command = (guard: HwpGuard, before: readonly string[]): HwpCommand[] =>
    [wished, undefined].map((flag) => ({
      guard,
      flag,
      words: ['/bin/sh', '-c', LIMITED, 'sh', ...before, process.execPath, ...(flag === undefined ? [] : [flag]), ...PROGRAM_WORDS],
      environment: { PATH: SYSTEM_PATH, ...ENVIRONMENT },
    }))
  // As nobody first; where that one cannot reach the program, as root without any of root's powers.
  const accounts = process.getuid?.() === 0 ? [accountPrefix(), []] : [accountPrefix()]
  return [
    ...(bwrap === undefined ? [] : accounts.flatMap((account) => command('cage', [...account, ...bubblewrap(bwrap)]))),
    ...accounts.flatMap((account) => command('namespaces', [...account, ...NAMESPACES])),
    ...[...accounts, []].flatMap((account) => command('node', account)),
  ]
}

/** Node asks before it opens a file or starts anything; code of packages that is native does not ask Node. */
const PROGRAM_WORDS = [
  `--max-old-space-size=${HEAP_MB}`,
  '--no-warnings',
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  '--allow-addons',
  ...READ_FOLDERS.map((folder) => `--allow-fs-read=${folder}${path.sep}*`),
  ...READ_FILES.map((file) => `--allow-fs-read=${file}`),
  HWP_PROGRAM,
]

const NAMESPACES = [
  ...['unshare', '--user', '--map-root-user', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child', '--'],
  ...['setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
]

function bubblewrap(bwrap: string): string[] {
  return [
    ...[bwrap, '--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...['--uid', String(NOBODY), '--gid', String(NOBODY)],
    ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['/usr/lib', '/usr/lib64', '/etc/ld.so.cache'].flatMap((place) => ['--ro-bind-try', place, place]),
    ...rootLinks('/', ['lib', 'lib64']),
    ...[process.execPath, ...READ_FOLDERS, ...READ_FILES].flatMap((place) => ['--ro-bind', place, place]),
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/', '--'],
  ]
}
