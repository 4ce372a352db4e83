import type { Certificate, RelativeDistinguishedNames } from 'pkijs'
import { hexOf } from '../../../contract/proof/bytes.ts'
import { derOf, digestOf } from './signed-message.ts'

export interface CertificateFacts {
  /** The most specific name comes first: `Common name, Organisation, Country`. */
  readonly subject: string
  readonly issuer: string
  /** No authority vouches for the name. */
  readonly isSelfSigned: boolean
  readonly notBefore: Date
  readonly notAfter: Date
  /** The value is hexadecimal SHA-256. */
  readonly fingerprint: string
}

const COMMON_NAME = '2.5.4.3'

function nameIn({ typesAndValues }: RelativeDistinguishedNames): string {
  const values = typesAndValues.map(({ type, value }) => ({
    type,
    text: String(value.valueBlock.value),
  }))
  return [
    ...values.filter(({ type }) => type === COMMON_NAME),
    ...values.filter(({ type }) => type !== COMMON_NAME),
  ]
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join(', ')
}

export async function certificateFacts(certificate: Certificate): Promise<CertificateFacts> {
  const { subject, issuer, notBefore, notAfter } = certificate
  const digest = await digestOf('SHA-256', derOf(certificate))
  return {
    subject: nameIn(subject),
    issuer: nameIn(issuer),
    isSelfSigned: subject.isEqual(issuer),
    notBefore: notBefore.value,
    notAfter: notAfter.value,
    fingerprint: hexOf(digest),
  }
}
