import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isErrno, writeNewFile } from '../platform/encryption/durable-files.ts'
import { BackupError } from './backup-error.ts'

export const FORMAT = 1
const MANIFEST_FILE = 'manifest.json'
export const BLOB_LIST = 'blobs.txt'

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)
/** Names become SQL and paths, so the pattern is strict. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
export const COPIED_SCHEMAS = ['public', 'graphile_worker'] as const
const schema = z.enum(COPIED_SCHEMAS)
const instant = z.iso.datetime()

const copiedTable = z.object({
  schema,
  table: name,
  columns: z.array(name).min(1),
  rows: count,
  bytes: count,
  sha256: digest,
})

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  name: z.string(),
  release: z.string(),
  installationId: z.uuid(),
  /** The id binds data and key folder. */
  instanceId: z.uuid(),
  snapshotAt: instant,
  finishedAt: instant,
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: digest })),
  tables: z.array(copiedTable),
  sequences: z.array(z.object({ schema, sequence: name, value: z.string().regex(/^\d+$/) })),
  blobs: z.object({
    listSha256: digest,
    copied: count,
    bytes: count,
    destroyed: count,
    missing: count,
  }),
})

export type Manifest = z.infer<typeof manifestSchema>
export type CopiedTable = z.infer<typeof copiedTable>

const signed = z.object({ manifest: z.unknown(), sha256: digest })
const future = z.object({ format: z.int().min(FORMAT + 1), release: z.string() })

export const fileOfTable = ({ schema: of, table }: Pick<CopiedTable, 'schema' | 'table'>): string =>
  path.join('tables', `${of}.${table}.gz`)

const digestOf = (manifest: unknown): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** The manifest comes last and marks a complete folder. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeNewFile(
    path.join(folder, MANIFEST_FILE),
    Buffer.from(`${JSON.stringify({ manifest, sha256: digestOf(manifest) }, null, 2)}\n`),
  )

/** @throws BackupError */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST_FILE)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isErrno(error, 'ENOENT', 'ENOTDIR'))
      throw new BackupError(`${folder} is not a backup: there is no ${MANIFEST_FILE} in it.`)
    throw error
  })
  const found = signed.safeParse(parsed(text))
  if (!found.success || digestOf(found.data.manifest) !== found.data.sha256)
    throw new BackupError(`${file} is damaged: its checksum does not match. Use another backup.`)
  const newer = future.safeParse(found.data.manifest)
  if (newer.success)
    throw new BackupError(
      `The backup was made by release ${newer.data.release}. Restore it with that release or a later one.`,
    )
  const manifest = manifestSchema.safeParse(found.data.manifest)
  if (!manifest.success) throw new BackupError(`${file} is not a manifest of a backup.`)
  return manifest.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
