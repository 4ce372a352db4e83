/** Encrypted files: for all who have a password, for the owner alone, and in ways that make no sense. */
import PDFDocument from 'pdfkit'
import { type LockVersion, makeLockedPdf } from '../make-locked-pdf.ts'
import { pdfOf, textPage } from '../pdf-file.ts'
import { fine, hopeless, type Trouble } from './trouble.ts'

const VERSIONS: readonly (readonly [LockVersion, string])[] = [
  ['1.3', 'RC4 of 40 bits'],
  ['1.4', 'RC4 of 128 bits'],
  ['1.7', 'AES of 128 bits'],
  ['1.7ext3', 'AES of 256 bits'],
]
const PASSWORD = 'opens it'

/** Opens without a password; its owner alone may change it. */
async function ownersPdf(version: LockVersion): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: version,
    ownerPassword: 'owner of it',
    permissions: { copying: false },
  })
  pdf.addPage({ size: [595, 842] }).text('still here', 72, 100)
  pdf.end()
  const pieces: Buffer[] = []
  for await (const piece of pdf) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const encrypted = (dictionary: string): Buffer =>
  Buffer.from(
    pdfOf([textPage('still here')])
      .toString('latin1')
      .replace('/Root', `/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt ${dictionary} /Root`),
    'latin1',
  )

const HASH = `<${'00'.repeat(32)}>`

const NONSENSE: readonly (readonly [name: string, dictionary: string, opens: 'UNSUPPORTED' | 'LOCKED'])[] = [
  ['of an unknown handler', '<< /Filter /Nobody /V 1 /R 2 >>', 'UNSUPPORTED'],
  ['for those who have a key', '<< /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s4 /V 2 /Recipients [] >>', 'UNSUPPORTED'],
  ['of a version to come', `<< /Filter /Standard /V 99 /R 99 /O ${HASH} /U ${HASH} /P -4 >>`, 'LOCKED'],
  ['without hashes', '<< /Filter /Standard /V 1 /R 2 /P -4 >>', 'LOCKED'],
  ['with a key of a billion bits', `<< /Filter /Standard /V 2 /R 3 /Length 1000000000 /O ${HASH} /U ${HASH} /P -4 >>`, 'LOCKED'],
  ['with a key of no bits', `<< /Filter /Standard /V 2 /R 3 /Length 0 /O ${HASH} /U ${HASH} /P -4 >>`, 'LOCKED'],
  ['whose filters are missing', `<< /Filter /Standard /V 4 /R 4 /Length 128 /O ${HASH} /U ${HASH} /P -4 /StmF /X /StrF /X >>`, 'LOCKED'],
]

export const LOCKED_FILES: readonly Trouble[] = [
  ...VERSIONS.map(
    ([version, words]): Trouble => ({
      ...hopeless(`${words}, with a password`, async () => Buffer.from(await makeLockedPdf(PASSWORD, { version })), 'LOCKED'),
      password: PASSWORD,
    }),
  ),
  ...VERSIONS.map(([version, words]) => fine(`${words}, its owner's alone`, () => ownersPdf(version), 'still here')),
  ...NONSENSE.map(([words, dictionary, opens]) => hopeless(`encryption ${words}`, () => encrypted(dictionary), opens)),
]
