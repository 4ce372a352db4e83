import type { Readable } from 'node:stream'
import type { Language } from '../../../../contract/core/language.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { formatMinute, formatRoomTime } from '../../../../contract/core/room-time.ts'
import { LEVELS } from '../../../../contract/features/groups/levels.ts'
import { pdfReport } from '../../../platform/pdf/pdf-report.ts'
import { type Sheet, xlsx } from '../../../platform/xlsx/xlsx-stream.ts'
import { MARGIN, writeItems, writeText, writeTitle } from '../index-export/index-pdf.ts'
import {
  headingsOf,
  type IndexTableOptions,
  sheetRows,
  widthsOf,
} from '../index-export/index-table.ts'
import { WORDS } from '../index-export/index-words.ts'
import type { DisclosedAnswer } from './disclosed-answers.ts'
import type { DisclosedItem } from './disclosed-items.ts'
import { RECORD_WORDS } from './record-words.ts'

export interface RecordContent {
  readonly roomNo: string
  readonly roomName: string
  readonly zone: string
  readonly group: { readonly name: string; readonly from: Date | null; readonly until: Date | null }
  readonly at: Date
  readonly madeAt: Date
  readonly madeBy: string
  /** Destroyed items may be missing. */
  readonly isPast: boolean
  readonly isRecord: boolean
  readonly hasNumbers: boolean
  readonly items: readonly DisclosedItem[]
  readonly documents: number
  readonly unplaced: number
  readonly threads: readonly DisclosedAnswer[]
  readonly answers: number
}

export async function* recordJson(
  content: RecordContent,
  checkpoint: string | null,
): AsyncGenerator<string> {
  const { roomNo, roomName, group, at, madeAt, madeBy, isPast, unplaced, items, threads } = content
  const head = {
    format: 'sealroom-disclosure/1',
    ...{
      roomNo,
      roomName,
      group,
      at,
      madeAt,
      madeBy,
      isPast,
      unplaced,
      checkpoint,
      notes: notesOf(content, 'en'),
    },
  }
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  let separator = '\n'
  for (const item of items) {
    yield separator + JSON.stringify(jsonOf(item))
    separator = ',\n'
  }
  yield '\n],"answers":['
  separator = '\n'
  for (const thread of threads) {
    yield separator + JSON.stringify(thread)
    separator = ',\n'
  }
  yield '\n]}\n'
}

function jsonOf({
  id,
  number,
  isFolder,
  name,
  location,
  size,
  pages,
  storedAt,
  proof,
}: DisclosedItem): object {
  const place = { id, number, kind: isFolder ? 'folder' : 'document', path: [...location, name] }
  if (isFolder) return place
  const { version, sha256, level } = proof
  return {
    ...place,
    version,
    size,
    pages,
    uploadedAt: storedAt?.toISOString(),
    sha256,
    level: LEVELS[level],
  }
}

const shownOf = ({ zone, hasNumbers }: RecordContent, language: Language): IndexTableOptions => ({
  ...{ language, zone, hasNumbers, hasStates: false, isRecord: true, publicUrl: '', roomNo: '' },
})

/** Excel limits the length of a cell. */
const CELL_MAX = 32_000
const ANSWER_WIDTHS = [12, 10, 40, 60, 18, 70, 40]

export function recordSheets(
  content: RecordContent,
  language: Language,
): AsyncGenerator<Uint8Array> {
  const shown = shownOf(content, language)
  const documents = {
    name: WORDS[language].title,
    headings: headingsOf(shown),
    widths: widthsOf(shown),
  }
  const words = RECORD_WORDS[language]
  const title = titleOf(content, language)
  const about: Sheet = {
    name: title,
    headings: [title, ''],
    widths: [24, 80],
    rows: aboutRows(content, language),
  }
  const answers: Sheet = {
    ...{ name: words.answers, headings: Object.values(words.columns), widths: ANSWER_WIDTHS },
    rows: answerRows(content, language),
  }
  return xlsx(
    [about, { ...documents, rows: sheetRows(content.items, shown) }, answers],
    content.madeAt,
  )
}

const titleOf = ({ isRecord }: RecordContent, language: Language): string =>
  RECORD_WORDS[language][isRecord ? 'title' : 'listTitle']

async function* aboutRows(content: RecordContent, language: Language): AsyncGenerator<string[]> {
  yield* aboutOf(content, language)
}

function notesOf({ group, at, isPast, unplaced }: RecordContent, language: Language): string[] {
  const words = RECORD_WORDS[language]
  const isOutside =
    (group.from !== null && group.from > at) || (group.until !== null && group.until <= at)
  return [
    ...(isOutside ? [words.outside] : []),
    ...(isPast ? [words.past] : []),
    ...(unplaced > 0 ? [words.unplaced(unplaced)] : []),
  ]
}

function aboutOf(content: RecordContent, language: Language): string[][] {
  const { roomName, roomNo, group, at, madeAt, madeBy, zone, documents, answers, isRecord } =
    content
  const words = RECORD_WORDS[language]
  const when = (moment: Date): string => `${formatRoomTime(moment, language, zone)} (${zone})`
  const period = [group.from, group.until].map((end) => (end === null ? '' : when(end))).join(' – ')
  return [
    [words.room, `${roomName} (${roomNo})`],
    [words.group, group.name],
    [words.at, when(at)],
    ['', words.counts(documents, answers)],
    ...(group.from || group.until ? [[words.period, period]] : []),
    [words.made, when(madeAt)],
    [words.by, madeBy],
    ['', isRecord ? words.proof : words.noProof],
    ...notesOf(content, language).map((note) => ['', note]),
  ]
}

async function* answerRows(
  { threads, zone }: RecordContent,
  language: Language,
): AsyncGenerator<string[]> {
  const words = RECORD_WORDS[language]
  for (const { number, kind, title, question, answers: given } of threads)
    for (const { at, text, attached } of given)
      yield [
        number,
        words.kinds[kind],
        title,
        question,
        formatMinute(new Date(at), zone),
        text,
        attached.join('\n'),
      ].map((cell) => (cell.length > CELL_MAX ? `${cell.slice(0, CELL_MAX)}…` : cell))
}

export function recordPdf(content: RecordContent, language: Language): Readable {
  const words = RECORD_WORDS[language]
  const shown = shownOf(content, language)
  const title = `${titleOf(content, language)} · ${content.group.name}`
  return pdfReport({ title, language, margin: MARGIN }, async (document, drained) => {
    const facts = aboutOf(content, language).map((fact) =>
      fact.filter((part) => part !== '').join(': '),
    )
    writeTitle(document, title, facts)
    const isShort =
      content.items.length <= LIMITS.indexRowsOfPdf && content.answers <= LIMITS.pdfThreads
    if (!isShort) document.text(words.tooLong)
    if (content.items.length <= LIMITS.indexRowsOfPdf)
      await writeItems(document, content.items, shown, drained)
    if (content.answers > LIMITS.pdfThreads) return
    for (const thread of content.threads) {
      writeThread(document, thread, { language, zone: content.zone })
      await drained()
    }
  })
}

function writeThread(
  document: PDFKit.PDFDocument,
  { number, kind, title, question, answers }: DisclosedAnswer,
  { language, zone }: Pick<IndexTableOptions, 'language' | 'zone'>,
): void {
  const words = RECORD_WORDS[language]
  writeText(document, {
    heading: title,
    facts: `${number} · ${words.kinds[kind]}`,
    paragraphs: [question],
  })
  for (const { at, text, attached } of answers) {
    const named = attached.length === 0 ? [] : [`${words.columns.attached}: ${attached.join(', ')}`]
    writeText(document, {
      heading: words.columns.answer,
      facts: formatMinute(new Date(at), zone),
      paragraphs: [text, ...named],
    })
  }
}
