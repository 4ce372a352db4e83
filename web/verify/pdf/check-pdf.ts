import type { Certificate } from 'pkijs'
import { hexOf } from '../../../contract/proof/bytes.ts'
import { isValidationData } from './appended.ts'
import { type CertificateFacts, certificateFacts } from './certificate.ts'
import { type Coverage, coverageOf, coveredBytes, type RangeFault } from './coverage.ts'
import { type FoundSignature, findSignatures } from './find-signatures.ts'
import {
  BadMessage,
  CONTENT,
  digestOf,
  type MessageFault,
  type ProvenMessage,
  proveMessage,
  readPadded,
  timeStampOf,
} from './signed-message.ts'
import { proveTime } from './time-stamp.ts'

export type Behind =
  | 'nothing'
  /** Added data do not change the shown document. */
  | 'proofs'
  /** The shown document may differ from the signed. */
  | 'more'

export interface SignatureTime {
  readonly at: Date
  /** Undefined means only the signer's clock states the time. */
  readonly authority: string | undefined
}

export type SignatureFinding = {
  readonly number: number
  readonly name: string | undefined
  readonly reason: string | undefined
} & (
  | {
      readonly isProven: true
      readonly behind: Behind
      /** The signature covers everything before, except itself. */
      readonly coveredTo: number
      readonly certificate: CertificateFacts
      readonly time: SignatureTime | undefined
      readonly hasBadTimeStamp: boolean
      /** The certificate was valid at `time`, or now if unknown. */
      readonly wasValid: boolean
    }
  | { readonly isProven: false; readonly fault: MessageFault | `range-${RangeFault}` }
)

export type PdfState =
  | 'whole'
  /** Another signature is invalid or covers an earlier revision. */
  | 'whole-mixed'
  | 'appended'
  | 'altered'
  | 'unsigned'

export interface PdfVerdict {
  readonly state: PdfState
  readonly sha256: string
  readonly signatures: readonly SignatureFinding[]
}

/** Checks bytes and signatures, not rendering. */
export async function checkPdf(bytes: Uint8Array<ArrayBuffer>): Promise<PdfVerdict> {
  const signatures: SignatureFinding[] = []
  for (const [index, found] of findSignatures(bytes).entries())
    signatures.push(await checkSignature(bytes, found, index + 1))
  return { state: stateOf(signatures), sha256: hexOf(await digestOf('SHA-256', bytes)), signatures }
}

function stateOf(signatures: readonly SignatureFinding[]): PdfState {
  if (signatures.length === 0) return 'unsigned'
  const proven = signatures.filter((signature) => signature.isProven)
  const covering = proven.filter(({ behind }) => behind !== 'more')
  if (covering.length > 0) return covering.length === signatures.length ? 'whole' : 'whole-mixed'
  return proven.length > 0 ? 'appended' : 'altered'
}

async function checkSignature(
  bytes: Uint8Array<ArrayBuffer>,
  found: FoundSignature,
  number: number,
): Promise<SignatureFinding> {
  const reported = { number, name: found.name, reason: found.reason }
  const coverage = coverageOf(bytes, found)
  if (typeof coverage === 'string')
    return { ...reported, isProven: false, fault: `range-${coverage}` }
  try {
    return { ...reported, isProven: true, ...(await prove(bytes, found, coverage)) }
  } catch (error) {
    if (error instanceof BadMessage) return { ...reported, isProven: false, fault: error.fault }
    throw error
  }
}

const DETACHED = ['ETSI.CAdES.detached', 'adbe.pkcs7.detached']

async function prove(bytes: Uint8Array<ArrayBuffer>, found: FoundSignature, coverage: Coverage) {
  const message = readPadded(found.contents?.bytes ?? new Uint8Array())
  const covered = coveredBytes(bytes, coverage)
  const { end: coveredTo } = coverage
  const behind: Behind =
    coveredTo === bytes.length ? 'nothing' : isValidationData(bytes, coveredTo) ? 'proofs' : 'more'
  if (found.subFilter === 'ETSI.RFC3161') {
    const { at, certificate } = await proveTime(message, covered)
    const time = { at, authority: (await certificateFacts(certificate)).subject }
    return {
      behind,
      coveredTo,
      certificate: await certificateFacts(certificate),
      time,
      hasBadTimeStamp: false,
      wasValid: true,
    }
  }
  if (!DETACHED.includes(found.subFilter ?? '')) throw new BadMessage('weak')
  const namesCertificate = found.subFilter === 'ETSI.CAdES.detached'
  const proven = await proveMessage(message, covered, {
    contentType: CONTENT.data,
    namesCertificate,
  })
  const { time, hasBadTimeStamp } = await timeOf(proven, found)
  const { certificate } = proven
  return {
    behind,
    coveredTo,
    certificate: await certificateFacts(certificate),
    time,
    hasBadTimeStamp,
    wasValid: wasValid(certificate, time),
  }
}

const wasValid = ({ notBefore, notAfter }: Certificate, time: SignatureTime | undefined): boolean =>
  time !== undefined && notBefore.value <= time.at && time.at <= notAfter.value

async function timeOf(proven: ProvenMessage, { claimedAt }: FoundSignature) {
  const claimed = proven.claimedAt ?? claimedAt
  const own: SignatureTime | undefined = claimed && { at: claimed, authority: undefined }
  try {
    const token = timeStampOf(proven.signer)
    if (!token) return { time: own, hasBadTimeStamp: false }
    const { at, certificate } = await proveTime(
      token,
      new Uint8Array(proven.signer.signature.getValue()),
    )
    return {
      time: { at, authority: (await certificateFacts(certificate)).subject },
      hasBadTimeStamp: false,
    }
  } catch (error) {
    if (error instanceof BadMessage) return { time: own, hasBadTimeStamp: true }
    throw error
  }
}
