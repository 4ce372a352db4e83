import { z } from 'zod'

/** The note signs the file count and the manifest's SHA-256. */
export const MANIFEST = { list: 'manifest.json', note: 'manifest.note' } as const

const hex256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Hexadecimal. */
export const manifestFile = z.object({ path: z.string(), size: z.int().nonnegative(), sha256: hex256 })
export type ManifestFile = z.infer<typeof manifestFile>

/** The head and each file have their own line. */
export const archiveManifest = z.object({
  format: z.literal('sealroom-archive/1'),
  roomNo: z.string(),
  roomName: z.string(),
  /** `disclosure`: a record of what a group could see, not an archive. */
  scope: z.enum(['room', 'own', 'disclosure']),
  /** Name of the group whose documents it holds or lists. Absent in archives of a whole room or a person. */
  group: z.string().optional(),
  /** The moment of a record. */
  at: z.iso.datetime().optional(),
  /** Null for an archive of the room. */
  person: z.object({ name: z.string(), email: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  /** Matches the log in the archive. */
  checkpoint: z.string().nullable(),
  /** 32 bytes in base64, to compare with an independent source. */
  publicKey: z.string(),
  files: z.array(manifestFile),
})
export type ArchiveManifest = z.infer<typeof archiveManifest>

export const archiveOriginOf = (vault: string): string => `sealroom/archive/${vault}`
