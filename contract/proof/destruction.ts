import { z } from 'zod'
import { instant } from '../core/schemas.ts'
import { fromBase64, toBase64, utf8 } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { originOf, parseNote } from './checkpoint.ts'
import { sameHash } from './merkle.ts'
import { isSignedBy, type Means, openNote } from './signed-note.ts'

const person = z.strictObject({ name: z.string(), email: z.string() })
const count = z.int().nonnegative()

/**
 * Contents that were destroyed. `list`: SHA-256, in base64, of one line for each of them, `SHA-256 in hexadecimal, a blank, bytes, line break`,
 * sorted by their bytes: who holds the files, or the manifest of an archive, can make the same list. Null where the key was gone already, or one of them is damaged.
 */
const contents = z.strictObject({ count, bytes: count, list: z.base64().nullable() })

/** How a room was destroyed. `room-key`: the only key that opens what the room held was overwritten and removed. */
export const DESTRUCTION_METHODS = ['room-key', 'rows', 'stored-files'] as const

/** Who confirmed a destruction. `machine`: the person at the machine; `restored`: it had happened before the database was put back. */
export const CONFIRMATIONS = ['operator', 'time', 'machine', 'restored'] as const

/** What a certificate of destruction states. */
export const destructionFacts = z.strictObject({
  room: z.strictObject({ roomNo: z.string(), name: z.string(), vault: z.uuid() }),
  /** `by`: null for the person at the machine; for what was `restored` it says nothing, and the first certificate does. */
  asked: z.strictObject({ at: instant, by: person.nullable() }),
  confirmed: z.strictObject({ at: instant, how: z.enum(CONFIRMATIONS), by: person.nullable() }),
  keyDestroyedAt: instant,
  /** When rows and stored files were gone, too. */
  finishedAt: instant,
  methods: z.array(z.enum(DESTRUCTION_METHODS)),
  destroyed: z.strictObject({
    /** The newest versions of what was in the room. */
    documents: contents,
    /** All versions, with older ones and those in the trash. */
    versions: contents,
    /** Documents that were composed and signed, messages, memberships, and blobs on the disk. */
    signed: count,
    messages: count,
    members: count,
    blobs: count,
  }),
  /** The room's activity log at its end; `note`: its last signed checkpoint. Null where it could not be continued. */
  log: z.strictObject({ entries: count, root: z.base64(), note: z.string() }).nullable(),
  /** Until when something may remain, and where. */
  remains: z.strictObject({
    /** The activity log, sealed under a key of its own. */
    logUntil: instant,
    /** Backups of the database: names of people and documents, nothing of a document itself. */
    databaseBackupsUntil: instant,
    /** Backups of the key store, which together with one of the data would open documents: older ones must be gone by then. */
    keyBackupsUntil: instant,
  }),
})
export type DestructionFacts = z.infer<typeof destructionFacts>

export const CERTIFICATE_FORMAT = 'sealroom-destruction/1'

/** A certificate of destruction as a file. `note`: the signed statement of what the facts hash to. `publicKey`: in base64. */
const certificate = z.strictObject({
  format: z.literal(CERTIFICATE_FORMAT),
  facts: destructionFacts,
  publicKey: z.string(),
  note: z.string(),
})
export type DestructionCertificate = z.infer<typeof certificate>

/** Under which name the certificate of a vault is signed. */
const nameOf = (vault: string): string => `sealroom/destruction/${vault}`

/** The text that is signed: name, SHA-256 of the canonical JSON of the facts in base64, when it was finished. @param hash 32 bytes */
export const destructionText = ({ room, finishedAt }: DestructionFacts, hash: Uint8Array): string =>
  `${nameOf(room.vault)}\n${toBase64(hash)}\n${finishedAt}\n`

/** What is hashed of the facts. */
export const destructionInput = (facts: DestructionFacts): Uint8Array => utf8(canonicalJson(facts))

/** Whether a text is a certificate of destruction, sound or not. */
export const isCertificate = (text: string): boolean => text.slice(0, 4_000).includes(`"${CERTIFICATE_FORMAT}"`)

export type CertificateFault =
  /** It is no certificate of this format. */
  | 'UNREADABLE'
  /** The facts are not those that were signed, or the signature is not by the key. */
  | 'BAD_SIGNATURE'
  /** It states another key than the one that is known from elsewhere. */
  | 'OTHER_KEY'
  /** The checkpoint in it is not of the room's log, not signed by the key, or says something else than the facts. */
  | 'BAD_LOG'

/** What came of a check; `facts` are there wherever they could be read, and worth something only without a fault. */
export interface CertificateVerdict {
  readonly fault: CertificateFault | undefined
  readonly facts: DestructionFacts | undefined
  readonly publicKey: string | undefined
}

/** Checks a certificate of destruction, which needs no server. @param known the public key in base64, as it is known from elsewhere */
export async function verifyCertificate(
  means: Means,
  text: string,
  known: { readonly publicKey?: string | undefined } = {},
): Promise<CertificateVerdict> {
  const read = readCertificate(text)
  if (!read) return { fault: 'UNREADABLE', facts: undefined, publicKey: undefined }
  const { facts, publicKey } = read
  if (known.publicKey !== undefined && known.publicKey !== publicKey) return { fault: 'OTHER_KEY', facts, publicKey }
  const note = openNote(read.note)
  const hash = await means.digest(destructionInput(facts))
  const isSigned = note?.text === destructionText(facts, hash) && (await isSignedBy(means, publicKey, note))
  if (!isSigned) return { fault: 'BAD_SIGNATURE', facts, publicKey }
  return { fault: (await isOfLog(means, read)) ? undefined : 'BAD_LOG', facts, publicKey }
}

function readCertificate(text: string): DestructionCertificate | undefined {
  try {
    return certificate.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function isOfLog(means: Means, { facts: { room, log }, publicKey }: DestructionCertificate): Promise<boolean> {
  if (log === null) return true
  const note = parseNote(log.note)
  const root = fromBase64(log.root)
  if (!note || !root) return false
  const { origin, size, root: signed } = note.checkpoint
  return origin === originOf(room.vault) && size === log.entries && sameHash(signed, root) && (await isSignedBy(means, publicKey, note))
}
