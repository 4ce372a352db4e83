import fs from 'node:fs'
import { crc32 } from 'node:zlib'
import { type ArchiveManifest, archiveOriginOf, MANIFEST, type ManifestFile } from '../../../../contract/proof/archive-manifest.ts'
import { toBase64 } from '../../../../contract/proof/bytes.ts'
import { sha256 } from '../../../platform/encryption/node-crypto.ts'
import { utf8 } from '../../../platform/xlsx/utf8-pieces.ts'
import { localHeaderOf, ZipLayout } from '../../../platform/zip/zip-layout.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'
import { type RecordContent, recordJson, recordPdf, recordSheets } from './record-files.ts'

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

interface Signed {
  readonly checkpoint: string | null
  /** Of the room's log. */
  readonly vault: string
  /** Called with the SHA-256 of the list of files, once the zip is complete. */
  readonly onDigest: (digest: Buffer) => void
}

interface RecordFile {
  readonly name: string
  readonly content: Buffer
}

/**
 * Lists and signs the files as those of an archive are, so that the same programs verify them. These accept nothing but sizes before
 * contents, so that one file at a time is held in memory.
 */
export async function* recordZip(
  { history, verifyPage }: Pick<DisclosureParts, 'history' | 'verifyPage'>,
  content: RecordContent,
  { checkpoint, vault, onDigest }: Signed,
): AsyncGenerator<Uint8Array> {
  const { madeAt: modified, zone } = content
  const layout = new ZipLayout(zone)
  const records: Buffer[] = []
  const listed: ManifestFile[] = []
  const entry = ({ name, content: bytes }: RecordFile): Buffer[] => {
    const planned = { name, modified, size: bytes.length, crc: crc32(bytes) }
    records.push(layout.add(planned).record)
    return [localHeaderOf(planned, zone), bytes]
  }
  for await (const file of recordFiles(content, { checkpoint, verifyPage })) {
    listed.push({ path: file.name, size: file.content.length, sha256: sha256(file.content).toString('hex') })
    yield* entry(file)
  }
  const list = Buffer.from(manifestOf(content, listed, { checkpoint, publicKey: toBase64(history.signer.publicKey) }))
  const digest = sha256(list)
  const signed = { origin: archiveOriginOf(vault), size: listed.length, root: digest, at: modified.toISOString() }
  yield* entry({ name: MANIFEST.list, content: list })
  yield* entry({ name: MANIFEST.note, content: Buffer.from(history.signer.sign(signed)) })
  yield* records
  yield layout.end().record
  onDigest(digest)
}

interface Beside {
  readonly checkpoint: string | null
  readonly verifyPage: string
}

async function* recordFiles(content: RecordContent, { checkpoint, verifyPage }: Beside): AsyncGenerator<RecordFile> {
  const file = async (name: string, pieces: Pieces): Promise<RecordFile> => ({ name, content: Buffer.concat(await allOf(pieces)) })
  yield await file('disclosure.json', utf8(recordJson(content, checkpoint)))
  yield await file('disclosure.xlsx', recordSheets(content, 'ko'))
  yield await file('disclosure.en.xlsx', recordSheets(content, 'en'))
  yield await file('disclosure.pdf', recordPdf(content, 'ko'))
  yield await file('disclosure.en.pdf', recordPdf(content, 'en'))
  if (checkpoint !== null) yield await file('log/checkpoint.txt', [Buffer.from(checkpoint)])
  if (fs.existsSync(verifyPage)) yield await file('verify.html', fs.createReadStream(verifyPage))
}

async function allOf(pieces: Pieces): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return all
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
