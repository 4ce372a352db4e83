import { z } from 'zod'
import { instant } from '../core/schemas.ts'
import { fromBase64, toBase64, utf8 } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { originOf, parseNote } from './checkpoint.ts'
import { sameHash } from './merkle.ts'
import { type CryptoProvider, isSignedBy, openNote } from './signed-note.ts'

const person = z.strictObject({ name: z.string(), email: z.string() })
const count = z.int().nonnegative()

/**
 * `list` is the base64 SHA-256 of sorted lines `hexadecimal SHA-256, blank, bytes, line break`, as of an archive manifest. It is null if
 * the key was gone or content is damaged.
 */
const contents = z.strictObject({ count, bytes: count, list: z.base64().nullable() })

/** `room-key` means that the only key was overwritten and removed. */
export const DESTRUCTION_METHODS = ['room-key', 'rows', 'stored-files'] as const

/** `machine` means the command line, `restored` a database restore. */
export const CONFIRMATIONS = ['operator', 'time', 'machine', 'restored'] as const

export const destructionFacts = z.strictObject({
  room: z.strictObject({ roomNo: z.string(), name: z.string(), vault: z.uuid() }),
  /** The command line has a null person. For `restored`, the first certificate names the person. */
  asked: z.strictObject({ at: instant, by: person.nullable() }),
  confirmed: z.strictObject({ at: instant, how: z.enum(CONFIRMATIONS), by: person.nullable() }),
  keyDestroyedAt: instant,
  /** Rows and stored files are gone by then. */
  finishedAt: instant,
  methods: z.array(z.enum(DESTRUCTION_METHODS)),
  destroyed: z.strictObject({
    /** Only the newest versions count. */
    documents: contents,
    /** Older versions and the trash count too. */
    versions: contents,
    signed: count,
    messages: count,
    members: count,
    blobs: count,
  }),
  /** `note` is the last checkpoint; a log that could not be continued is null. */
  log: z.strictObject({ entries: count, root: z.base64(), note: z.string() }).nullable(),
  remains: z.strictObject({
    /** Until then, a key of its own encrypts the log. */
    logUntil: instant,
    /** Database backups hold names but no contents. */
    databaseBackupsUntil: instant,
    /** Together with a data backup, a key backup could decrypt documents. */
    keyBackupsUntil: instant,
    /**
     * The list holds the remaining backups that this server's own command made, oldest first. `keys` means that the key folder is
     * included. Earlier releases have no list.
     */
    backups: z
      .array(z.strictObject({ id: z.string(), at: instant, data: z.boolean(), keys: z.boolean() }))
      .optional(),
  }),
})
export type DestructionFacts = z.infer<typeof destructionFacts>

export const CERTIFICATE_FORMAT = 'sealroom-destruction/1'

/** `note` signs the hash of the facts. `publicKey` is in base64. */
const certificate = z.strictObject({
  format: z.literal(CERTIFICATE_FORMAT),
  facts: destructionFacts,
  publicKey: z.string(),
  note: z.string(),
})
export type DestructionCertificate = z.infer<typeof certificate>

const nameOf = (vault: string): string => `sealroom/destruction/${vault}`

/** @param hash SHA-256 of the facts' canonical JSON */
export const destructionText = ({ room, finishedAt }: DestructionFacts, hash: Uint8Array): string =>
  `${nameOf(room.vault)}\n${toBase64(hash)}\n${finishedAt}\n`

export const destructionInput = (facts: DestructionFacts): Uint8Array => utf8(canonicalJson(facts))

export const isCertificate = (text: string): boolean =>
  text.slice(0, 4_000).includes(`"${CERTIFICATE_FORMAT}"`)

export type CertificateFault =
  | 'UNREADABLE'
  | 'BAD_SIGNATURE'
  | 'OTHER_KEY'
  /** The checkpoint has another log or key, or contradicts the facts. */
  | 'BAD_LOG'

/** Only facts without a fault can be trusted. */
export interface CertificateVerdict {
  readonly fault: CertificateFault | undefined
  readonly facts: DestructionFacts | undefined
  readonly publicKey: string | undefined
}

/** @param known the public key in base64, from an independent source */
export async function verifyCertificate(
  provider: CryptoProvider,
  text: string,
  known: { readonly publicKey?: string | undefined } = {},
): Promise<CertificateVerdict> {
  const read = readCertificate(text)
  if (!read) return { fault: 'UNREADABLE', facts: undefined, publicKey: undefined }
  const { facts, publicKey } = read
  if (known.publicKey !== undefined && known.publicKey !== publicKey)
    return { fault: 'OTHER_KEY', facts, publicKey }
  const note = openNote(read.note)
  const hash = await provider.digest(destructionInput(facts))
  const isSigned =
    note?.text === destructionText(facts, hash) && (await isSignedBy(provider, publicKey, note))
  if (!isSigned) return { fault: 'BAD_SIGNATURE', facts, publicKey }
  return { fault: (await isOfLog(provider, read)) ? undefined : 'BAD_LOG', facts, publicKey }
}

function readCertificate(text: string): DestructionCertificate | undefined {
  try {
    return certificate.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function isOfLog(
  provider: CryptoProvider,
  { facts: { room, log }, publicKey }: DestructionCertificate,
): Promise<boolean> {
  if (log === null) return true
  const note = parseNote(log.note)
  const root = fromBase64(log.root)
  if (!note || !root) return false
  const { origin, size, root: signed } = note.checkpoint
  return (
    origin === originOf(room.vault) &&
    size === log.entries &&
    sameHash(signed, root) &&
    (await isSignedBy(provider, publicKey, note))
  )
}
