import { generateKeyPair, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { BitString, fromBER, Integer, Null, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
} from 'pkijs'

const YEARS = 10
/** Slow clocks must not reject it. */
const BACKDATED_MS = 86_400_000
const KEY_BITS = 3_072
const SHA_256_WITH_RSA = '1.2.840.113549.1.1.11'
const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const EXTENDED_KEY_USAGE = '2.5.29.37'
/** The bits mean digitalSignature and nonRepudiation (RFC 5280, 4.2.1.3). */
const SIGNS_ONLY = { valueHex: new Uint8Array([0b1100_0000]).buffer, unusedBits: 6 }
/** RFC 9336 defines id-kp-documentSigning. */
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36'

const generate = promisify(generateKeyPair)

/** Returns a self-signed certificate for ten years in DER, and its PKCS #8 key. */
export async function makeCertificate(
  host: string,
  now: Date,
): Promise<{ readonly key: Buffer; readonly certificate: Buffer }> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  const certificate = new Certificate()
  certificate.version = 2
  // It is positive, with 159 bits.
  const serial = randomBytes(20)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial).buffer })
  for (const name of [certificate.subject, certificate.issuer]) {
    name.typesAndValues.push(
      new AttributeTypeAndValue({
        type: COMMON_NAME,
        value: new Utf8String({ value: `Sealroom ${host}`.slice(0, 64) }),
      }),
    )
  }
  certificate.notBefore.value = new Date(now.getTime() - BACKDATED_MS)
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + YEARS)
  certificate.notAfter.value = end
  certificate.extensions = [
    extension(BASIC_CONSTRAINTS, true, new BasicConstraints({ cA: false }).toSchema()),
    extension(KEY_USAGE, true, new BitString(SIGNS_ONLY)),
    extension(
      EXTENDED_KEY_USAGE,
      false,
      new ExtKeyUsage({ keyPurposes: [DOCUMENT_SIGNING] }).toSchema(),
    ),
  ]
  certificate.subjectPublicKeyInfo = new PublicKeyInfo({
    schema: fromBER(new Uint8Array(publicKey)).result,
  })
  const algorithm = { algorithmId: SHA_256_WITH_RSA, algorithmParams: new Null() }
  certificate.signature = new AlgorithmIdentifier(algorithm)
  certificate.signatureAlgorithm = new AlgorithmIdentifier(algorithm)
  const signed = certificate.encodeTBS().toBER(false)
  certificate.tbs = signed
  const signature = sign('sha256', new Uint8Array(signed), {
    key: privateKey,
    format: 'der',
    type: 'pkcs8',
  })
  certificate.signatureValue = new BitString({ valueHex: new Uint8Array(signature).buffer })
  return { key: privateKey, certificate: Buffer.from(certificate.toSchema(false).toBER(false)) }
}

const extension = (
  extnID: string,
  critical: boolean,
  value: { toBER(sizeOnly?: boolean): ArrayBuffer },
): Extension => new Extension({ extnID, critical, extnValue: value.toBER(false) })
