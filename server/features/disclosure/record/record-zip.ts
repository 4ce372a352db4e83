import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { type ArchiveManifest, archiveOriginOf, MANIFEST, type ManifestFile } from '../../../../contract/proof/archive-manifest.ts'
import { toBase64 } from '../../../../contract/proof/bytes.ts'
import { utf8 } from '../../../platform/xlsx/utf8-pieces.ts'
import { type ZipEntry, zipStream } from '../../../platform/zip/zip-stream.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'
import { type RecordContent, recordJson, recordPdf, recordSheets } from './record-files.ts'

type Pieces = AsyncIterable<Uint8Array>

interface Signed {
  readonly checkpoint: string | null
  /** Of the room's log. */
  readonly vault: string
  /** Called with the SHA-256 of the list of files, once the zip is complete. */
  readonly onDigest: (digest: Buffer) => void
}

/** Lists and signs the files as those of an archive are, so that the same programs verify them. */
export function recordZip(
  { history, verifyPage }: Pick<DisclosureParts, 'history' | 'verifyPage'>,
  content: RecordContent,
  { checkpoint, vault, onDigest }: Signed,
): AsyncGenerator<Uint8Array> {
  const { madeAt: modified, zone } = content
  const listed: ManifestFile[] = []
  const entry = (name: string, pieces: Pieces): ZipEntry => ({
    ...{ name, modified },
    content: counted(pieces, (file) => listed.push({ path: name, ...file })),
  })
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    yield entry('disclosure.json', utf8(recordJson(content, checkpoint)))
    yield entry('disclosure.xlsx', recordSheets(content, 'ko'))
    yield entry('disclosure.en.xlsx', recordSheets(content, 'en'))
    yield entry('disclosure.pdf', recordPdf(content, 'ko'))
    yield entry('disclosure.en.pdf', recordPdf(content, 'en'))
    if (checkpoint !== null) yield entry('log/checkpoint.txt', utf8([checkpoint]))
    if (fs.existsSync(verifyPage)) yield entry('verify.html', fs.createReadStream(verifyPage))
    const list = Buffer.from(manifestOf(content, listed, { checkpoint, publicKey: toBase64(history.signer.publicKey) }))
    const digest = createHash('sha256').update(list).digest()
    const signed = { origin: archiveOriginOf(vault), size: listed.length, root: digest, at: modified.toISOString() }
    yield { name: MANIFEST.list, modified, content: [list] }
    yield { name: MANIFEST.note, modified, content: [Buffer.from(history.signer.sign(signed))] }
    onDigest(digest)
  }
  return zipStream(entries(), zone)
}

async function* counted(pieces: Pieces, done: (file: { size: number; sha256: string }) => void): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of pieces) {
    hash.update(piece)
    size += piece.length
    yield piece
  }
  done({ size, sha256: hash.digest('hex') })
}

function manifestOf(
  { roomNo, roomName, group, at, madeAt }: RecordContent,
  files: readonly ManifestFile[],
  { checkpoint, publicKey }: Pick<ArchiveManifest, 'checkpoint' | 'publicKey'>,
): string {
  const head: Omit<ArchiveManifest, 'files'> = {
    format: 'sealroom-archive/1',
    ...{ roomNo, roomName, scope: 'disclosure', group: group.name, at: at.toISOString(), person: null },
    ...{ createdAt: madeAt.toISOString(), checkpoint, publicKey },
  }
  return `${JSON.stringify(head).slice(0, -1)},"files":[\n${files.map((file) => JSON.stringify(file)).join(',\n')}\n]}\n`
}
