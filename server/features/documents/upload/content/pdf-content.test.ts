import { describe, expect, it } from 'vitest'
import { makeZip, StrictSource } from '../../../../test/fixtures/made-files.ts'
import { checkContent } from './check-content.ts'

const PDF =
  '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

const check = (...parts: (string | Buffer)[]) =>
  checkContent(
    'pdf',
    StrictSource.of(
      Buffer.concat(
        parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
      ),
    ),
  )

describe('before the header of a PDF', () => {
  const allowed: Record<string, string> = {
    nothing: '',
    'a byte order mark': '\xef\xbb\xbf',
    'white space': ' \r\n\t\f\n',
    'a byte order mark and white space': '\xef\xbb\xbf\r\n',
    'a printer job': '\x1b%-12345X@PJL JOB NAME="report"\r\n@PJL ENTER LANGUAGE=PDF\r\n',
    'what is left of a mail header': 'Content-Type: application/pdf\r\n\r\n',
    'as much text as fits': 'x'.repeat(1_024 - 5),
  }
  for (const [name, lead] of Object.entries(allowed)) {
    it(`${name} may stand`, async () => {
      expect(await check(lead, PDF)).toBeUndefined()
    })
  }

  const refused: Record<string, string> = {
    'too much text': 'x'.repeat(1_024 - 4),
    HTML: '<html><script>alert(document.domain)</script>',
    'HTML behind a byte order mark': '\xef\xbb\xbf<!doctype html>',
    'HTML behind text': 'hello\n<script src="x"></script>\n',
    'a program': `MZ\x90\x00\x03${'\0'.repeat(60)}`,
    'a program in printable letters': 'MZqqqqqqqqqqqqqqqq\n',
    'a GIF in printable letters': 'GIF89a////////',
    'a BMP in printable letters': 'BMaaaaaaaaaaaa',
    'a JPEG': '\xff\xd8\xff\xe0\x00\x10JFIF\x00',
    'a PNG': '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR',
    'an entry of a ZIP': 'PK\x03\x04\x0a\x00\x00\x00',
    'a shell script': '#!/bin/sh\nrm -r ~\n',
    PostScript: '%!PS\n',
    RTF: '{\\rtf1 x}',
    'bytes that are no text': '\x00\x01\x02',
    'UTF-16': '\xff\xfe \x00',
  }
  for (const [name, lead] of Object.entries(refused)) {
    it(`${name} is refused`, async () => {
      expect(await check(lead, PDF)).toBe('CONTENT')
    })
  }
})

describe('behind a PDF', () => {
  const zip = makeZip([{ name: 'index.html', data: Buffer.from('<script>alert(1)</script>') }])

  it('an archive is refused, with and without a comment', async () => {
    expect(await check(PDF, zip)).toBe('CONTENT')
    expect(await check(PDF, makeZip([], { comment: Buffer.alloc(0xffff, 'x') }))).toBe('CONTENT')
  })

  it('an archive that is attached, with the document closing behind it, is accepted', async () => {
    expect(
      await check(
        '%PDF-1.7\n1 0 obj\n<< /Type /EmbeddedFile >>\nstream\n',
        zip,
        '\nendstream\nendobj\n%%EOF\n',
      ),
    ).toBeUndefined()
  })
})

describe('a PDF without a header', () => {
  const headless =
    '1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n449\n%%EOF\n'

  it('is accepted where it begins with an object, or a comment before it, and ends as a PDF', async () => {
    for (const lead of ['', '\n', '%\xe2\xe3\xcf\xd3\n', '%\r\n'])
      expect(await check(lead, headless)).toBeUndefined()
  })

  it('is refused where anything else stands before it, or its end is missing', async () => {
    for (const lead of [
      '%!PS\n',
      '#!/bin/sh\n',
      '<html>\n',
      '%<script>\n',
      'MZqqqq\n',
      'text\n',
      `%${'x'.repeat(40)}\n`,
    ])
      expect(await check(lead, headless)).toBe('CONTENT')
    expect(await check(headless, 'more')).toBe('CONTENT')
    expect(await check('1 0 obj\n')).toBe('CONTENT')
  })

  it('is refused where it is an archive as well', async () => {
    expect(await check(headless, makeZip([{ name: 'index.html', data: Buffer.from('x') }]))).toBe(
      'CONTENT',
    )
  })
})
