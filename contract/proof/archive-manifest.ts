import { z } from 'zod'

/** The note signs the number of files and the SHA-256 of the manifest. */
export const MANIFEST = { list: 'manifest.json', note: 'manifest.note' } as const

const hex256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The SHA-256 is in hexadecimal. */
export const manifestFile = z.object({ path: z.string(), size: z.int().nonnegative(), sha256: hex256 })
export type ManifestFile = z.infer<typeof manifestFile>

/** The head and each file have a line of their own. */
export const archiveManifest = z.object({
  format: z.literal('sealroom-archive/1'),
  roomNo: z.string(),
  roomName: z.string(),
  /** `disclosure` is a record of what a group could see, not an archive. */
  scope: z.enum(['room', 'own', 'disclosure']),
  /** The group is the one whose documents the archive holds or the record lists. An archive of a whole room or of a person has none. */
  group: z.string().optional(),
  at: z.iso.datetime().optional(),
  /** An archive of the room belongs to no person, so this is null. */
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
