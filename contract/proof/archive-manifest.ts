import { z } from 'zod'

/** The note signs the file count and the SHA-256 of the manifest. */
export const MANIFEST = { list: 'manifest.json', note: 'manifest.note' } as const

const hex256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The SHA-256 is hexadecimal. */
export const manifestFile = z.object({
  path: z.string(),
  size: z.int().nonnegative(),
  sha256: hex256,
})
export type ManifestFile = z.infer<typeof manifestFile>

/** The head and each file have own lines. */
export const archiveManifest = z.object({
  format: z.literal('sealroom-archive/1'),
  roomNo: z.string(),
  roomName: z.string(),
  /** `disclosure` records what a group could see. */
  scope: z.enum(['room', 'own', 'disclosure']),
  /** The archive or record concerns this group; other archives have none. */
  group: z.string().optional(),
  at: z.iso.datetime().optional(),
  /** A room archive has null. */
  person: z.object({ name: z.string(), email: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  /** The checkpoint matches the log in the archive. */
  checkpoint: z.string().nullable(),
  /** The key has 32 bytes in base64. People compare it with an independent source. */
  publicKey: z.string(),
  files: z.array(manifestFile),
})
export type ArchiveManifest = z.infer<typeof archiveManifest>

export const archiveOriginOf = (vault: string): string => `sealroom/archive/${vault}`
