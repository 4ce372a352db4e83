import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../tools/lib/project.mjs'

const built = (path) => import(at('.build', 'server', ...path.split('/')))

export async function encryptor(folder) {
  const { createEncryptor } = await built('platform/encryption/cobblestone.js')
  const { encodeContext, segmentContext } = await built('platform/encryption/context.js')
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
