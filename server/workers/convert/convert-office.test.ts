import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { memoryLog } from '../../platform/log/memory-log.ts'
import { makeDocx } from '../../test/make-docx.ts'
import { officePaths } from '../../test/office-programs.ts'
import { createConverter } from './index.ts'

const SAMPLES = path.join(import.meta.env['SAMPLES_DIR'] ?? path.join(PROJECT_ROOT, '../shared/samples'), 'office')
const never = new AbortController().signal
const converterWith = (paths: ReturnType<typeof officePaths>, deadlineMs = 60_000) =>
  createConverter({ paths, deadlineMs, log: memoryLog() })
const converter = converterWith(officePaths())
const lacks = await converter.officeLacks()

async function convert(extension: string, bytes: Uint8Array, using = converter, signal = never): Promise<Buffer> {
  const source = { kind: 'office' as const, extension, size: bytes.length, input: Readable.from([Buffer.from(bytes)]) }
  const pieces: Buffer[] = []
  for await (const piece of using.convert(source, signal)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const failure = (code: string) => expect.objectContaining({ name: 'ConvertError', code })

/** A server on the loopback of this machine that counts who comes. */
async function listen(): Promise<{ readonly url: string; hits(): number }> {
  let hits = 0
  const server = http.createServer((_, response) => {
    hits += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits: () => hits }
}

describe('without LibreOffice or bubblewrap', () => {
  it('nothing is converted, and it is known what is missing', async () => {
    const none = converterWith({ soffice: '/nowhere/soffice', bwrap: '/nowhere/bwrap' })
    expect(await none.officeLacks()).toEqual(['libreoffice', 'bubblewrap'])
    await expect(convert('docx', await makeDocx('글'), none)).rejects.toEqual(failure('NO_CONVERTER'))
  })
})

describe.skipIf(lacks.length > 0)(
  `LibreOffice in its cage (skipped where these are missing: ${lacks.join(', ') || 'none'})`,
  { timeout: 120_000 },
  () => {
    it('is no cage where bubblewrap isolates nothing: then nothing is converted', async () => {
      const { soffice } = officePaths()
      const fake = converterWith({ soffice, bwrap: '/bin/true' })
      expect(await fake.officeLacks()).not.toEqual([])
      await expect(convert('docx', await makeDocx('글'), fake)).rejects.toEqual(failure('NO_CONVERTER'))
    })

    it('makes a PDF of a text document', async () => {
      expect((await convert('docx', await makeDocx('비밀유지 계약서'))).subarray(0, 5).toString()).toBe('%PDF-')
    })

    it('asks nobody and reads no file, whatever a document links to', async () => {
      const listener = await listen()
      const plain = await convert('docx', await makeDocx('글'))
      const linked = await convert('docx', await makeDocx('글', `${listener.url}/a.png`))
      const local = await convert('docx', await makeDocx('글', `file://${path.join(PROJECT_ROOT, 'docs/pictures/user-screen.png')}`))
      expect(listener.hits()).toBe(0)
      for (const pdf of [linked, local]) expect(Math.abs(pdf.length - plain.length)).toBeLessThan(4_000)
      for (const pdf of [linked, local]) expect(pdf.includes('/Subtype/Image')).toBe(false)
    })

    it('says of a package under a password that it is locked', async () => {
      await expect(convert('docx', Buffer.from('d0cf11e0a1b11ae10000', 'hex'))).rejects.toEqual(failure('LOCKED'))
    })

    it('ends with all it started at the deadline and with the signal', async () => {
      await expect(convert('docx', await makeDocx('글'), converterWith(officePaths(), 50))).rejects.toEqual(failure('TIMEOUT'))
      await expect(convert('docx', await makeDocx('글'), converter, AbortSignal.timeout(50))).rejects.toMatchObject({
        name: 'TimeoutError',
      })
      await expect.poll(caged, { timeout: 5_000 }).toEqual([])
    })

    const names = fs.existsSync(SAMPLES) ? fs.readdirSync(SAMPLES) : []
    it.each(names)('makes a PDF of the sample %s', async (name) => {
      const pdf = await convert(path.extname(name).slice(1), fs.readFileSync(path.join(SAMPLES, name)))
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    })
  },
)

/** Converters that run on this machine as children of this test. */
function caged(): string[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return command.includes('soffice.bin') && fs.readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
      } catch {
        return false
      }
    })
}
