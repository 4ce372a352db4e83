import fs from 'node:fs'
import { ROLE } from '../../../../contract/core/limits.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import {
  type ArchiveManifest,
  archiveOriginOf,
  MANIFEST,
} from '../../../../contract/proof/archive-manifest.ts'
import { toBase64 } from '../../../../contract/proof/bytes.ts'
import { utf8 } from '../../../platform/xlsx/utf8-pieces.ts'
import { xlsx } from '../../../platform/xlsx/xlsx-stream.ts'
import { logFile } from '../../audit/index.ts'
import { memberOf } from '../../members/index.ts'
import { presentMessages } from '../../messages/index.ts'
import { roomIfAny } from '../../rooms/index.ts'
import { presentThreads } from '../../threads/index.ts'
import type { ArchiveParts } from '../archive.parts.ts'
import { type ArchiveRow, allEntries, type EntryRow } from '../archive.read.ts'
import { ArchiveFailed } from '../archive-failed.ts'
import { openDigest } from '../encrypted-digest.ts'
import { isFile } from '../entry.rules.ts'
import type { MadePath } from '../made.ts'
import { agreementFile } from './agreement-files.ts'
import { indexCsv, indexHtml, type Titled } from './index-files.ts'
import { COLUMNS, cellsOf, indexRows } from './index-rows.ts'
import { messagesHtml, messagesJson } from './message-files.ts'
import { questionsHtml, questionsJson } from './question-files.ts'
import { rightsCsv } from './rights-csv.ts'

const INDEX_WIDTHS = [10, 40, 60, 14, 18, 66, 40]

interface Subject extends Titled {
  readonly member:
    | {
        readonly id: number
        readonly userId: number
        readonly name: string
        readonly email: string
        readonly groupId: number | undefined
      }
    | undefined
}

type Bytes = AsyncIterable<Uint8Array>

type MakeFileParts = Pick<ArchiveParts, 'database' | 'encryptor'>

async function* manifestJson(
  parts: MakeFileParts,
  archive: ArchiveRow,
  head: Omit<ArchiveManifest, 'files'>,
): AsyncGenerator<string> {
  const { db } = parts.database
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`
  let separator = '\n'
  for await (const entry of allEntries(db, archive.id)) {
    if (!isListed(entry)) continue
    const { size, sha256: digest } = await openDigest(parts, db, archive, entry)
    yield `${separator}${JSON.stringify({ path: entry.path, size, sha256: digest })}`
    separator = ',\n'
  }
  yield '\n]}\n'
}

const isListed = (entry: EntryRow): boolean =>
  isFile(entry) && entry.path !== MANIFEST.list && entry.path !== MANIFEST.note

async function manifestNote(
  parts: MakeFileParts & Pick<ArchiveParts, 'history' | 'keyring'>,
  archive: ArchiveRow,
): Promise<string> {
  const { db } = parts.database
  const { vault } = await parts.keyring.keysOf(db, archive.room_id)
  let size = 0
  let list: Buffer | undefined
  for await (const entry of allEntries(db, archive.id)) {
    if (isListed(entry)) size += 1
    if (entry.path === MANIFEST.list)
      list = Buffer.from((await openDigest(parts, db, archive, entry)).sha256, 'hex')
  }
  if (!list) throw new Error('the manifest of an archive is signed once it is made')
  return parts.history.signer.sign({
    origin: archiveOriginOf(vault),
    size,
    root: list,
    at: archive.created_at.toISOString(),
  })
}

export async function makeFile(
  parts: Pick<
    ArchiveParts,
    'database' | 'keyring' | 'encryptor' | 'history' | 'verifyPage' | 'clock'
  >,
  archive: ArchiveRow,
  path: string,
): Promise<Bytes | undefined> {
  const { database, history } = parts
  const { room_id: roomId, zone, log_note: note } = archive
  const subject = await subjectOf(parts, archive)
  const memberId = subject.member?.id
  const messages = () => presentMessages(parts, roomId, memberId)
  const groupId = archive.group_id ?? subject.member?.groupId
  const questions = () => presentThreads(parts, { roomId, memberId, groupId })
  const log = (format: 'json' | 'html', language: 'ko' | 'en') =>
    utf8(logFile(history, { roomId, zone, userId: subject.member?.userId, note }, format, language))
  const makers: Record<MadePath, () => Bytes | undefined> = {
    'index.html': () => utf8(indexHtml(indexRows(parts, archive), subject)),
    'index.csv': () => utf8(indexCsv(indexRows(parts, archive))),
    'index.xlsx': () =>
      xlsx(
        { name: '문서 목록', headings: COLUMNS, widths: INDEX_WIDTHS, rows: cells(parts, archive) },
        archive.created_at,
      ),
    'rights.csv': () => utf8(rightsCsv(database.db, roomId, zone)),
    'messages/messages.html': () => utf8(messagesHtml(messages(), subject, zone)),
    'messages/messages.json': () => utf8(messagesJson(messages())),
    'questions/questions.html': () => utf8(questionsHtml(questions(), subject, zone)),
    'questions/questions.json': () => utf8(questionsJson(questions())),
    'log/history.html': () => log('html', 'ko'),
    'log/history.en.html': () => log('html', 'en'),
    'log/history.json': () => log('json', 'ko'),
    'log/checkpoint.txt': () => (note === null ? undefined : utf8([note])),
    'verify.html': () =>
      fs.existsSync(parts.verifyPage) ? fs.createReadStream(parts.verifyPage) : undefined,
    'manifest.json': () =>
      utf8(manifestJson(parts, archive, manifestHead(parts, archive, subject))),
    'manifest.note': () => utf8(signature(parts, archive)),
  }
  return path in makers ? makers[path as MadePath]() : agreementFile(parts, archive, path)
}

async function* cells(
  parts: Pick<ArchiveParts, 'database' | 'encryptor'>,
  archive: ArchiveRow,
): AsyncGenerator<readonly (string | number)[]> {
  for await (const row of indexRows(parts, archive)) yield cellsOf(row)
}

async function* signature(
  parts: Pick<ArchiveParts, 'database' | 'keyring' | 'encryptor' | 'history'>,
  archive: ArchiveRow,
): AsyncGenerator<string> {
  yield await manifestNote(parts, archive)
}

/** Operators' group has no effect. */
const groupOf = ({
  role_id,
  group_id,
}: {
  readonly role_id: number
  readonly group_id: number | null
}): number | undefined => (role_id === ROLE.operator ? undefined : (group_id ?? undefined))

/** @throws ArchiveFailed OUTDATED if the member is gone. */
async function subjectOf(
  { database: { db } }: Pick<ArchiveParts, 'database'>,
  archive: ArchiveRow,
): Promise<Subject> {
  const { room_id: roomId, scope, member_id: memberId, created_at: createdAt, zone } = archive
  const room = await roomIfAny(db, roomId)
  const member =
    scope === 'own' && memberId !== null ? await memberOf(db, roomId, memberId) : undefined
  if (!room || (scope === 'own' && !member)) throw new ArchiveFailed('OUTDATED')
  return {
    ...{ roomName: room.name, roomNo: room.room_no, at: formatMinute(createdAt, zone) },
    person: member && `${member.name} (${member.email})`,
    group: archive.group_name ?? undefined,
    member: member && {
      id: member.id,
      userId: member.user_id,
      name: member.name,
      email: member.email,
      groupId: groupOf(member),
    },
  }
}

function manifestHead(
  { history }: Pick<ArchiveParts, 'history'>,
  archive: ArchiveRow,
  { roomNo, roomName, member, group }: Subject,
) {
  return {
    format: 'sealroom-archive/1' as const,
    ...{ roomNo, roomName, scope: archive.scope, ...(group === undefined ? {} : { group }) },
    person: member ? { name: member.name, email: member.email } : null,
    createdAt: archive.created_at.toISOString(),
    checkpoint: archive.log_note,
    publicKey: toBase64(history.signer.publicKey),
  }
}
