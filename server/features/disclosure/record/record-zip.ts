import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import {
  type ArchiveManifest,
  archiveOriginOf,
  MANIFEST,
  type ManifestFile,
} from '../../../../contract/proof/archive-manifest.ts'
import { toBase64 } from '../../../../contract/proof/bytes.ts'
import { sha256 } from '../../../platform/encryption/node-crypto.ts'
import { localHeaderOf, ZipLayout } from '../../../platform/zip/zip-layout.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'
import type { RecordFile } from './protocol.ts'
import type { RecordContent } from './record-files.ts'
import { threadedFiles } from './record-thread.ts'

interface Signed {
  readonly checkpoint: string | null
  readonly vault: string
  /** The SHA-256 covers the file list. */
  readonly onDigest: (digest: Buffer) => void
}

/** The files serve an archive's verifying programs. Sizes precede contents, so memory holds one file. */
export async function* recordZip(
  { history, verifyPage }: Pick<DisclosureParts, 'history' | 'verifyPage'>,
  content: RecordContent,
  { checkpoint, vault, onDigest }: Signed,
): AsyncGenerator<Uint8Array> {
  const { madeAt: modified, zone } = content
  const layout = new ZipLayout(zone)
  const records: Buffer[] = []
  const listed: ManifestFile[] = []
  const entry = ({
    name,
    content: bytes,
    crc,
  }: Pick<RecordFile, 'name' | 'content' | 'crc'>): Uint8Array[] => {
    const planned = { name, modified, size: bytes.length, crc }
    records.push(layout.add(planned).record)
    return [localHeaderOf(planned, zone), bytes]
  }
  for await (const file of recordFiles(content, { checkpoint, verifyPage })) {
    listed.push({ path: file.name, size: file.content.length, sha256: file.sha256 })
    yield* entry(file)
  }
  const list = Buffer.from(
    manifestOf(content, listed, { checkpoint, publicKey: toBase64(history.signer.publicKey) }),
  )
  const digest = sha256(list)
  const signed = {
    origin: archiveOriginOf(vault),
    size: listed.length,
    root: digest,
    at: modified.toISOString(),
  }
  yield* entry(fileOf(MANIFEST.list, list))
  yield* entry(fileOf(MANIFEST.note, Buffer.from(history.signer.sign(signed))))
  yield* records
  yield layout.end().record
  onDigest(digest)
}

interface Beside {
  readonly checkpoint: string | null
  readonly verifyPage: string
}

async function* recordFiles(
  content: RecordContent,
  { checkpoint, verifyPage }: Beside,
): AsyncGenerator<RecordFile> {
  yield* threadedFiles(content, { checkpoint })
  if (checkpoint !== null) yield fileOf('log/checkpoint.txt', Buffer.from(checkpoint))
  if (fs.existsSync(verifyPage)) yield fileOf('verify.html', await readFile(verifyPage))
}

const fileOf = (name: string, content: Buffer<ArrayBuffer>): RecordFile => ({
  ...{ name, content, crc: crc32(content), sha256: sha256(content).toString('hex') },
})

function manifestOf(
  { roomNo, roomName, group, at, madeAt }: RecordContent,
  files: readonly ManifestFile[],
  { checkpoint, publicKey }: Pick<ArchiveManifest, 'checkpoint' | 'publicKey'>,
): string {
  const head: Omit<ArchiveManifest, 'files'> = {
    format: 'sealroom-archive/1',
    ...{
      roomNo,
      roomName,
      scope: 'disclosure',
      group: group.name,
      at: at.toISOString(),
      person: null,
    },
    ...{ createdAt: madeAt.toISOString(), checkpoint, publicKey },
  }
  return `${JSON.stringify(head).slice(0, -1)},"files":[\n${files.map((file) => JSON.stringify(file)).join(',\n')}\n]}\n`
}
