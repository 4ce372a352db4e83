import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isPhaseAtMost } from '../../contract/core/permissions.ts'
import { soundnessOf } from '../../contract/proof/verdict-words.ts'
import type { AdminCommands } from '../admin-commands.ts'
import type { RoomRow } from '../features/rooms/index.ts'
import type { Settings } from '../platform/config/settings.ts'
import { findFaults } from './check-backup.ts'
import { copyKeyFolder } from './copy-keys.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type RestoreParts, type RestoreRequest, restore } from './restore.ts'

interface DrilledProgram extends Pick<AdminCommands, 'checkFiles' | 'verifyLog'> {
  listRooms(): Promise<RoomRow[]>
}

interface DrilledRoom {
  readonly roomNo: string
  readonly phase: string
  readonly files: number
  readonly opened: number
  readonly log: 'sound' | 'faulty' | undefined
}

export interface DrillReport {
  readonly manifest: Manifest
  readonly rooms: readonly DrilledRoom[]
  readonly faults: readonly string[]
}

interface DrillParts {
  readonly settings: Settings
  readonly withRestored: (
    settings: Settings,
    run: (parts: Omit<RestoreParts, 'settings'>) => Promise<unknown>,
    look: (program: DrilledProgram) => Promise<void>,
  ) => Promise<void>
}

/** Copies the installation's keys if `keys` is undefined. */
export async function drill(
  { settings, withRestored }: DrillParts,
  { from, keys }: RestoreRequest,
): Promise<DrillReport> {
  const manifest = await readManifest(path.resolve(from))
  const faults = await findFaults(path.resolve(from), manifest)
  if (faults.some((fault) => !fault.endsWith('when the backup was made')))
    return { manifest, rooms: [], faults }
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'sealroom-drill-'))
  try {
    let given = keys
    if (given === undefined) {
      given = path.join(scratch, 'given-keys')
      await copyKeyFolder(settings.KEY_DIR, given)
    }
    const rooms: DrilledRoom[] = []
    const { DATABASE_URL: _, ...rest } = settings
    const own: Settings = {
      ...{
        ...rest,
        DATABASE_URL: undefined,
        STORAGE_URL: 'file:',
        SMTP_URL: undefined,
        CLAMD_URL: undefined,
      },
      ...{ DATA_DIR: path.join(scratch, 'data'), KEY_DIR: path.join(scratch, 'keys') },
    }
    await withRestored(
      own,
      async (parts) => {
        const { withoutKeys } = await restore({ ...parts, settings: own }, { from, keys: given })
        for (const roomNo of withoutKeys)
          faults.push(`room ${roomNo}: its keys are not in the key folder`)
      },
      async (program) => {
        for (const room of await program.listRooms())
          rooms.push(await lookAtRoom(program, room, faults))
      },
    )
    return { manifest, rooms, faults }
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function lookAtRoom(
  program: DrilledProgram,
  { id, room_no: roomNo, phase }: RoomRow,
  faults: string[],
): Promise<DrilledRoom> {
  if (!isPhaseAtMost(phase, 'closed')) return { roomNo, phase, files: 0, opened: 0, log: undefined }
  const { files, opened } = await program.checkFiles(id)
  if (opened < files) faults.push(`room ${roomNo}: ${files - opened} of ${files} files do not open`)
  const { head, verdict } = await program.verifyLog(id, [])
  const isSound = soundnessOf(verdict, head) === 'sound'
  if (!isSound) faults.push(`room ${roomNo}: its log does not verify`)
  return { roomNo, phase, files, opened, log: isSound ? 'sound' : 'faulty' }
}
