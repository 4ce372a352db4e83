import { randomBytes, type X509Certificate } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  type ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { provenSigner } from './certificates/proven-signer.ts'
import { fetchAnswer } from './fetch-answer.ts'
import { TIME_STAMP_BYTES } from './protocol.ts'
import { SigningError } from './signing-error.ts'

const WITHIN_MS = 10_000
const MAX_BYTES = 1024 * 1024
const SHA_256 = '2.16.840.1.101.3.4.2.1'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** The request is granted, also with changes (RFC 3161). */
const GRANTED = [0, 1]

/** @throws SigningError TIME_STAMP, also for other data */
export const timeStamper =
  (url: string) =>
  async (digest: Uint8Array): Promise<Uint8Array> => {
    try {
      const nonce = randomBytes(8)
      nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40
      const answer = await fetchAnswer(url, {
        query: { bytes: request(digest, nonce), type: 'application/timestamp-query' },
        maxBytes: MAX_BYTES,
        signal: AbortSignal.timeout(WITHIN_MS),
        // The operator sets this address.
        mayBePrivate: true,
      })
      return tokenOf(answer, digest, nonce)
    } catch (error) {
      throw new SigningError(
        'TIME_STAMP',
        `no time stamp: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

function request(digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new Null() }),
    hashedMessage: new OctetString({ valueHex: new Uint8Array(digest).buffer }),
  })
  const asked = new TimeStampReq({
    version: 1,
    messageImprint,
    nonce: new Integer({ valueHex: new Uint8Array(nonce).buffer }),
    certReq: true,
  })
  return new Uint8Array(asked.toSchema().toBER(false))
}

function tokenOf(bytes: Uint8Array, digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  const { status, timeStampToken } = TimeStampResp.fromBER(new Uint8Array(bytes))
  if (!GRANTED.includes(status.status)) throw new Error(`it refused, status ${status.status}`)
  if (!timeStampToken) throw new Error('its answer has no time stamp')
  const token = new Uint8Array(timeStampToken.toSchema().toBER(false))
  if (token.length > TIME_STAMP_BYTES) throw new Error('its time stamp is too large')
  const reported = new SignedData({ schema: ContentInfo.fromBER(token).content }).encapContentInfo
    .eContent
  if (!reported) throw new Error('its time stamp is empty')
  const { messageImprint, nonce: echoed } = TSTInfo.fromBER(reported.getValue())
  const isOurs =
    messageImprint.hashAlgorithm.algorithmId === SHA_256 &&
    Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView).equals(digest) &&
    echoed !== undefined &&
    Buffer.from(echoed.valueBlock.valueHexView).equals(nonce)
  if (!isOurs) throw new Error('its time stamp is of something else')
  if (!isForTimeStamps(provenSigner(token, 'inside')))
    throw new Error('its certificate is not one for time stamps alone')
  return token
}

/** The extension is critical and for this purpose alone (RFC 3161, section 2.3). */
function isForTimeStamps({ raw }: X509Certificate): boolean {
  const purposes = Certificate.fromBER(new Uint8Array(raw)).extensions?.find(
    ({ extnID }) => extnID === EXTENDED_KEY_USAGE,
  )
  const { keyPurposes } = (purposes?.parsedValue ?? {}) as Partial<ExtKeyUsage>
  return (
    purposes?.critical === true && keyPurposes?.length === 1 && keyPurposes[0] === TIME_STAMPING
  )
}
