import { verify, type X509Certificate } from 'node:crypto'
import { AlgorithmIdentifier, Extension, type IssuingDistributionPoint } from 'pkijs'
import { digestOf, parsed, webAddresses } from './certificate-facts.ts'
import { type DerValue, derAt, derParts } from './der.ts'
import { type RevocationVerdict, reasonNamed, requireCurrent } from './verdict.ts'

const ISSUING_DISTRIBUTION_POINT = '2.5.29.28'
const REASON_CODE = '2.5.29.21'
const SEQUENCE = 0x30
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const EXTENSIONS = 0xa0

export interface CrlQuestion {
  readonly certificate: X509Certificate
  readonly issuer: X509Certificate
  readonly addresses: readonly string[]
  readonly now: Date
}

/** Only the issuer's complete, current CRL passes (RFC 5280, section 5). @throws Error otherwise */
export function crlVerdict(
  bytes: Uint8Array,
  { certificate, issuer, addresses, now }: CrlQuestion,
): RevocationVerdict {
  const whole = derAt(bytes, 0)
  const [signed, algorithm, signature, ...more] = derParts(bytes, whole)
  if (!signed || !algorithm || !signature || more.length > 0 || whole.to !== bytes.length)
    throw new Error('it is no list of certificates')
  const list = readList(bytes, signed)
  if (!contentOf(bytes, list.issuer).equals(subjectOf(issuer)))
    throw new Error('it is of another issuer')
  const digest = digestOf(AlgorithmIdentifier.fromBER(copyOf(bytes, algorithm)).algorithmId)
  // The first byte counts unused bits.
  const isSigned = verify(
    digest,
    bytes.subarray(signed.at, signed.to),
    issuer.publicKey,
    bytes.subarray(signature.from + 1, signature.to),
  )
  if (!isSigned) throw new Error('its signature is not by its issuer')
  requireCurrent(now, list.thisUpdate, list.nextUpdate)
  for (const extension of list.extensions) requireFit(extension, certificate, addresses)
  return revocationIn(bytes, list.revoked, serialOf(certificate))
}

interface List {
  readonly issuer: DerValue
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
  readonly revoked: DerValue | undefined
  readonly extensions: readonly Extension[]
}

function readList(bytes: Uint8Array, signed: DerValue): List {
  const parts = [...derParts(bytes, signed)]
  // The version is optional.
  if (parts[0]?.tag !== SEQUENCE) parts.shift()
  const [, issuer, thisUpdate, ...rest] = parts
  if (!issuer || !thisUpdate) throw new Error('it is no list of certificates')
  const nextUpdate = isTime(rest[0]) ? rest.shift() : undefined
  const revoked = rest[0]?.tag === SEQUENCE ? rest.shift() : undefined
  const [wrapped] = rest[0]?.tag === EXTENSIONS ? derParts(bytes, rest[0]) : []
  return {
    issuer,
    thisUpdate: timeOf(bytes, thisUpdate),
    nextUpdate: nextUpdate && timeOf(bytes, nextUpdate),
    revoked,
    extensions: wrapped ? extensionsIn(bytes, wrapped) : [],
  }
}

/** Other CRLs do not prove that a certificate is not revoked. */
function requireFit(
  { extnID, critical, parsedValue }: Extension,
  certificate: X509Certificate,
  addresses: readonly string[],
): void {
  if (extnID !== ISSUING_DISTRIBUTION_POINT) {
    if (critical) throw new Error(`it is of a kind that is not known: ${extnID}`)
    return
  }
  const part = parsedValue as IssuingDistributionPoint
  const isOther = certificate.ca ? part.onlyContainsUserCerts : part.onlyContainsCACerts
  if (
    part.indirectCRL ||
    part.onlyContainsAttributeCerts ||
    part.onlySomeReasons !== undefined ||
    isOther
  )
    throw new Error('it is of other certificates')
  const { distributionPoint: point } = part
  if (point === undefined) return
  if (!Array.isArray(point) || !webAddresses(point).some((one) => addresses.includes(one)))
    throw new Error('it is a part of the list, of other certificates')
}

function revocationIn(
  bytes: Uint8Array,
  revoked: DerValue | undefined,
  serial: Buffer,
): RevocationVerdict {
  for (const entry of revoked ? derParts(bytes, revoked) : []) {
    const number = derAt(bytes, entry.from, entry.to)
    if (!contentOf(bytes, number).equals(serial)) continue
    const [, at, more] = derParts(bytes, entry)
    if (!at) throw new Error('it is no list of certificates')
    const reason = more && extensionsIn(bytes, more).find(({ extnID }) => extnID === REASON_CODE)
    return {
      isRevoked: true,
      at: timeOf(bytes, at),
      reason: reasonNamed(reason?.extnValue.valueBlock.valueHexView[2]),
    }
  }
  return { isRevoked: false }
}

const isTime = (value: DerValue | undefined): boolean =>
  value?.tag === UTC_TIME || value?.tag === GENERALIZED_TIME

/** DER permits only UTC. */
function timeOf(bytes: Uint8Array, value: DerValue): Date {
  const text = contentOf(bytes, value).toString('latin1')
  // Two-digit years mean 1950 to 2049 (RFC 5280, section 4.1.2.5.1).
  const full = value.tag === UTC_TIME ? `${Number(text.slice(0, 2)) < 50 ? 20 : 19}${text}` : text
  const [year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full)?.slice(1).map(Number) ?? []
  if (year === undefined) throw new Error('it has no time')
  return new Date(Date.UTC(year, (month ?? 1) - 1, day, hour, minute, second))
}

const contentOf = (bytes: Uint8Array, { from, to }: DerValue): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)
const copyOf = (bytes: Uint8Array, { at, to }: DerValue): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bytes.subarray(at, to))
const extensionsIn = (bytes: Uint8Array, values: DerValue): Extension[] =>
  Array.from(derParts(bytes, values), (value) => Extension.fromBER(copyOf(bytes, value)))

function subjectOf(certificate: X509Certificate): Buffer {
  const der = new Uint8Array(parsed(certificate).subject.valueBeforeDecode)
  return contentOf(der, derAt(der, 0))
}

const serialOf = (certificate: X509Certificate): Buffer =>
  Buffer.from(parsed(certificate).serialNumber.valueBlock.valueHexView)
