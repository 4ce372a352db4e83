import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export async function seal(source, target) {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk, _, pass) {
      hash.update(chunk)
      pass(null, chunk)
    },
  })
  const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
  const withTag = async function* (chunks) {
    yield* chunks
    yield cipher.getAuthTag()
  }
  await pipeline(
    source,
    hashing,
    cipher,
    withTag,
    createWriteStream(target, { flags: 'wx', flush: true }),
  )
  hash.digest()
  const folder = await open(dirname(target))
  await folder.sync().finally(() => folder.close())
}
