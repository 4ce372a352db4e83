import { parentPort } from 'node:worker_threads'
import { findTraits } from './document-traits.ts'
import type { FromThread, ToThread } from './protocol.ts'

const server = requirePort()
let answer: ((bytes: Uint8Array | undefined) => void) | undefined

function requirePort() {
  if (!parentPort) throw new Error('this program is a thread of the server')
  return parentPort
}

const send = (message: FromThread): void => server.postMessage(message)

async function read(offset: number, length: number): Promise<Buffer> {
  const answered = new Promise<Uint8Array | undefined>((resolve) => {
    answer = resolve
  })
  send({ type: 'read', offset, length })
  const bytes = await answered
  if (bytes === undefined) throw new Error('the content cannot be read')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

server.on('message', (message: ToThread) => {
  if (message.type === 'read') answer?.(message.bytes)
  else
    void findTraits({ size: message.size, read }, message.ext).then((traits) =>
      send({ type: 'found', traits: [...traits] }),
    )
})
