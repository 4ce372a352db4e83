import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createEncryptor } from '../platform/crypto/cobblestone.ts'
import { encodeContext, segmentContext } from '../platform/crypto/context.ts'
import type { RenderSource } from '../workers/render/index.ts'

/** Seals documents as the server does, into a folder of their own. */
export class SealedFolder {
  readonly path = fs.mkdtempSync(path.join(os.tmpdir(), 'sealroom-render-'))

  seal(kind: RenderSource['kind'], bytes: Buffer, id: string = randomUUID(), room: string = randomUUID()): RenderSource {
    const context = { room, file: id, fileVersion: 1, purpose: 'content' }
    const key = randomBytes(32)
    const encryptor = createEncryptor(key, encodeContext(segmentContext(context, 0)))
    const file = path.join(this.path, randomUUID())
    fs.writeFileSync(file, Buffer.concat([...encryptor.update(bytes), ...encryptor.final()]))
    return { id, kind, context, segments: [{ path: file, key, size: bytes.length }] }
  }

  remove(): void {
    fs.rmSync(this.path, { recursive: true })
  }
}
