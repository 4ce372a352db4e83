import { createRequire } from 'node:module'
import path from 'node:path'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { FONT_FOLDER } from '../../platform/fonts/built-font.ts'
import { accountPrefix, NOBODY, rootLinks, SYSTEM_PATH } from './sandbox.ts'

/** Node 20 cannot run TypeScript. */
export const HWP_PROGRAM = path.join(PROJECT_ROOT, '.build/server/workers/convert/hwp-program.js')
const HEAP_MB = 512
const DATA_KB = 2 * 2 ** 20
/** A core file would contain the document. The CPU limit works without a parent. Only pipes can be written. */
const LIMITED = `ulimit -c 0 && ulimit -t 120 && ulimit -d ${DATA_KB} && ulimit -f 0 && ulimit -n 64 && exec "$@"`

const ENGINE = createRequire(import.meta.url).resolve('@rhwp/core')
const PACKAGES = ENGINE.slice(0, ENGINE.lastIndexOf(`${path.sep}@rhwp${path.sep}`))
const READ_FOLDERS = [
  path.dirname(HWP_PROGRAM),
  FONT_FOLDER,
  ...['@rhwp', '@napi-rs'].map((scope) => path.join(PACKAGES, scope)),
]
const READ_FILES = [path.join(PROJECT_ROOT, 'package.json')]

const ENVIRONMENT = { DISABLE_SYSTEM_FONTS_LOAD: '1' }

/**
 * `sandbox` is bubblewrap; it and `namespaces` have no network. In `namespaces` native code can bypass Node's file block. With `node`,
 * only Node blocks files and processes.
 */
export type HwpGuard = 'sandbox' | 'namespaces' | 'node'

/** Recompiling the engine's WebAssembly costs three times as much as a document. */
export const COMPILED_ONCE = '--liftoff-only'

export interface HwpCommand {
  readonly guard: HwpGuard
  /** Node fails to start with unknown flags. */
  readonly flag: string | undefined
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** Returns the strongest command first. */
export function hwpCommands(
  bwrap: string | undefined,
  wished = COMPILED_ONCE,
): readonly HwpCommand[] {
  const command = (guard: HwpGuard, before: readonly string[]): HwpCommand[] =>
    [wished, undefined].map((flag) => ({
      guard,
      flag,
      words: [
        '/bin/sh',
        '-c',
        LIMITED,
        'sh',
        ...before,
        process.execPath,
        ...(flag === undefined ? [] : [flag]),
        ...PROGRAM_WORDS,
      ],
      environment: { PATH: SYSTEM_PATH, ...ENVIRONMENT },
    }))
  // If `nobody` cannot reach the program, root without capabilities follows.
  const accounts = process.getuid?.() === 0 ? [accountPrefix(), []] : [accountPrefix()]
  return [
    ...(bwrap === undefined
      ? []
      : accounts.flatMap((account) => command('sandbox', [...account, ...bubblewrap(bwrap)]))),
    ...accounts.flatMap((account) => command('namespaces', [...account, ...NAMESPACES])),
    ...[...accounts, []].flatMap((account) => command('node', account)),
  ]
}

const PROGRAM_WORDS = [
  `--max-old-space-size=${HEAP_MB}`,
  '--no-warnings',
  process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission',
  '--allow-addons',
  ...READ_FOLDERS.map((folder) => `--allow-fs-read=${folder}${path.sep}*`),
  ...READ_FILES.map((file) => `--allow-fs-read=${file}`),
  HWP_PROGRAM,
]

const NAMESPACES = [
  ...[
    'unshare',
    '--user',
    '--map-root-user',
    '--net',
    '--ipc',
    '--uts',
    '--pid',
    '--fork',
    '--kill-child',
    '--',
  ],
  ...['setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
]

function bubblewrap(bwrap: string): string[] {
  return [
    ...[
      bwrap,
      '--unshare-all',
      '--die-with-parent',
      '--new-session',
      '--cap-drop',
      'ALL',
      '--clearenv',
    ],
    ...['--uid', String(NOBODY), '--gid', String(NOBODY)],
    ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['/usr/lib', '/usr/lib64', '/etc/ld.so.cache'].flatMap((place) => [
      '--ro-bind-try',
      place,
      place,
    ]),
    ...rootLinks('/', ['lib', 'lib64']),
    ...[process.execPath, ...READ_FOLDERS, ...READ_FILES].flatMap((place) => [
      '--ro-bind',
      place,
      place,
    ]),
    ...[
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--remount-ro',
      '/dev',
      '--remount-ro',
      '/',
      '--chdir',
      '/',
      '--',
    ],
  ]
}
