import {
  CryptoKeySigner,
  type DigestAlgorithm,
  type KeyType,
  type TimestampAuthority,
} from '@libpdf/core'
import {
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Utf8String,
} from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TSTInfo,
} from 'pkijs'
import { CONTENT } from '../verify/pdf/signed-message.ts'

const ALGORITHMS = {
  RSA: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  EC: { name: 'ECDSA', namedCurve: 'P-256' },
} as const

export interface KeyPair {
  readonly certificate: Certificate
  readonly privateKey: CryptoKey
  readonly type: KeyType
}

interface KeyOptions {
  readonly type?: KeyType
  readonly from?: Date
  readonly until?: Date
  readonly purpose?: string
}

export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** The certificate is self-signed. */
export async function makeKey(name: string, options: KeyOptions = {}): Promise<KeyPair> {
  const {
    type = 'RSA',
    from = new Date('2020-01-01'),
    until = new Date('2040-01-01'),
    purpose,
  } = options
  const keys = (await crypto.subtle.generateKey(ALGORITHMS[type], true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: 7 }) })
  for (const names of [certificate.subject, certificate.issuer])
    names.typesAndValues.push(
      new AttributeTypeAndValue({ type: '2.5.4.6', value: new PrintableString({ value: 'KR' }) }),
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) }),
    )
  certificate.notBefore.value = from
  certificate.notAfter.value = until
  if (purpose)
    certificate.extensions = [
      new Extension({
        extnID: '2.5.29.37',
        critical: true,
        extnValue: new ExtKeyUsage({ keyPurposes: [purpose] }).toSchema().toBER(),
      }),
    ]
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(keys.privateKey, 'SHA-256')
  return { certificate, privateKey: keys.privateKey, type }
}

export const certificateDer = ({ certificate }: KeyPair): Uint8Array =>
  new Uint8Array(certificate.toSchema(true).toBER())

export function signerOf(key: KeyPair): CryptoKeySigner {
  const algorithm = key.type === 'EC' ? 'ECDSA' : 'RSASSA-PKCS1-v1_5'
  return new CryptoKeySigner(key.privateKey, certificateDer(key), key.type, algorithm)
}

export function stampingWith(key: KeyPair, at: Date): TimestampAuthority {
  return {
    timestamp: async (digest: Uint8Array, algorithm: DigestAlgorithm) =>
      tokenOver(digest, algorithm, key, at),
  }
}

const SHA256 = '2.16.840.1.101.3.4.2.1'

async function tokenOver(
  digest: Uint8Array,
  hash: DigestAlgorithm,
  key: KeyPair,
  at: Date,
): Promise<Uint8Array> {
  if (hash !== 'SHA-256') throw new Error('the sample stamps SHA-256 alone')
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4',
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(digest).buffer }),
    }),
    serialNumber: new Integer({ value: 1 }),
    genTime: at,
  })
  const content = info.toSchema().toBER()
  const attributes = [
    new Attribute({
      type: '1.2.840.113549.1.9.3',
      values: [new ObjectIdentifier({ value: CONTENT.timeStamp })],
    }),
    new Attribute({
      type: '1.2.840.113549.1.9.5',
      values: [new GeneralizedTime({ valueDate: at })],
    }),
    new Attribute({
      type: '1.2.840.113549.1.9.4',
      values: [new OctetString({ valueHex: await crypto.subtle.digest('SHA-256', content) })],
    }),
  ]
  const message = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: CONTENT.timeStamp,
      eContent: new OctetString({ valueHex: content }),
    }),
    certificates: [key.certificate],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: key.certificate.issuer,
          serialNumber: key.certificate.serialNumber,
        }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
  })
  await message.sign(key.privateKey, 0, 'SHA-256')
  const wrapped = new ContentInfo({
    contentType: ContentInfo.SIGNED_DATA,
    content: message.toSchema(true),
  })
  return new Uint8Array(wrapped.toSchema().toBER())
}
