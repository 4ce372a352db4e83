import { Readable } from 'node:stream'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { formatDay } from '../../../../contract/core/room-time.ts'
import { INDEX_TYPES } from '../../../../contract/features/disclosure.ts'
import type { Actor } from '../../../access/actor.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { safeName } from '../../delivery/index.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'
import { disclosedContent } from '../record/disclosed-content.ts'
import type { RecordFile } from '../record/protocol.ts'
import { threadedFiles } from '../record/record-thread.ts'
import { RECORD_WORDS } from '../record/record-words.ts'

interface ExportPastIndexInput {
  readonly format: 'xlsx' | 'pdf'
  readonly groupId: number
  readonly at: Date
}

/** Confirms the permission at the end. @throws Refusal TOO_MANY, INDEX_TOO_LARGE, as `disclosedContent` */
export async function exportPastIndex(
  parts: DisclosureParts,
  actor: Actor,
  { format, groupId, at }: ExportPastIndexInput,
  language: Language,
): Promise<Bytes> {
  await parts.throttle.count('index', String(actor.memberId))
  const content = await disclosedContent(parts, actor, { groupId, at, isRecord: false })
  const { group, roomName, answers } = content
  if (format === 'pdf') {
    refuseOver(content.items.length, LIMITS.indexRowsOfPdf)
    refuseOver(answers, LIMITS.pdfThreads)
  }
  const file = await firstOf(
    threadedFiles(content, { checkpoint: null, one: { format, language } }),
  )
  await parts.database.transaction(async (tx) => {
    await parts.confirm(tx, actor, 'disclosure.manage')
    const facts = { format, items: content.items.length, group: group.name, at: at.toISOString() }
    await parts.activity.record(tx, actor, 'index.exported', facts)
  })
  const name = safeName(
    [RECORD_WORDS[language].listTitle, roomName, group.name, formatDay(at, actor.zone)].join(' '),
  )
  return {
    type: INDEX_TYPES[format],
    body: Readable.from([file.content]),
    headers: { 'content-disposition': disposition('attachment', `${name}.${format}`) },
  }
}

async function firstOf(files: AsyncIterable<RecordFile>): Promise<RecordFile> {
  for await (const file of files) return file
  throw new Error('a list of the past was not written')
}

function refuseOver(rows: number, limit: number): void {
  if (rows > limit)
    throw new Refusal('INDEX_TOO_LARGE', { variables: { limit: limit.toLocaleString('en') } })
}
