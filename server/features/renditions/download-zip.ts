import { Readable } from 'node:stream'
import { errorText } from '../../../contract/core/errors.ts'
import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import { disposition } from '../../platform/http/disposition.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type ZipEntry, zipStream } from '../../platform/zip/zip-stream.ts'
import { findItems, findVersions, type VersionRow } from '../documents/index.ts'
import { judge } from './byte-gate.ts'
import { delivered } from './deliveries.ts'
import type { Delivery } from './delivery.ts'
import { endWith } from './hand-out.ts'
import { type LeftOut, type Placed, planZip, type ZipPlan } from './plan-zip.ts'
import { asRefusal } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { stampedCopy } from './stamped-copy.ts'
import { watchDocument } from './watch-document.ts'

/**
 * Files that are opened and logged together, and how many bytes they may have. Each on its own would cost a small file more than it takes
 * to send it, and of more than the network holds anyhow nothing is to be called downloaded before its time has come. Files of a batch are
 * read when it is opened, sealed as they are, and one batch is opened ahead: two of them is what a zip holds, however slow its reader is.
 * A larger file is a batch of its own and is read while it is sent.
 */
const BATCH = { files: 250, bytes: 8_000_000 }
/** Bytes that are opened and wait for the network, so that it need not wait for them. */
const READY_BYTES = 1024 * 1024

const LIST_NAME = '읽어주세요.txt'
/** Windows takes a text without it for one in its own code page. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Files and folders as one zip that is made while it is sent. Each file is what a download of its own would give, and is logged like one
 * before its bytes leave; one that gives nothing is left out and listed in the zip. A file that fails once it has begun, or is deleted then,
 * breaks the whole download, so that nobody takes a part for all.
 */
export async function downloadZip(parts: RenditionParts, actor: Actor, ids: readonly number[], signal: AbortSignal): Promise<Delivery> {
  const plan = await planZip(parts, actor, ids)
  const keys = plan.files.map(({ item }) => `${item.id}`)
  await parts.pace.take(actor, { what: 'downloads', keys, hourOnly: true }, signal)
  // What is made for a zip waits for its reader, too.
  if (!actor.watermark) return zipOf(parts, actor, ids, plan, signal)
  return delivered(parts.deliveries, actor.memberId, () => zipOf(parts, actor, ids, plan, signal))
}

async function zipOf(parts: RenditionParts, actor: Actor, ids: readonly number[], plan: ZipPlan, signal: AbortSignal): Promise<Delivery> {
  const { name, files, leftOut } = plan
  const itemIds = [...new Set(ids)]
  await parts.database.transaction((tx) =>
    parts.activity.record(tx, actor, 'document.zip-downloaded', { name, itemIds, files: files.length, leftOut: leftOut.length }),
  )
  const broken = new AbortController()
  const until = AbortSignal.any([signal, broken.signal])
  const entries = entriesOf(parts, actor, plan, until, (reason) => broken.abort(reason))
  const body = Readable.from(zipStream(entries, actor.zone), { objectMode: false, highWaterMark: READY_BYTES })
  endWith(body, until)
  return { type: 'application/zip', body, headers: { 'content-disposition': disposition('attachment', name) } }
}

async function* entriesOf(
  parts: RenditionParts,
  actor: Actor,
  plan: ZipPlan,
  signal: AbortSignal,
  breakOff: (reason: unknown) => void,
): AsyncGenerator<ZipEntry> {
  const leftOut = [...plan.leftOut]
  for (const { path, item } of plan.folders) yield { name: path, modified: item.stored_at }
  for await (const tried of openedAhead(parts, actor, batchesOf(plan.files, actor.watermark), signal)) {
    const opened = tried.filter((one) => 'content' in one)
    leftOut.push(...tried.filter((one) => 'code' in one))
    const watch = watchDocument(parts, actor, ...opened.map(({ item }) => item.id))
    watch.signal.addEventListener('abort', () => breakOff(watch.signal.reason), { once: true })
    try {
      await record(parts, actor, opened)
      for (const { path, item, content } of opened) yield { name: path, modified: item.stored_at, content: content() }
    } finally {
      watch.release()
    }
  }
  if (leftOut.length > 0) {
    const list = Buffer.from(listOf(leftOut), 'utf8')
    yield { name: plan.names.add('', LIST_NAME, 'file'), modified: parts.clock.now(), content: [list] }
  }
}

async function record({ database, activity }: RenditionParts, actor: Actor, files: readonly Opened[]): Promise<void> {
  const details = files.map(({ item }) => ({ itemId: item.id, name: item.name }))
  await database.transaction((tx) => activity.recordEach(tx, actor, 'document.downloaded', details))
}

/** A marked copy takes its time, so each is a batch of its own. */
function* batchesOf(files: readonly Placed[], marked: boolean): Generator<Placed[]> {
  let batch: Placed[] = []
  let bytes = 0
  for (const file of files) {
    if (batch.length > 0 && (marked || batch.length === BATCH.files || bytes + file.item.size > BATCH.bytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += file.item.size
  }
  if (batch.length > 0) yield batch
}

interface Opened extends Placed {
  readonly content: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

type Tried = Opened | LeftOut

/** Opens one batch while the one before is on its way. */
async function* openedAhead(
  parts: RenditionParts,
  actor: Actor,
  batches: Iterable<readonly Placed[]>,
  signal: AbortSignal,
): AsyncGenerator<Tried[]> {
  let ahead: Promise<Tried[]> | undefined
  for (const batch of batches) {
    const opening = open(parts, actor, batch, signal)
    // Met when its turn comes; until then, or if the reader goes away first, its failure is nobody's yet.
    opening.catch(() => {})
    if (ahead !== undefined) yield await ahead
    ahead = opening
  }
  if (ahead !== undefined) yield await ahead
}

async function open(parts: RenditionParts, actor: Actor, batch: readonly Placed[], signal: AbortSignal): Promise<Tried[]> {
  const { db } = parts.database
  const items = await findItems(
    db,
    visibleItems(actor),
    batch.map(({ item }) => item.id),
  )
  const versions = await findVersions(
    db,
    actor.roomId,
    items.flatMap((item) => item.version_id ?? []),
  )
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const versionOf = new Map(versions.map((version) => [version.id, version]))
  return Promise.all(
    batch.map(({ path, item: { id, name } }) => {
      const item = itemOf.get(id)
      const version = versionOf.get(item?.version_id ?? 0)
      return item && version
        ? openOne(parts, actor, { path, item, version }, signal)
        : { path: originalPath(path, name), code: 'NOT_FOUND' as const }
    }),
  )
}

/** What did not come along is listed under its own name, not under that of the copy that would have been made. */
const originalPath = (path: string, name: string): string => path.slice(0, path.lastIndexOf('/') + 1) + name

/** Takes one file through the gate. */
async function openOne(parts: RenditionParts, actor: Actor, file: Placed & { version: VersionRow }, signal: AbortSignal): Promise<Tried> {
  const { path, item, version } = file
  try {
    const verdict = await judge(parts, actor, { item, version }, 'download', signal)
    if (verdict.gives === 'nothing') return { path: originalPath(path, item.name), code: verdict.code }
    if (verdict.gives === 'copy') {
      const { body } = await stampedCopy(parts, { ...verdict, name: item.name, at: parts.clock.now() }, signal)
      endWith(body, signal)
      return { path, item, content: () => body }
    }
    const reader = parts.content.read(await parts.content.open(actor.roomId, version))
    if (reader.size > BATCH.bytes) return { path, item, content: () => reader.stream() }
    const content = await reader.load()
    return { path, item, content: () => content }
  } catch (error) {
    signal.throwIfAborted()
    const refusal = asRefusal(error)
    if (refusal instanceof Refusal) return { path: originalPath(path, item.name), code: refusal.code }
    throw error
  }
}

/** The text that tells what is not in the zip, in both languages, with the ends of lines that every editor knows. */
function listOf(leftOut: readonly LeftOut[]): string {
  const lines = [
    '다음 파일은 이 압축 파일에 포함되지 않았습니다.',
    'The following files are not in this archive.',
    ...leftOut.flatMap(({ path, code }) => ['', path, `  ${errorText(code, 'ko')}`, `  ${errorText(code, 'en')}`]),
  ]
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}
