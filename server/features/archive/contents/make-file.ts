import fs from 'node:fs'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import { toBase64 } from '../../../../contract/proof/bytes.ts'
import { logFile } from '../../activity/index.ts'
import { findMember } from '../../members/index.ts'
import { tellMessages } from '../../messages/index.ts'
import { findRoom } from '../../rooms/index.ts'
import type { ArchiveParts } from '../archive.parts.ts'
import type { ArchiveRow } from '../archive.read.ts'
import { ArchiveFailed } from '../archive-failed.ts'
import type { MadePath } from '../made.ts'
import { utf8 } from '../made-content.ts'
import { indexCsv, indexHtml, type Titled } from './index-files.ts'
import { COLUMNS, cellsOf, indexRows } from './index-rows.ts'
import { manifestJson, manifestNote } from './manifest.ts'
import { messagesHtml, messagesJson } from './message-files.ts'
import { rightsCsv } from './rights-csv.ts'
import { xlsx } from './xlsx.ts'

const INDEX_WIDTHS = [10, 40, 60, 14, 18, 66, 40]

interface Subject extends Titled {
  readonly member: { readonly id: number; readonly userId: number; readonly name: string; readonly email: string } | undefined
}

type Bytes = AsyncIterable<Uint8Array>

/** Makes one of the files that an archive has beside documents. @returns undefined where there is nothing to be put into it. */
export async function makeFile(parts: ArchiveParts, archive: ArchiveRow, path: MadePath): Promise<Bytes | undefined> {
  const { database, history } = parts
  const { room_id: roomId, zone, log_note: note } = archive
  const subject = await subjectOf(parts, archive)
  const memberId = subject.member?.id
  const messages = () => tellMessages(parts, roomId, memberId)
  const log = (format: 'json' | 'html', language: 'ko' | 'en') =>
    utf8(logFile(history, { roomId, zone, userId: subject.member?.userId, note }, format, language))
  const makers: Record<MadePath, () => Bytes | undefined> = {
    'index.html': () => utf8(indexHtml(indexRows(parts, archive), subject)),
    'index.csv': () => utf8(indexCsv(indexRows(parts, archive))),
    'index.xlsx': () =>
      xlsx({ name: '문서 목록', headings: COLUMNS, widths: INDEX_WIDTHS, rows: cells(parts, archive) }, archive.created_at),
    'rights.csv': () => utf8(rightsCsv(database.db, roomId, zone)),
    'messages/messages.html': () => utf8(messagesHtml(messages(), subject, zone)),
    'messages/messages.json': () => utf8(messagesJson(messages())),
    'log/history.html': () => log('html', 'ko'),
    'log/history.en.html': () => log('html', 'en'),
    'log/history.json': () => log('json', 'ko'),
    'log/checkpoint.txt': () => (note === null ? undefined : utf8([note])),
    'verify.html': () => (fs.existsSync(parts.verifyPage) ? fs.createReadStream(parts.verifyPage) : undefined),
    'manifest.json': () => utf8(manifestJson(parts, archive, manifestHead(parts, archive, subject))),
    'manifest.note': () => utf8(signature(parts, archive)),
  }
  return makers[path]()
}

async function* cells(parts: ArchiveParts, archive: ArchiveRow): AsyncGenerator<readonly (string | number)[]> {
  for await (const row of indexRows(parts, archive)) yield cellsOf(row)
}

async function* signature(parts: ArchiveParts, archive: ArchiveRow): AsyncGenerator<string> {
  yield await manifestNote(parts, archive)
}

/** @throws ArchiveFailed OUTDATED where the person is gone. */
async function subjectOf({ database: { db } }: ArchiveParts, archive: ArchiveRow): Promise<Subject> {
  const { room_id: roomId, scope, member_id: memberId, created_at: createdAt, zone } = archive
  const room = await findRoom(db, roomId)
  const member = scope === 'own' && memberId !== null ? await findMember(db, roomId, memberId) : undefined
  if (!room || (scope === 'own' && !member)) throw new ArchiveFailed('OUTDATED')
  return {
    ...{ roomName: room.name, roomNo: room.room_no, at: formatMinute(createdAt, zone) },
    person: member && `${member.name} (${member.email})`,
    member: member && { id: member.id, userId: member.user_id, name: member.name, email: member.email },
  }
}

function manifestHead({ history }: ArchiveParts, archive: ArchiveRow, { roomNo, roomName, member }: Subject) {
  return {
    format: 'sealroom-archive/1' as const,
    ...{ roomNo, roomName, scope: archive.scope },
    person: member ? { name: member.name, email: member.email } : null,
    createdAt: archive.created_at.toISOString(),
    checkpoint: archive.log_note,
    publicKey: toBase64(history.signer.publicKey),
  }
}
