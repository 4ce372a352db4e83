// libpdf-seal.mjs FILE OUT KEY FONT PAGES uses @libpdf/core alone.
import { createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { PDF } from '@libpdf/core'

const [file, out, key, font, pages] = process.argv.slice(2)
const pem = readFileSync(key, 'utf8')
const privateKey = createPrivateKey(pem)
const certificate = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')))

const document = await PDF.load(readFileSync(file))
document.flattenAll()
const embedded = document.embedFont(readFileSync(font))
for (const page of pages.split(',').map(Number))
  document.getPage(page).drawText('동의합니다 홍길동', { x: 100, y: 600, size: 12, font: embedded })
const audit = document.addPage({ width: 595, height: 842 })
for (let line = 0; line < 40; line += 1)
  audit.drawText(`${line} 서명 홍길동 2026-11-22`, {
    x: 50,
    y: 780 - line * 16,
    size: 9,
    font: embedded,
  })
const written = await document.save({ subsetFonts: true })
const { bytes } = await (await PDF.load(written)).sign({
  signer: {
    certificate: certificate.raw,
    keyType: 'RSA',
    signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
    sign: async (data) => sign('sha256', data, privateKey),
  },
})
writeFileSync(out, bytes)
