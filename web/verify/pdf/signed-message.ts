import { OctetString } from 'asn1js'
import { type Certificate, ContentInfo, getCrypto, SignedData, type SignerInfo } from 'pkijs'
import { sameHash } from '../../../contract/proof/merkle.ts'

// Signatures as messages (RFC 5652, CMS) with what CAdES and PAdES ask of them (ETSI EN 319 122-1, 319 142-1).

/** Object identifiers of what a message signs: bytes beside it, or what a time stamp says. */
export const CONTENT = { data: '1.2.840.113549.1.7.1', timeStamp: '1.2.840.113549.1.9.16.1.4' } as const

const OID = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
} as const

const HASHES: Readonly<Record<string, 'SHA-256' | 'SHA-384' | 'SHA-512'>> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

/** Why a message proves nothing. */
export type MessageFault =
  /** It cannot be read, or it is of a form that no sealing program writes. */
  | 'unreadable'
  /** What is signed is something else. */
  | 'altered'
  /** The signature is not by the key of the certificate. */
  | 'forged'
  /** It was made by a method that can be forged by now, such as SHA-1, or one that is not known here. */
  | 'weak'
  /** The certificate is another one than the one named when it was signed, or is missing. */
  | 'certificate'

/** Thrown where a message proves nothing. */
export class BadMessage extends Error {
  override name = 'BadMessage'
  readonly fault: MessageFault

  constructor(fault: MessageFault) {
    super(fault)
    this.fault = fault
  }
}

/** What a message must be to be taken for one. */
interface Asked {
  /** Of CONTENT. */
  readonly contentType: string
  /** Its signed attributes have to name the certificate; where they name one that need not, it has to be right all the same. */
  readonly namesCertificate: boolean
}

export interface ProvenMessage {
  readonly certificate: Certificate
  readonly signer: SignerInfo
  /** As the signer's own clock told it; nothing proves it but the signature. */
  readonly claimedAt: Date | undefined
}

const buffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

/** The DER of an element at the beginning of these bytes, and what is behind it. */
function leadingElement(bytes: Uint8Array): { element: Uint8Array; rest: Uint8Array } {
  const first = bytes[1] ?? 0x80
  const octets = first < 0x80 ? 0 : first - 0x80
  if (bytes[0] !== 0x30 || first === 0x80 || octets > 4) throw new BadMessage('unreadable')
  const length = octets === 0 ? first : bytes.subarray(2, 2 + octets).reduce((sum, byte) => sum * 256 + byte, 0)
  const end = 2 + octets + length
  if (end > bytes.length) throw new BadMessage('unreadable')
  return { element: bytes.subarray(0, end), rest: bytes.subarray(end) }
}

/** Reads a message that a string of a PDF holds: behind it there are zeros and nothing else. @throws BadMessage */
export function readPadded(bytes: Uint8Array): SignedData {
  const { element, rest } = leadingElement(bytes)
  if (rest.some((byte) => byte !== 0)) throw new BadMessage('unreadable')
  return readMessage(element)
}

function readMessage(der: Uint8Array): SignedData {
  try {
    const content = ContentInfo.fromBER(buffer(der))
    if (content.contentType !== ContentInfo.SIGNED_DATA) throw new BadMessage('unreadable')
    return new SignedData({ schema: content.content })
  } catch (error) {
    throw error instanceof BadMessage ? error : new BadMessage('unreadable')
  }
}

/** The one value of an attribute that stands once. @throws BadMessage where it stands there twice. */
function attributeOf(signer: SignerInfo, type: string, of: 'signedAttrs' | 'unsignedAttrs' = 'signedAttrs') {
  const found = (signer[of]?.attributes ?? []).filter((attribute) => attribute.type === type)
  if (found.length === 0) return undefined
  const values = found.flatMap(({ values }) => values)
  if (found.length > 1 || values.length !== 1) throw new BadMessage('unreadable')
  return values[0]
}

const octetsOf = (value: unknown): Uint8Array | undefined => (value instanceof OctetString ? new Uint8Array(value.getValue()) : undefined)

/** The name of a hash; `weak` for those that are not safe. */
export function hashNameOf(oid: string): 'SHA-256' | 'SHA-384' | 'SHA-512' {
  const name = HASHES[oid]
  if (!name) throw new BadMessage('weak')
  return name
}

export async function digestOf(hash: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(hash, bytes))
}

/**
 * Proves a message of one signer: that its signed attributes name the digest of `content` and the certificate, and that the certificate's key signed
 * them.
 * @throws BadMessage
 */
export async function proveMessage(message: SignedData, content: Uint8Array<ArrayBuffer>, asked: Asked): Promise<ProvenMessage> {
  const { contentType, namesCertificate } = asked
  const [signer, ...others] = message.signerInfos
  if (!signer?.signedAttrs || others.length > 0 || message.encapContentInfo.eContentType !== contentType) throw new BadMessage('unreadable')
  if (contentType === CONTENT.data && message.encapContentInfo.eContent) throw new BadMessage('unreadable')
  const hash = hashNameOf(signer.digestAlgorithm.algorithmId)
  const told = attributeOf(signer, OID.contentType)
  if (told?.valueBlock.toString() !== contentType) throw new BadMessage('unreadable')
  const digest = octetsOf(attributeOf(signer, OID.messageDigest))
  if (!digest) throw new BadMessage('unreadable')
  if (!sameHash(digest, await digestOf(hash, content))) throw new BadMessage('altered')
  const certificate = certificateOf(message, signer)
  await checkNamedCertificate(signer, certificate, namesCertificate)
  await checkSignature(signer, certificate, hash)
  const time = attributeOf(signer, OID.signingTime) as { toDate?: () => Date } | undefined
  return { certificate, signer, claimedAt: time?.toDate?.() }
}

function certificateOf({ certificates = [] }: SignedData, { sid }: SignerInfo): Certificate {
  const isMeant = (certificate: Certificate): boolean =>
    sid?.issuer?.isEqual(certificate.issuer) === true && sid.serialNumber?.isEqual(certificate.serialNumber) === true
  const certificate = certificates.find(
    (one): one is Certificate => 'issuer' in one && 'subjectPublicKeyInfo' in one && isMeant(one as Certificate),
  )
  if (!certificate) throw new BadMessage('certificate')
  return certificate
}

/** ESSCertIDv2 (RFC 5035, 3): the hash of the certificate, SHA-256 unless told. A message without one could carry another certificate of the same key. */
async function checkNamedCertificate(signer: SignerInfo, certificate: Certificate, isAsked: boolean): Promise<void> {
  const value = attributeOf(signer, OID.signingCertificateV2)
  if (!value && !isAsked) return
  const first = itemsOf(itemsOf(itemsOf(value)[0])[0])
  const stated = octetsOf(first.find((item) => item instanceof OctetString))
  if (!stated) throw new BadMessage('certificate')
  const algorithm =
    first[0] instanceof OctetString ? undefined : String((itemsOf(first[0])[0] as { valueBlock?: unknown })?.valueBlock ?? '')
  const hash = algorithm === undefined ? 'SHA-256' : hashNameOf(algorithm)
  if (!sameHash(stated, await digestOf(hash, derOf(certificate)))) throw new BadMessage('certificate')
}

const itemsOf = (value: unknown): readonly unknown[] => {
  const items = (value as { valueBlock?: { value?: unknown } } | undefined)?.valueBlock?.value
  return Array.isArray(items) ? items : []
}

/** The certificate as it is written. */
export const derOf = (certificate: Certificate): Uint8Array<ArrayBuffer> => new Uint8Array(certificate.toSchema().toBER(false))

async function checkSignature(signer: SignerInfo, certificate: Certificate, hash: string): Promise<void> {
  const attributes = signer.signedAttrs?.encodedValue
  if (!attributes) throw new BadMessage('unreadable')
  const isRight = await getCrypto(true)
    .verifyWithPublicKey(attributes, signer.signature, certificate.subjectPublicKeyInfo, signer.signatureAlgorithm, hash)
    .catch(() => undefined)
  if (isRight === undefined) throw new BadMessage('weak')
  if (!isRight) throw new BadMessage('forged')
}

/** The token with which a time-stamp authority confirmed the signature, as DER; undefined where there is none. */
export function timeStampOf(signer: SignerInfo): SignedData | undefined {
  const value = attributeOf(signer, OID.timeStampToken, 'unsignedAttrs')
  return value && readMessage(new Uint8Array(value.toBER(false)))
}
