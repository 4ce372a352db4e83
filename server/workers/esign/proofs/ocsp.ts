import { createHash, verify, X509Certificate } from 'node:crypto'
import { type BaseBlock, Enumerated, GeneralizedTime, Null, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  BasicOCSPResponse,
  CertID,
  OCSPRequest,
  OCSPResponse,
  Request,
  TBSRequest,
} from 'pkijs'
import { digestOf, extensionOf, isIssuedBy, parsed, purposesOf } from './certificate-facts.ts'
import { type RevocationVerdict, reasonNamed, requireCurrent } from './verdict.ts'

/** All responders support SHA-1 (RFC 5019), without security relevance. */
const SHA_1 = '1.3.14.3.2.26'
const BASIC = '1.3.6.1.5.5.7.48.1.1'
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'
const NO_CHECK = '1.3.6.1.5.5.7.48.1.5'
const SUCCESSFUL = 0
const [GOOD, REVOKED] = [0, 1]

export interface OcspQuestion {
  readonly certificate: X509Certificate
  readonly issuer: X509Certificate
}

export function ocspRequest(question: OcspQuestion): Uint8Array {
  const request = new OCSPRequest({
    tbsRequest: new TBSRequest({
      requestList: [new Request({ reqCert: certificateId(question) })],
    }),
  })
  return new Uint8Array(request.toSchema(true).toBER(false))
}

function certificateId({ certificate, issuer }: OcspQuestion): CertID {
  const { subject, subjectPublicKeyInfo } = parsed(issuer)
  const named = (bytes: Uint8Array): OctetString =>
    new OctetString({ valueHex: new Uint8Array(createHash('sha1').update(bytes).digest()) })
  return new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_1, algorithmParams: new Null() }),
    issuerNameHash: named(new Uint8Array(subject.valueBeforeDecode)),
    issuerKeyHash: named(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView),
    serialNumber: parsed(certificate).serialNumber,
  })
}

/** Accepts only a current response by the issuer or its delegate (RFC 6960). @throws Error otherwise, or if the certificate is unknown */
export function ocspVerdict(
  bytes: Uint8Array,
  question: OcspQuestion,
  now: Date,
): RevocationVerdict {
  const { responseStatus, responseBytes } = OCSPResponse.fromBER(new Uint8Array(bytes))
  const status = responseStatus.valueBlock.valueDec
  if (status !== SUCCESSFUL || responseBytes?.responseType !== BASIC)
    throw new Error(`its status is ${status}`)
  const answer = BasicOCSPResponse.fromBER(responseBytes.response.valueBlock.valueHexView)
  requireResponder(answer, question.issuer, now)
  const asked = certificateId(question)
  const reported = answer.tbsResponseData.responses.find(({ certID }) => certID.isEqual(asked))
  if (!reported) throw new Error('it is of another certificate')
  requireCurrent(now, reported.thisUpdate, reported.nextUpdate)
  return verdictOf(reported.certStatus)
}

/** Delegates have this purpose, exempt from revocation checks. */
function requireResponder(
  { tbsResponseData, signatureAlgorithm, signature, certs = [] }: BasicOCSPResponse,
  issuer: X509Certificate,
  now: Date,
): void {
  const digest = digestOf(signatureAlgorithm.algorithmId)
  const isBy = ({ publicKey }: X509Certificate): boolean =>
    verify(
      digest,
      new Uint8Array(tbsResponseData.tbsView),
      publicKey,
      signature.valueBlock.valueHexView,
    )
  if (isBy(issuer)) return
  const responder = certs
    .map((one) => new X509Certificate(Buffer.from(one.toSchema(false).toBER(false))))
    .find(isBy)
  if (!responder) throw new Error('its signature is by nobody whose certificate is in it')
  if (!isIssuedBy(responder, issuer) || !purposesOf(responder).includes(OCSP_SIGNING))
    throw new Error('its signature is by no responder of the issuer')
  if (new Date(responder.validFrom) > now || new Date(responder.validTo) < now)
    throw new Error('the certificate of its responder does not hold now')
  if (!extensionOf(responder, NO_CHECK))
    throw new Error('the certificate of its responder would have to be checked too')
}

function verdictOf(
  status: BaseBlock & { readonly valueBlock: { readonly value?: readonly BaseBlock[] } },
): RevocationVerdict {
  const { tagNumber } = status.idBlock
  if (tagNumber === GOOD) return { isRevoked: false }
  if (tagNumber !== REVOKED) throw new Error('it does not know the certificate')
  const [at, wrapped] = status.valueBlock.value ?? []
  const reason = (wrapped as typeof status | undefined)?.valueBlock.value?.[0]
  return {
    isRevoked: true,
    at: at instanceof GeneralizedTime ? at.toDate() : new Date(0),
    reason: reasonNamed(reason instanceof Enumerated ? reason.valueBlock.valueDec : undefined),
  }
}
