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
import { sha256 } from '../../platform/crypto/proof-means.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { settledTree } from '../activity/index.ts'
import { findRoom } from '../rooms/index.ts'
import { type Course, openCourse } from './course.ts'
import { drawCertificate } from './draw-certificate.ts'
import { certificateMail } from './ending.mails.ts'
import type { EndingParts } from './ending.parts.ts'
import { type DestructionRow, findDestruction } from './ending.read.ts'
import { storeCertificate, updatePhase } from './ending.store.ts'

const DAY_MS = 86_400_000
const TREE_TRIES = 3
const purposeOf = (roomId: number): string => `certificate:${roomId}`

/** Signs what was done, keeps it, and mails it to all who were of the room; of a destruction that is done once more nobody is mailed again. */
export async function certify(parts: EndingParts, { room_id: roomId, sealed, restored }: DestructionRow): Promise<void> {
  const { database, retention, clock } = parts
  const course = await openCourse(retention, database.db, roomId, sealed)
  const zone = (await findRoom(database.db, roomId))?.zone ?? 'UTC'
  const at = clock.now()
  const tree = await lastTree(parts, roomId)
  const certificate = certificateOf(parts, factsOf(parts, course, { at, note: tree?.note }))
  const json = Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`)
  const pdf = await drawCertificate(certificate, zone)
  await database.transaction(async (tx) => {
    if (!(await storeCertificate(tx, roomId, await retention.seal(tx, roomId, purposeOf(roomId), json), at))) return
    await updatePhase(tx, roomId, 'destroyed', at)
    if (restored) return
    for (const to of course.people)
      await parts.outbox.queue(tx, {
        ...{ roomId, kind: 'destroyed', outlivesRoom: true },
        mail: certificateMail(to, certificate, { zone, json, pdf }),
      })
  })
}

/** It is stated once and for all: what passes, as another node at work on the log, is waited for. */
async function lastTree(parts: EndingParts, roomId: number): ReturnType<typeof settledTree> {
  for (let tries = 1; tries < TREE_TRIES; tries += 1) {
    const tree = await settledTree(parts, roomId)
    if (tree) return tree
  }
  return settledTree(parts, roomId)
}

function factsOf(
  { backupDays, keyBackupDays }: EndingParts,
  { room, asked, confirmed, destroyed, keyDestroyedAt }: Course,
  { at, note }: { readonly at: Date; readonly note: string | undefined },
): DestructionFacts {
  if (!confirmed || !destroyed || keyDestroyedAt === null) throw new Error('a destruction was certified before it was done')
  const checkpoint = note === undefined ? undefined : parseNote(note)?.checkpoint
  const after = (from: string | Date, days: number): string => new Date(new Date(from).getTime() + days * DAY_MS).toISOString()
  return {
    ...{ room, asked, confirmed, keyDestroyedAt, destroyed },
    finishedAt: at.toISOString(),
    methods: [...DESTRUCTION_METHODS],
    log: note !== undefined && checkpoint ? { entries: checkpoint.size, root: toBase64(checkpoint.root), note } : null,
    remains: {
      logUntil: new Date(at.getTime() + LIMITS.retentionMs).toISOString(),
      databaseBackupsUntil: after(at, backupDays),
      keyBackupsUntil: after(keyDestroyedAt, keyBackupDays),
    },
  }
}

function certificateOf({ signer }: Pick<EndingParts, 'signer'>, facts: DestructionFacts): DestructionCertificate {
  const note = signer.signText(destructionText(facts, sha256(destructionInput(facts))))
  return { format: CERTIFICATE_FORMAT, facts, publicKey: toBase64(signer.publicKey), note }
}

/** The certificate of a destroyed room as it was signed, with its page; undefined before it is there, or when its time is over. */
export async function findCertificate(
  { retention }: Pick<EndingParts, 'retention'>,
  db: Queryable,
  roomId: number,
): Promise<{ readonly json: Buffer; readonly pdf: Buffer } | undefined> {
  const sealed = (await findDestruction(db, roomId))?.certificate
  const room = await findRoom(db, roomId)
  if (!sealed || !room) return undefined
  const json = await retention.open(db, roomId, purposeOf(roomId), sealed)
  return { json, pdf: await drawCertificate(JSON.parse(json.toString()) as DestructionCertificate, room.zone) }
}
