import { z } from 'zod'

/** The file of an archive that lists all others, and its signature: a signed note that counts the files and has the manifest's SHA-256. */
export const MANIFEST = { list: 'manifest.json', note: 'manifest.note' } as const

const hex256 = z.string().regex(/^[0-9a-f]{64}$/)

/** One file as it was put into an archive. `sha256`: in hexadecimal. */
export const manifestFile = z.object({ path: z.string(), size: z.int().nonnegative(), sha256: hex256 })
export type ManifestFile = z.infer<typeof manifestFile>

/** What an archive says of itself. Written with the head on the first line and each file on a line of its own. */
export const archiveManifest = z.object({
  format: z.literal('sealroom-archive/1'),
  roomNo: z.string(),
  roomName: z.string(),
  scope: z.enum(['room', 'own']),
  /** Whose it is, where it is limited to what one person may see. */
  person: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** When it was begun. */
  createdAt: z.iso.datetime(),
  /** The checkpoint that the log in it goes with. */
  checkpoint: z.string().nullable(),
  /** 32 bytes in base64: to be compared with what is known of it from elsewhere. */
  publicKey: z.string(),
  files: z.array(manifestFile),
})
export type ArchiveManifest = z.infer<typeof archiveManifest>

/** The name of the notes that sign archives of a room. @param vault the room's vault id. */
export const archiveOriginOf = (vault: string): string => `sealroom/archive/${vault}`
