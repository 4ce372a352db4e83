import { OctetString } from 'asn1js'
import { type Certificate, ContentInfo, getCrypto, SignedData, type SignerInfo } from 'pkijs'
import { sameHash } from '../../../contract/proof/merkle.ts'

// Follows RFC 5652 (CMS), with CAdES and PAdES requirements (ETSI EN 319 122-1, 319 142-1).

export const CONTENT = {
  data: '1.2.840.113549.1.7.1',
  timeStamp: '1.2.840.113549.1.9.16.1.4',
} as const

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

export type MessageFault =
  /** It is unreadable, or no signing program writes it. */
  | 'unreadable'
  | 'altered'
  | 'forged'
  /** The method is unknown or broken, such as SHA-1. */
  | 'weak'
  /** The certificate is missing or not the named one. */
  | 'certificate'

export class BadMessage extends Error {
  override name = 'BadMessage'
  readonly fault: MessageFault

  constructor(fault: MessageFault) {
    super(fault)
    this.fault = fault
  }
}

interface ProveMessageInput {
  readonly contentType: string
  /** The message must name its certificate. Even an unrequired name must be correct. */
  readonly namesCertificate: boolean
}

export interface ProvenMessage {
  readonly certificate: Certificate
  readonly signer: SignerInfo
  /** The signer's own clock states it. */
  readonly claimedAt: Date | undefined
}

const buffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

function leadingElement(bytes: Uint8Array): { element: Uint8Array; rest: Uint8Array } {
  const first = bytes[1] ?? 0x80
  const octets = first < 0x80 ? 0 : first - 0x80
  if (bytes[0] !== 0x30 || first === 0x80 || octets > 4) throw new BadMessage('unreadable')
  const length =
    octets === 0 ? first : bytes.subarray(2, 2 + octets).reduce((sum, byte) => sum * 256 + byte, 0)
  const end = 2 + octets + length
  if (end > bytes.length) throw new BadMessage('unreadable')
  return { element: bytes.subarray(0, end), rest: bytes.subarray(end) }
}

/**
 * Only zeros may follow the message.
 * @throws BadMessage
 */
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

/** @throws BadMessage if the attribute occurs twice. */
function attributeOf(
  signer: SignerInfo,
  type: string,
  of: 'signedAttrs' | 'unsignedAttrs' = 'signedAttrs',
) {
  const found = (signer[of]?.attributes ?? []).filter((attribute) => attribute.type === type)
  if (found.length === 0) return undefined
  const values = found.flatMap(({ values }) => values)
  if (found.length > 1 || values.length !== 1) throw new BadMessage('unreadable')
  return values[0]
}

const octetsOf = (value: unknown): Uint8Array | undefined =>
  value instanceof OctetString ? new Uint8Array(value.getValue()) : undefined

/** @throws BadMessage `weak` */
export function hashNameOf(oid: string): 'SHA-256' | 'SHA-384' | 'SHA-512' {
  const name = HASHES[oid]
  if (!name) throw new BadMessage('weak')
  return name
}

export async function digestOf(hash: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(hash, bytes))
}

/** Verifies digest, named certificate and signature. @throws BadMessage */
export async function proveMessage(
  message: SignedData,
  content: Uint8Array<ArrayBuffer>,
  asked: ProveMessageInput,
): Promise<ProvenMessage> {
  const { contentType, namesCertificate } = asked
  const [signer, ...others] = message.signerInfos
  if (
    !signer?.signedAttrs ||
    others.length > 0 ||
    message.encapContentInfo.eContentType !== contentType
  )
    throw new BadMessage('unreadable')
  if (contentType === CONTENT.data && message.encapContentInfo.eContent)
    throw new BadMessage('unreadable')
  const hash = hashNameOf(signer.digestAlgorithm.algorithmId)
  const reported = attributeOf(signer, OID.contentType)
  if (reported?.valueBlock.toString() !== contentType) throw new BadMessage('unreadable')
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
    sid?.issuer?.isEqual(certificate.issuer) === true &&
    sid.serialNumber?.isEqual(certificate.serialNumber) === true
  const certificate = certificates.find(
    (one): one is Certificate =>
      'issuer' in one && 'subjectPublicKeyInfo' in one && isMeant(one as Certificate),
  )
  if (!certificate) throw new BadMessage('certificate')
  return certificate
}

/** ESSCertIDv2 (RFC 5035, 3) excludes another certificate of the same key. */
async function checkNamedCertificate(
  signer: SignerInfo,
  certificate: Certificate,
  isAsked: boolean,
): Promise<void> {
  const value = attributeOf(signer, OID.signingCertificateV2)
  if (!value && !isAsked) return
  const first = itemsOf(itemsOf(itemsOf(value)[0])[0])
  const stated = octetsOf(first.find((item) => item instanceof OctetString))
  if (!stated) throw new BadMessage('certificate')
  const algorithm =
    first[0] instanceof OctetString
      ? undefined
      : String((itemsOf(first[0])[0] as { valueBlock?: unknown })?.valueBlock ?? '')
  const hash = algorithm === undefined ? 'SHA-256' : hashNameOf(algorithm)
  if (!sameHash(stated, await digestOf(hash, derOf(certificate))))
    throw new BadMessage('certificate')
}

const itemsOf = (value: unknown): readonly unknown[] => {
  const items = (value as { valueBlock?: { value?: unknown } } | undefined)?.valueBlock?.value
  return Array.isArray(items) ? items : []
}

export const derOf = (certificate: Certificate): Uint8Array<ArrayBuffer> =>
  new Uint8Array(certificate.toSchema().toBER(false))

async function checkSignature(
  signer: SignerInfo,
  certificate: Certificate,
  hash: string,
): Promise<void> {
  const attributes = signer.signedAttrs?.encodedValue
  if (!attributes) throw new BadMessage('unreadable')
  const isRight = await getCrypto(true)
    .verifyWithPublicKey(
      attributes,
      signer.signature,
      certificate.subjectPublicKeyInfo,
      signer.signatureAlgorithm,
      hash,
    )
    .catch(() => undefined)
  if (isRight === undefined) throw new BadMessage('weak')
  if (!isRight) throw new BadMessage('forged')
}

export function timeStampOf(signer: SignerInfo): SignedData | undefined {
  const value = attributeOf(signer, OID.timeStampToken, 'unsignedAttrs')
  return value && readMessage(new Uint8Array(value.toBER(false)))
}
