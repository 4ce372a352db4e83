import { type MessagePort, parentPort } from 'node:worker_threads'
import { EncryptionError, openInPlace } from '../../platform/encryption/cobblestone.ts'
import type { FromDecryptor, ToDecryptor } from './protocol.ts'

const server: MessagePort = requirePort()

server.on('message', ({ id, chunks }: ToDecryptor) => {
  const bytes = opened(chunks)
  const answer: FromDecryptor = bytes ? { id, bytes } : { id }
  server.postMessage(answer, bytes ? [bytes.buffer as ArrayBuffer] : [])
})

function opened(chunks: ToDecryptor['chunks']): Uint8Array | undefined {
  try {
    return openInPlace(chunks)
  } catch (error) {
    if (error instanceof EncryptionError) return undefined
    throw error
  }
}

function requirePort(): MessagePort {
  if (!parentPort) throw new Error('decrypt.worker runs as a worker thread')
  return parentPort
}
