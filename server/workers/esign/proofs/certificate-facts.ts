import { X509Certificate } from 'node:crypto'
import {
  type AltName,
  Certificate,
  ContentInfo,
  type CRLDistributionPoints,
  type ExtKeyUsage,
  type InfoAccess,
  SignedData,
} from 'pkijs'

const INFO_ACCESS = '1.3.6.1.5.5.7.1.1'
const OCSP = '1.3.6.1.5.5.7.48.1'
const ISSUERS = '1.3.6.1.5.5.7.48.2'
const DISTRIBUTION_POINTS = '2.5.29.31'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const URI = 6
const ADDRESSES_MAX = 3

export interface CheckAddresses {
  readonly ocsp: readonly string[]
  readonly crl: readonly string[]
  readonly issuers: readonly string[]
}

export const parsed = ({ raw }: X509Certificate): Certificate =>
  Certificate.fromBER(new Uint8Array(raw))

export function checkAddresses(certificate: X509Certificate): CheckAddresses {
  const of = <Value>(id: string): Value | undefined =>
    extensionOf(certificate, id)?.parsedValue as Value | undefined
  const access = of<InfoAccess>(INFO_ACCESS)?.accessDescriptions ?? []
  const points = of<CRLDistributionPoints>(DISTRIBUTION_POINTS)?.distributionPoints ?? []
  const accessed = (method: string): string[] =>
    webAddresses(
      access.flatMap(({ accessMethod, accessLocation }) =>
        accessMethod === method ? [accessLocation] : [],
      ),
    )
  return {
    ocsp: accessed(OCSP),
    crl: webAddresses(
      points.flatMap(({ distributionPoint }) =>
        Array.isArray(distributionPoint) ? distributionPoint : [],
      ),
    ),
    issuers: accessed(ISSUERS),
  }
}

export const extensionOf = (certificate: X509Certificate, id: string) =>
  parsed(certificate).extensions?.find(({ extnID }) => extnID === id)

export const purposesOf = (certificate: X509Certificate): readonly string[] =>
  (extensionOf(certificate, EXTENDED_KEY_USAGE)?.parsedValue as ExtKeyUsage | undefined)
    ?.keyPurposes ?? []

export const webAddresses = (
  names: readonly Pick<AltName['altNames'][number], 'type' | 'value'>[],
): string[] =>
  names
    .flatMap(({ type, value }) =>
      type === URI && /^https?:\/\//i.test(String(value)) && URL.canParse(String(value))
        ? [String(value)]
        : [],
    )
    .slice(0, ADDRESSES_MAX)

/** @throws Error if unreadable */
export const certificatesIn = (der: Uint8Array): X509Certificate[] =>
  (
    new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(der)).content }).certificates ?? []
  ).flatMap((one) =>
    one instanceof Certificate
      ? [new X509Certificate(Buffer.from(one.toSchema(false).toBER(false)))]
      : [],
  )

export const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)

export const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** The list excludes SHA-1. */
const SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}

/** @throws Error if unknown or weak */
export function digestOf(algorithm: string): string {
  const digest = SIGNATURES[algorithm]
  if (!digest) throw new Error(`it is signed by ${algorithm}, which is not known`)
  return digest
}
