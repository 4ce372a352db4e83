import PDFDocument from 'pdfkit'

/** Version and, with it, the encryption: RC4 of 40 and of 128 bits, AES of 128, AES of 256 with passwords in UTF-8. */
export type LockVersion = '1.3' | '1.4' | '1.7' | '1.7ext3'

/** A PDF of A4 pages with some words on each that opens with a password alone. */
export async function makeLockedPdf(
  password: string,
  { version = '1.7ext3', pages = 1, words = 'SEALROOM', title }: LockedPdfOptions = {},
) {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: version,
    userPassword: password,
    ownerPassword: 'owner of it',
    ...(title === undefined ? {} : { info: { Title: title } }),
  })
  for (let page = 1; page <= pages; page += 1) pdf.addPage({ size: [595, 842] }).text(`${words} page ${page}`, 72, 100)
  pdf.end()
  const pieces: Buffer[] = []
  for await (const piece of pdf) pieces.push(piece as Buffer)
  return new Uint8Array(Buffer.concat(pieces))
}

interface LockedPdfOptions {
  readonly version?: LockVersion
  readonly pages?: number
  readonly words?: string
  readonly title?: string
}
