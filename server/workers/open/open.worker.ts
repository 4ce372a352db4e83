import { type MessagePort, parentPort } from 'node:worker_threads'
import { EncryptionError, openInPlace } from '../../platform/encryption/cobblestone.ts'
import type { FromOpener, ToOpener } from './protocol.ts'

const server: MessagePort = requirePort()

server.on('message', ({ id, chunks }: ToOpener) => {
  const bytes = opened(chunks)
  const answer: FromOpener = bytes ? { id, bytes } : { id }
  server.postMessage(answer, bytes ? [bytes.buffer as ArrayBuffer] : [])
})

function opened(chunks: ToOpener['chunks']): Uint8Array | undefined {
  try {
    return openInPlace(chunks)
  } catch (error) {
    if (error instanceof EncryptionError) return undefined
    throw error
  }
}

function requirePort(): MessagePort {
  if (!parentPort) throw new Error('open.worker runs as a worker thread')
  return parentPort
}
