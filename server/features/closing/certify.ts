import { LIMITS } from '../../../contract/core/limits.ts'
import { toBase64 } from '../../../contract/proof/bytes.ts'
import { parseNote } from '../../../contract/proof/checkpoint.ts'
import {
  CERTIFICATE_FORMAT,
  DESTRUCTION_METHODS,
  type DestructionCertificate,
  type DestructionFacts,
  destructionInput,
  destructionText,
} from '../../../contract/proof/destruction.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sha256 } from '../../platform/encryption/node-crypto.ts'
import { settledTree } from '../audit/index.ts'
import { roomIfAny } from '../rooms/index.ts'
import { certificateMail } from './closing.mails.ts'
import type { ClosingParts } from './closing.parts.ts'
import { type DestructionRow, findDestruction } from './closing.read.ts'
import { storeCertificate, updatePhase } from './closing.store.ts'
import { type DestructionRecord, openCourse } from './destruction-record.ts'
import { drawCertificate } from './draw-certificate.ts'

type CertifyingParts = Pick<
  ClosingParts,
  | 'outbox'
  | 'backupDays'
  | 'keyBackupDays'
  | 'remainingBackups'
  | 'database'
  | 'activity'
  | 'retention'
  | 'signer'
  | 'clock'
  | 'log'
>

const DAY_MS = 86_400_000
const TREE_TRIES = 3
const purposeOf = (roomId: number): string => `certificate:${roomId}`

export async function certify(
  parts: CertifyingParts,
  { room_id: roomId, sealed: encrypted, restored }: DestructionRow,
): Promise<void> {
  const { database, retention, clock } = parts
  const course = await openCourse(retention, database.db, roomId, encrypted)
  const room = await roomIfAny(database.db, roomId)
  const zone = room?.zone ?? 'UTC'
  const at = clock.now()
  const tree = await lastTree(parts, roomId)
  const backups = await parts.remainingBackups(database.db, room?.created_at ?? new Date(0))
  const certificate = certificateOf(
    parts,
    factsOf(parts, course, { at, note: tree?.note, backups }),
  )
  const json = Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`)
  const pdf = await drawCertificate(certificate, zone)
  await database.transaction(async (tx) => {
    if (
      !(await storeCertificate(
        tx,
        roomId,
        await retention.encrypt(tx, roomId, purposeOf(roomId), json),
        at,
      ))
    )
      return
    await updatePhase(tx, roomId, 'destroyed', at)
    if (restored) return
    for (const to of course.people)
      await parts.outbox.queue(tx, {
        ...{ roomId, kind: 'destroyed', outlivesRoom: true },
        mail: certificateMail(to, certificate, { zone, json, pdf }),
      })
  })
}

/** The certificate is final, so it waits for another node's lock. */
async function lastTree(
  parts: Pick<ClosingParts, 'database' | 'activity' | 'retention' | 'signer' | 'clock' | 'log'>,
  roomId: number,
): ReturnType<typeof settledTree> {
  for (let tries = 1; tries < TREE_TRIES; tries += 1) {
    const tree = await settledTree(parts, roomId)
    if (tree) return tree
  }
  return settledTree(parts, roomId)
}

function factsOf(
  { backupDays, keyBackupDays }: Pick<ClosingParts, 'backupDays' | 'keyBackupDays'>,
  { room, asked, confirmed, destroyed, keyDestroyedAt }: DestructionRecord,
  {
    at,
    note,
    backups,
  }: {
    readonly at: Date
    readonly note: string | undefined
    readonly backups: DestructionFacts['remains']['backups']
  },
): DestructionFacts {
  if (!confirmed || !destroyed || keyDestroyedAt === null)
    throw new Error('a destruction was certified before it was done')
  const checkpoint = note === undefined ? undefined : parseNote(note)?.checkpoint
  const after = (from: string | Date, days: number): string =>
    new Date(new Date(from).getTime() + days * DAY_MS).toISOString()
  return {
    ...{ room, asked, confirmed, keyDestroyedAt, destroyed },
    finishedAt: at.toISOString(),
    methods: [...DESTRUCTION_METHODS],
    log:
      note !== undefined && checkpoint
        ? { entries: checkpoint.size, root: toBase64(checkpoint.root), note }
        : null,
    remains: {
      logUntil: new Date(at.getTime() + LIMITS.retentionMs).toISOString(),
      databaseBackupsUntil: after(at, backupDays),
      keyBackupsUntil: after(keyDestroyedAt, keyBackupDays),
      backups,
    },
  }
}

function certificateOf(
  { signer }: Pick<ClosingParts, 'signer'>,
  facts: DestructionFacts,
): DestructionCertificate {
  const note = signer.signText(destructionText(facts, sha256(destructionInput(facts))))
  return { format: CERTIFICATE_FORMAT, facts, publicKey: toBase64(signer.publicKey), note }
}

export async function findCertificate(
  { retention }: Pick<ClosingParts, 'retention'>,
  db: Queryable,
  roomId: number,
): Promise<{ readonly json: Buffer; readonly pdf: Buffer } | undefined> {
  const encrypted = (await findDestruction(db, roomId))?.certificate
  const room = await roomIfAny(db, roomId)
  if (!encrypted || !room) return undefined
  const json = await retention.open(db, roomId, purposeOf(roomId), encrypted)
  return {
    json,
    pdf: await drawCertificate(JSON.parse(json.toString()) as DestructionCertificate, room.zone),
  }
}
