import { parseArgs } from 'node:util'
import { drill as runDrill } from '../backup/drill.ts'
import { type RestoreParts, restore as runRestore } from '../backup/restore.ts'
import type { Settings } from '../platform/config/settings.ts'
import { createLog } from '../platform/log/log.ts'
import { ResourceStack } from '../resource-stack.ts'
import { type Command, CommandError, JSON_OPTION, report, UsageError } from './command.ts'

const LOG = createLog({ level: 'error', destination: process.stderr })

const OUT_OPTIONS = {
  ...JSON_OPTION,
  out: { type: 'string' },
  keys: { type: 'string' },
  full: { type: 'boolean', default: false },
} as const
const FROM_OPTIONS = { ...JSON_OPTION, from: { type: 'string' }, keys: { type: 'string' } } as const

/** @throws UsageError */
function folder(option: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new UsageError(`${option} requires a folder`)
  return value
}

const optionalFolder = (option: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : folder(option, value)

export function backup(args: readonly string[]): Command {
  const [act, ...rest] = args
  if (act === 'drill') return drill(rest)
  if (act === 'prune') return prune(rest)
  if (act === 'list') return list(rest)
  const { values } = parseArgs({ args: [...args], options: OUT_OPTIONS })
  const request = {
    out: folder('--out', values.out),
    keys: optionalFolder('--keys', values.keys),
    full: values.full,
  }
  return async ({ DATA_DIR: dataDir, KEY_DIR: keyDir }, open) => {
    const program = await open()
    const { place, keysPlace, manifest, bytes, leftBlobs } = await program.backUp({
      ...request,
      dataDir,
      keyDir,
    })
    const { copied, destroyed, missing } = manifest.blobs
    const facts = {
      place,
      keysPlace,
      snapshotAt: manifest.snapshotAt,
      tables: manifest.tables.length,
      blobs: copied,
      destroyed,
      missing,
      bytes,
      ...(leftBlobs ? { warning: warningOf(leftBlobs) } : {}),
    }
    const keys = keysPlace === null ? 'without keys' : `keys: ${keysPlace}`
    const lines = [place, keys, `${copied} blobs, ${bytes} bytes, as of ${manifest.snapshotAt}`]
    if (missing > 0)
      lines.push(
        `${missing} blobs that documents need are missing from the storage. The backup holds everything else.`,
      )
    if (leftBlobs) lines.push(warningOf(leftBlobs))
    const reported = report(values.json, facts, lines.join('\n'))
    if (missing > 0) throw new CommandError(reported)
    return reported
  }
}

const warningOf = ({ message }: Error): string =>
  `Warning: some files of documents destroyed meanwhile could not be removed (${message}). The backup is whole; a server removes them within the hour.`

function list(args: readonly string[]): Command {
  const { json } = parseArgs({ args: [...args], options: JSON_OPTION }).values
  return async (_settings, open) => {
    const backups = (await (await open()).listBackups()).map((row) => ({
      place: row.place,
      snapshotAt: row.snapshot_at.toISOString(),
      bytes: row.bytes,
      removedAt: row.removed_at?.toISOString() ?? null,
      keysPlace: row.keys_place,
      keysRemovedAt: row.keys_removed_at?.toISOString() ?? null,
    }))
    const state = (removedAt: string | null): string =>
      removedAt === null ? '' : `  removed ${removedAt}`
    const lines = backups.flatMap((each) => [
      `${each.snapshotAt}  ${each.place}  ${each.bytes} bytes${state(each.removedAt)}`,
      ...(each.keysPlace === null ? [] : [`  keys ${each.keysPlace}${state(each.keysRemovedAt)}`]),
    ])
    return report(json, backups, lines.length === 0 ? 'no backups' : lines.join('\n'))
  }
}

function prune(args: readonly string[]): Command {
  const { out: given, json } = parseArgs({
    args: [...args],
    options: { ...JSON_OPTION, out: { type: 'string' } },
  }).values
  const out = folder('--out', given)
  return async ({ BACKUP_DAYS: backupDays, KEY_BACKUP_DAYS: keyBackupDays }, open) => {
    const pruned = await (await open()).pruneBackups({ out, backupDays, keyBackupDays })
    const lines = [
      ...[...pruned.removed, ...pruned.keysRemoved].map((place) => `removed ${place}`),
      ...pruned.unreachable.map(
        (place) => `past KEY_BACKUP_DAYS, but its folder is not there: ${place}`,
      ),
    ]
    return report(json, pruned, lines.length === 0 ? 'nothing is past its days' : lines.join('\n'))
  }
}

/** Loading takes a second. */
const openWith =
  (settings: Settings, opened: ResourceStack) =>
  async (prepare: Parameters<RestoreParts['open']>[0]): ReturnType<typeof programOver> =>
    programOver(settings, opened, prepare)

async function programOver(
  settings: Settings,
  opened: ResourceStack,
  prepare: Parameters<RestoreParts['open']>[0],
) {
  const [{ assemble }, { openResources }] = await Promise.all([
    import('../assemble.ts'),
    import('../resources.ts'),
  ])
  const resources = await openResources(settings, LOG, opened, 'command', prepare)
  const program = await assemble(resources)
  opened.add(() => program.close())
  return { ...program, database: resources.database, blobs: resources.blobs }
}

export function restore(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: FROM_OPTIONS })
  const request = {
    from: folder('--from', values.from),
    keys: optionalFolder('--keys', values.keys),
  }
  return async (settings) => {
    const opened = new ResourceStack()
    try {
      const { manifest, withoutKeys } = await runRestore(
        { settings, log: LOG, open: openWith(settings, opened) },
        request,
      )
      const { snapshotAt, blobs } = manifest
      const lines = [
        `restored ${manifest.tables.length} tables and ${blobs.copied} blobs, as of ${snapshotAt}`,
        'All sessions have ended, and rooms that were open are frozen until an operator reopens them.',
        ...withoutKeys.map(
          (roomNo) => `room ${roomNo}: its keys are not in KEY_DIR, so nothing of it opens`,
        ),
      ]
      return report(
        values.json,
        { snapshotAt, tables: manifest.tables.length, blobs: blobs.copied, withoutKeys },
        lines.join('\n'),
      )
    } finally {
      await opened.close()
    }
  }
}

function drill(args: readonly string[]): Command {
  const { values } = parseArgs({ args: [...args], options: FROM_OPTIONS })
  const request = {
    from: folder('--from', values.from),
    keys: optionalFolder('--keys', values.keys),
  }
  return async (settings) => {
    const { manifest, rooms, faults } = await runDrill(
      {
        settings,
        async withRestored(own, run, look) {
          const opened = new ResourceStack()
          try {
            let program: Awaited<ReturnType<typeof programOver>> | undefined
            await run({
              log: LOG,
              open: async (prepare) => {
                program = await programOver(own, opened, prepare)
                return program
              },
            })
            if (program) await look(program)
          } finally {
            await opened.close()
          }
        },
      },
      request,
    )
    const facts = {
      snapshotAt: manifest.snapshotAt,
      tables: manifest.tables.length,
      blobs: manifest.blobs.copied,
      rooms,
      faults,
    }
    const lines = [
      `${manifest.tables.length} tables, ${manifest.blobs.copied} blobs, as of ${manifest.snapshotAt}`,
      ...rooms.map(({ roomNo, phase, files, opened, log }) =>
        log === undefined
          ? `${roomNo}  ${phase}`
          : `${roomNo}  opens ${opened} of ${files} files, log ${log}`,
      ),
      ...faults,
      faults.length === 0
        ? 'The backup is sound.'
        : `${faults.length} faults: this backup does not bring everything back.`,
    ]
    const reported = report(values.json, facts, lines.join('\n'))
    if (faults.length > 0) throw new CommandError(reported)
    return reported
  }
}
