import { Readable } from 'node:stream'
import { errorText } from '../../../../contract/core/errors.ts'
import type { Actor } from '../../../access/actor.ts'
import { type AccessVerdict, authorize } from '../../../access/authorize.ts'
import { visibleItems } from '../../../access/items.ts'
import { watchDelivery } from '../../../access/watch-delivery.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type ZipEntry, zipStream } from '../../../platform/zip/zip-stream.ts'
import { delivered } from '../deliveries.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import type { Delivery } from '../delivery.ts'
import { portionOf } from '../portion.ts'
import { documents, type FoundDocument } from '../subjects.read.ts'
import { asRefusal } from '../viewing/render-source.ts'
import { sizesFor } from './download-document.ts'
import { endWith } from './hand-out.ts'
import { markedCopy } from './marked-copy.ts'
import { type LeftOut, type PlannedZipItem, planZip, type ZipPlan } from './plan-zip.ts'

type OpeningParts = Pick<
  DeliveryParts,
  'database' | 'blobs' | 'content' | 'pool' | 'watermarks' | 'clock' | 'log' | 'unlocked' | 'events'
>

/** Batches save overhead but must not log bytes early. Small first batches start at once. Two batches are in memory. */
const BATCH = { firstFiles: 10, files: 250, bytes: 8_000_000 }
const READY_BYTES = 4 * 1024 * 1024

const LIST_NAME = '읽어주세요.txt'
/** Windows otherwise assumes its own code page. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Logs each file before its bytes. The zip lists refused files. A failure aborts the zip, so a partial one never looks complete. */
export async function downloadZip(
  parts: DeliveryParts,
  actor: Actor,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Delivery> {
  const plan = await planZip(parts, actor, ids)
  const keys = plan.files.map(({ item }) => `${item.id}`)
  await parts.pace.take(actor, { what: 'downloads', keys, hourOnly: true }, signal)
  // Marked copies wait on disk, so the zip counts as a delivery.
  if (!actor.watermark) return zipOf(parts, actor, ids, plan, signal)
  return delivered(parts.deliveries, actor.memberId, () => zipOf(parts, actor, ids, plan, signal))
}

async function zipOf(
  parts: OpeningParts & Pick<DeliveryParts, 'activity' | 'bus' | 'sessions'>,
  actor: Actor,
  ids: readonly number[],
  plan: ZipPlan,
  signal: AbortSignal,
): Promise<Delivery> {
  const { name, files, leftOut } = plan
  const itemIds = [...new Set(ids)]
  await parts.database.transaction((tx) =>
    parts.activity.record(tx, actor, 'document.zip-downloaded', {
      name,
      itemIds,
      files: files.length,
      leftOut: leftOut.length,
    }),
  )
  const broken = new AbortController()
  const until = AbortSignal.any([signal, broken.signal])
  const entries = entriesOf(parts, actor, plan, until, (reason) => broken.abort(reason))
  const body = Readable.from(zipStream(entries, actor.zone), {
    objectMode: false,
    highWaterMark: READY_BYTES,
  })
  endWith(body, until)
  return {
    type: 'application/zip',
    body,
    headers: { 'content-disposition': disposition('attachment', name) },
  }
}

async function* entriesOf(
  parts: OpeningParts & Pick<DeliveryParts, 'activity' | 'bus' | 'sessions'>,
  actor: Actor,
  plan: ZipPlan,
  signal: AbortSignal,
  breakOff: (reason: unknown) => void,
): AsyncGenerator<ZipEntry> {
  const leftOut = [...plan.leftOut]
  for (const { path, item } of plan.folders) yield { name: path, modified: item.stored_at }
  for await (const { tried, asOf } of openedAhead(
    parts,
    actor,
    batchesOf(plan.files, actor.watermark),
    signal,
  )) {
    const opened = tried.filter((one) => 'content' in one)
    leftOut.push(...tried.filter((one) => 'code' in one))
    const ids = opened.map(({ item }) => item.id)
    const unmarked = opened.map(({ isOriginal }) => isOriginal)
    const subjects = documents(visibleItems(actor), ids)
    const watch = watchDelivery(parts, { asker: actor, subjects, purpose: 'zip', asOf, unmarked })
    watch.signal.addEventListener('abort', () => breakOff(watch.signal.reason), { once: true })
    try {
      await record(parts, actor, opened)
      for (const { path, modified, content } of opened)
        yield { name: path, modified, content: content() }
    } finally {
      watch.release()
    }
  }
  if (leftOut.length > 0) {
    const list = Buffer.from(listOf(leftOut), 'utf8')
    yield {
      name: plan.names.add('', LIST_NAME, 'file'),
      modified: parts.clock.now(),
      content: [list],
    }
  }
}

async function record(
  { database, activity }: Pick<DeliveryParts, 'database' | 'activity'>,
  actor: Actor,
  files: readonly OpenedZipFile[],
): Promise<void> {
  const details = files.map(({ item, pictures }) => ({
    itemId: item.id,
    name: item.name,
    ...(pictures === undefined ? {} : { pictures }),
  }))
  await database.transaction((tx) => activity.recordEach(tx, actor, 'document.downloaded', details))
}

function* batchesOf(
  files: readonly PlannedZipItem[],
  marked: boolean,
): Generator<PlannedZipItem[]> {
  let batch: PlannedZipItem[] = []
  let bytes = 0
  let most = BATCH.firstFiles
  for (const file of files) {
    if (
      batch.length > 0 &&
      (marked || batch.length === most || bytes + file.item.size > BATCH.bytes)
    ) {
      yield batch
      batch = []
      bytes = 0
      most = Math.min(2 * most, BATCH.files)
    }
    batch.push(file)
    bytes += file.item.size
  }
  if (batch.length > 0) yield batch
}

interface OpenedZipFile extends Pick<FoundDocument, 'item'> {
  readonly path: string
  readonly modified: Date
  readonly isOriginal: boolean
  readonly pictures?: number | undefined
  readonly content: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

type Tried = OpenedZipFile | LeftOut

interface TriedBatch {
  readonly tried: Tried[]
  /** The bus position precedes opening. */
  readonly asOf: number
}

async function* openedAhead(
  parts: OpeningParts & Pick<DeliveryParts, 'bus'>,
  actor: Actor,
  batches: Iterable<readonly PlannedZipItem[]>,
  signal: AbortSignal,
): AsyncGenerator<TriedBatch> {
  let ahead: Promise<TriedBatch> | undefined
  for (const batch of batches) {
    const opening = open(parts, actor, batch, signal)
    opening.catch(() => {})
    if (ahead !== undefined) yield await ahead
    ahead = opening
  }
  if (ahead !== undefined) yield await ahead
}

async function open(
  parts: OpeningParts & Pick<DeliveryParts, 'bus'>,
  actor: Actor,
  batch: readonly PlannedZipItem[],
  signal: AbortSignal,
): Promise<TriedBatch> {
  const asOf = parts.bus.position()
  const ids = batch.map(({ item }) => item.id)
  const verdicts = await authorize(
    parts,
    actor,
    documents(visibleItems(actor), ids, sizesFor(actor)),
    'zip',
  )
  return {
    tried: await Promise.all(
      batch.map((file, index) => openOne(parts, actor, file, verdicts[index], signal)),
    ),
    asOf,
  }
}

const originalPath = (path: string, name: string): string =>
  path.slice(0, path.lastIndexOf('/') + 1) + name

async function openOne(
  parts: OpeningParts,
  actor: Actor,
  { path, named }: PlannedZipItem,
  verdict: AccessVerdict<FoundDocument> | undefined,
  signal: AbortSignal,
): Promise<Tried> {
  if (!verdict?.found) return { path: originalPath(path, named), code: 'NOT_FOUND' }
  const { item, version } = verdict.found
  const opened = { path, item, modified: version.created_at, isOriginal: true }
  try {
    const portion = await portionOf(parts, actor, verdict, 'zip', signal)
    if (portion.gives === 'nothing') return { path: originalPath(path, named), code: portion.code }
    if (portion.gives === 'copy') {
      const { body, pictures } = await markedCopy(
        parts,
        { ...portion, name: item.name, at: parts.clock.now() },
        signal,
      )
      endWith(body, signal)
      return { ...opened, isOriginal: false, pictures, content: () => body }
    }
    const reader = parts.content.read(await parts.content.open(actor.roomId, version))
    if (reader.size > BATCH.bytes) return { ...opened, content: () => reader.stream() }
    const content = await reader.load()
    return { ...opened, content: () => content }
  } catch (error) {
    signal.throwIfAborted()
    const refusal = asRefusal(error)
    if (refusal instanceof Refusal) return { path: originalPath(path, named), code: refusal.code }
    throw error
  }
}

function listOf(leftOut: readonly LeftOut[]): string {
  const lines = [
    '다음 파일은 이 압축 파일에 포함되지 않았습니다.',
    'The following files are not in this archive.',
    ...leftOut.flatMap(({ path, code }) => [
      '',
      path,
      `  ${errorText(code, 'ko')}`,
      `  ${errorText(code, 'en')}`,
    ]),
  ]
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}
