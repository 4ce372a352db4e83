import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../tools/lib/project.mjs'

const built = (path) => import(at('.build', 'server', ...path.split('/')))

/** Seals files of the disk as the server keeps documents. */
export async function sealer(folder) {
  const { createEncryptor } = await built('platform/crypto/cobblestone.js')
  const { encodeContext, segmentContext } = await built('platform/crypto/context.js')
  return async (file) => {
    const bytes = await readFile(file)
    const context = { room: randomUUID(), file: randomUUID(), fileVersion: 1, purpose: 'content' }
    const key = randomBytes(32)
    const encryptor = createEncryptor(key, encodeContext(segmentContext(context, 0)))
    const path = join(folder, randomUUID())
    await writeFile(path, Buffer.concat([...encryptor.update(bytes), ...encryptor.final()]))
    return { segments: [{ path, key, size: bytes.length }], context }
  }
}
