import { parentPort } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { sha256 } from '../../../platform/encryption/node-crypto.ts'
import { utf8 } from '../../../platform/xlsx/utf8-pieces.ts'
import type { DisclosedAnswer } from './disclosed-answers.ts'
import type { DisclosedItem } from './disclosed-items.ts'
import type { FromThread, OneFile, RecordFile, ToThread } from './protocol.ts'
import { type RecordContent, recordJson, recordPdf, recordSheets } from './record-files.ts'

const server = requirePort()
const items: DisclosedItem[] = []
const threads: DisclosedAnswer[] = []
let files: AsyncGenerator<RecordFile> | undefined

function requirePort() {
  if (!parentPort) throw new Error('this program is a thread of the server')
  return parentPort
}

async function* oneOf(
  content: RecordContent,
  { format, language }: OneFile,
): AsyncGenerator<RecordFile> {
  yield await file(
    `index.${format}`,
    format === 'pdf' ? recordPdf(content, language) : recordSheets(content, language),
  )
}

async function* filesOf(
  content: RecordContent,
  checkpoint: string | null,
): AsyncGenerator<RecordFile> {
  yield await file('disclosure.json', utf8(recordJson(content, checkpoint)))
  yield await file('disclosure.xlsx', recordSheets(content, 'ko'))
  yield await file('disclosure.en.xlsx', recordSheets(content, 'en'))
  yield await file('disclosure.pdf', recordPdf(content, 'ko'))
  yield await file('disclosure.en.pdf', recordPdf(content, 'en'))
}

async function file(name: string, pieces: AsyncIterable<Uint8Array>): Promise<RecordFile> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  // A transferred buffer must not come from the pool.
  const content = new Uint8Array(all.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of all) {
    content.set(piece, at)
    at += piece.length
  }
  return { name, content, crc: crc32(content), sha256: sha256(content).toString('hex') }
}

async function sendNext(): Promise<void> {
  const made = await files?.next()
  const message: FromThread = made?.done === false ? made.value : undefined
  server.postMessage(message, message ? [message.content.buffer] : [])
}

server.on('message', (message: ToThread) => {
  if (message.type === 'begin') {
    const content = { ...message.head, items, threads }
    files = message.one ? oneOf(content, message.one) : filesOf(content, message.checkpoint)
  }
  if (message.type === 'items') items.push(...message.items)
  else if (message.type === 'threads') threads.push(...message.threads)
  else if (message.type === 'next') void sendNext()
})
