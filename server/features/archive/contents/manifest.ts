import type { ArchiveManifest } from '../../../../contract/proof/archive-manifest.ts'
import { archiveOriginOf, MANIFEST } from '../../../../contract/proof/archive-manifest.ts'
import type { ArchiveParts } from '../archive.parts.ts'
import { type ArchiveRow, allEntries, type EntryRow } from '../archive.read.ts'
import { isFile } from '../entry.rules.ts'
import { openDigest } from '../sealed-digest.ts'

type Reading = Pick<ArchiveParts, 'database' | 'sealer'>

/** What lists all files of an archive but itself and its signature: the head on the first line, each file on one of its own. */
export async function* manifestJson(parts: Reading, archive: ArchiveRow, head: Omit<ArchiveManifest, 'files'>): AsyncGenerator<string> {
  const { db } = parts.database
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`
  let separator = '\n'
  for await (const entry of allEntries(db, archive.id)) {
    if (!isListed(entry)) continue
    const { size, sha256: digest } = await openDigest(parts, db, archive, entry)
    yield `${separator}${JSON.stringify({ path: entry.path, size, sha256: digest })}`
    separator = ',\n'
  }
  yield '\n]}\n'
}

const isListed = (entry: EntryRow): boolean => isFile(entry) && entry.path !== MANIFEST.list && entry.path !== MANIFEST.note

/** The signature of the manifest, which has been made before. */
export async function manifestNote(parts: Reading & Pick<ArchiveParts, 'history' | 'keyring'>, archive: ArchiveRow): Promise<string> {
  const { db } = parts.database
  const { vault } = await parts.keyring.keysOf(db, archive.room_id)
  let size = 0
  let list: Buffer | undefined
  for await (const entry of allEntries(db, archive.id)) {
    if (isListed(entry)) size += 1
    if (entry.path === MANIFEST.list) list = Buffer.from((await openDigest(parts, db, archive, entry)).sha256, 'hex')
  }
  if (!list) throw new Error('the manifest of an archive is signed once it is made')
  return parts.history.signer.sign({ origin: archiveOriginOf(vault), size, root: list, at: archive.created_at.toISOString() })
}
