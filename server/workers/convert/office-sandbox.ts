import path from 'node:path'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { builtFont, fontFileName, OFFICE_FONTS } from '../../platform/fonts/built-font.ts'
import type { OfficePrograms } from './office-programs.ts'
import { accountPrefix, rootLinks, SYSTEM_PATH } from './sandbox.ts'

const SETTINGS_FOLDER = path.join(PROJECT_ROOT, 'server/workers/convert/sandbox')
/** Only memory is writable. */
const WORK = '/work'
const WORK_BYTES = 2 ** 30

const LIMITS = ['--as=4294967296', '--cpu=120', '--fsize=536870912', '--nproc=1024', '--core=0']

/** The sandbox's account may lack access to our files. */
const FILES = [
  {
    file: path.join(SETTINGS_FOLDER, 'registrymodifications.xcu'),
    place: `${WORK}/profile/user/registrymodifications.xcu`,
  },
  { file: path.join(SETTINGS_FOLDER, 'fonts.conf'), place: `${WORK}/fonts.conf` },
  { file: path.join(SETTINGS_FOLDER, 'basic/script.xlc'), place: `${WORK}/basic/script.xlc` },
  {
    file: path.join(SETTINGS_FOLDER, 'basic/script.xlb'),
    place: `${WORK}/basic/Standard/script.xlb`,
  },
  {
    file: path.join(SETTINGS_FOLDER, 'basic/Sheets.xba'),
    place: `${WORK}/basic/Standard/Sheets.xba`,
  },
  {
    file: path.join(SETTINGS_FOLDER, 'basic/Columns.xba'),
    place: `${WORK}/basic/Standard/Columns.xba`,
  },
  ...OFFICE_FONTS.map((name) => ({
    file: builtFont(name),
    place: `${WORK}/fonts/${fontFileName(name)}`,
  })),
]

/** `src` and `local` may contain data and keys. */
const PROGRAM_FOLDERS = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libexec', 'share'].map(
  (name) => `/usr/${name}`,
)

const FIRST_FILE = 3

export interface SandboxedCommand {
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly files: readonly string[]
}

/** LibreOffice is the first argument, without network, other processes or root's rights. It ends with its parent. */
export function sandboxed(
  { bwrap, root, soffice, installFolder }: OfficePrograms,
  script: string,
  ...args: readonly string[]
): SandboxedCommand {
  const of = (folder: string) => path.join(root, folder)
  const environment = {
    PATH: '/usr/bin:/bin',
    HOME: WORK,
    LC_ALL: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
    FONTCONFIG_FILE: `${WORK}/fonts.conf`,
  }
  const words = [
    ...accountPrefix(),
    ...[
      'prlimit',
      ...LIMITS,
      '--',
      bwrap,
      '--unshare-all',
      '--die-with-parent',
      '--new-session',
      '--cap-drop',
      'ALL',
      '--clearenv',
    ],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...PROGRAM_FOLDERS.flatMap((folder) => ['--ro-bind-try', of(folder), folder]),
    ...rootLinks(root, ['bin', 'sbin', 'lib', 'lib64', 'lib32']),
    ...[
      '/etc/fonts',
      '/etc/libreoffice',
      '/etc/alternatives',
      '/etc/ld.so.cache',
      '/var/lib/libreoffice',
    ].flatMap((folder) => [...['--ro-bind-try', of(folder), folder]]),
    ...(installFolder === undefined ? [] : ['--ro-bind', installFolder, installFolder]),
    ...[
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--size',
      String(WORK_BYTES),
      '--tmpfs',
      WORK,
      '--chdir',
      WORK,
    ],
    ...['profile/user', 'basic/Standard', 'fonts', 'tmp'].flatMap((folder) => [
      '--dir',
      `${WORK}/${folder}`,
    ]),
    ...['--symlink', `${WORK}/tmp`, '/tmp'],
    ...FILES.flatMap(({ place }, index) => ['--file', String(FIRST_FILE + index), place]),
    // Writes could otherwise fill half of the machine's memory.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['/bin/sh', '-c', script, 'sh', soffice, ...args],
  ]
  return {
    words,
    environment: { PATH: SYSTEM_PATH },
    files: FILES.map(({ file }) => file),
  }
}
