import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { makeDocx } from '../../test/fixtures/make-docx.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { convertedOffice, ownOfficeFiles } from '../../test/fixtures/office-files.ts'
import { describeWith } from '../../test/harness/needs.ts'
import { inOfficeSandbox, officePaths } from '../../test/servers/office-programs.ts'
import { createConverter } from './index.ts'
import type { SandboxedCommand } from './office-sandbox.ts'

const never = new AbortController().signal
const converterWith = (paths: ReturnType<typeof officePaths>, deadlineMs = 60_000) =>
  createConverter({ paths, deadlineMs, log: memoryLog() })
const converter = converterWith(officePaths())
const missing = await converter.missingOfficeParts()

const convert = (
  extension: string,
  bytes: Uint8Array,
  using = converter,
  signal = never,
): Promise<Buffer> => convertedOffice(using, extension, bytes, signal)

const failure = (code: string) => expect.objectContaining({ name: 'ConvertError', code })

const TO_PDF = `cat > a.docx
for round in 1 2; do "$1" -env:UserInstallation=file:///work/profile --headless --convert-to pdf a.docx >&2; done
cat a.pdf`

const SETTINGS = '/work/profile/user/registrymodifications.xcu'

function withoutSettings(command: SandboxedCommand): SandboxedCommand {
  const at = command.words.indexOf(SETTINGS)
  return { ...command, words: command.words.toSpliced(at - 2, 3) }
}

const withNetwork = (command: SandboxedCommand): SandboxedCommand => ({
  ...command,
  words: command.words.flatMap((word) =>
    word === '--unshare-all' ? ['--unshare-user', '--unshare-pid'] : [word],
  ),
})

const holding =
  (file: string, place: string) =>
  (command: SandboxedCommand): SandboxedCommand => {
    return {
      ...command,
      words: command.words.toSpliced(
        command.words.indexOf('--remount-ro'),
        0,
        '--ro-bind',
        file,
        place,
      ),
    }
  }

const hasPicture = (pdf: Buffer): boolean => pdf.includes('/Subtype/Image')

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
    expect(await none.missingOfficeParts()).toEqual(['libreoffice', 'bubblewrap'])
    await expect(convert('docx', await makeDocx('글'), none)).rejects.toEqual(
      failure('NO_CONVERTER'),
    )
  })
})

vi.setConfig({ testTimeout: 120_000 })

describeWith('LibreOffice in its sandbox', missing, () => {
  it('is no sandbox where bubblewrap isolates nothing: then nothing is converted', async () => {
    const { soffice } = officePaths()
    const fake = converterWith({ soffice, bwrap: '/bin/true' })
    expect(await fake.missingOfficeParts()).not.toEqual([])
    await expect(convert('docx', await makeDocx('글'), fake)).rejects.toEqual(
      failure('NO_CONVERTER'),
    )
  })

  it.each(ownOfficeFiles)('makes a PDF of a %s', async (extension, make) => {
    expect((await convert(extension, await make())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('shows fonts that neither the document nor the machine has in faces as wide, Korean ones with serifs in one that has them', async () => {
    const names = ['Arial', 'Times New Roman', 'Courier New', '바탕', 'Calibri']
    const run = (name: string, text: string) =>
      `</w:t></w:r><w:r><w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:cs="${name}" w:eastAsia="${name}"/></w:rPr><w:t>${text}`
    const pdf = String(
      await convert(
        'docx',
        await makeDocx(names.map((name) => run(name, 'Номер ą 계약 ◯☑')).join('')),
      ),
    )
    const fonts = [
      ...new Set(Array.from(pdf.matchAll(/\/BaseFont\/[A-Z]+\+([\w-]+)/g), ([, name]) => name)),
    ]
    for (const family of [
      /Arimo|LiberationSans/,
      /Tinos|LiberationSerif/,
      /Cousine|LiberationMono/,
      /Myeongjo|NotoSerif/,
      /DejaVuSans|Symbol/,
    ]) {
      expect(fonts).toContainEqual(expect.stringMatching(family))
    }
  })

  it('contacts nobody and reads no file, for any links of a document', async () => {
    const listener = await listen()
    const plain = await convert('docx', await makeDocx('글'))
    const linked = await convert('docx', await makeDocx('글', `${listener.url}/a.png`))
    const local = await convert(
      'docx',
      await makeDocx('글', `file://${path.join(PROJECT_ROOT, 'docs/pictures/user-screen.png')}`),
    )
    expect(listener.hits()).toBe(0)
    for (const pdf of [linked, local])
      expect(Math.abs(pdf.length - plain.length)).toBeLessThan(4_000)
    for (const pdf of [linked, local]) expect(hasPicture(pdf)).toBe(false)
  })

  it('is kept from the network by the sandbox, and by its settings besides: without either it would go there', async () => {
    const listener = await listen()
    const document = await makeDocx('글', `${listener.url}/a.png`)
    for (const weaken of [withNetwork, withoutSettings])
      expect(String(await inOfficeSandbox(TO_PDF, document, weaken))).toMatch(/^%PDF-/)
    expect(listener.hits()).toBe(0)
    await inOfficeSandbox(TO_PDF, document, (command) => withNetwork(withoutSettings(command)))
    expect(listener.hits()).toBeGreaterThan(0)
  })

  it('shows no file that a document links to, also where one is in the sandbox: without its settings it would', async () => {
    const picture = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sealroom-sandbox-')), 'a.png')
    onTestFinished(() => fs.rmSync(path.dirname(picture), { recursive: true }))
    fs.chmodSync(path.dirname(picture), 0o755)
    fs.copyFileSync(path.join(PROJECT_ROOT, 'docs/pictures/user-screen.png'), picture)
    const document = await makeDocx('글', 'file:///secret.png')
    const placed = holding(picture, '/secret.png')
    expect(hasPicture(await inOfficeSandbox(TO_PDF, document, placed))).toBe(false)
    expect(
      hasPicture(
        await inOfficeSandbox(TO_PDF, document, (command) => withoutSettings(placed(command))),
      ),
    ).toBe(true)
  })

  it('finds nothing to fill but its folder of limited size, and of the system programs alone', async () => {
    const places = [
      '',
      '/dev',
      '/dev/shm',
      '/etc',
      '/var',
      '/usr',
      '/usr/lib',
      '/proc',
      '/tmp',
      '/work',
    ]
    const script = `for place in ${places.map((place) => `"${place}"`).join(' ')}; do (: > "$place/x") 2>/dev/null && echo "$place"; done; ls /usr`
    const found = (await inOfficeSandbox(script)).toString().trim().split('\n')
    expect(found.filter((line) => line.startsWith('/'))).toEqual(['/tmp', '/work'])
    expect(found.filter((line) => !line.startsWith('/'))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(local|src)$/)]),
    )
  })

  it('says of a package under a password that it is locked', async () => {
    await expect(convert('docx', Buffer.from('d0cf11e0a1b11ae10000', 'hex'))).rejects.toEqual(
      failure('LOCKED'),
    )
  })

  it('ends with all it started at the deadline and with the signal', async () => {
    await expect(
      convert('docx', await makeDocx('글'), converterWith(officePaths(), 50)),
    ).rejects.toEqual(failure('TIMEOUT'))
    await expect(
      convert('docx', await makeDocx('글'), converter, AbortSignal.timeout(50)),
    ).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await expect.poll(running).toEqual([])
  })
})

function running(): string[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return (
          command.includes('soffice.bin') &&
          fs.readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
        )
      } catch {
        return false
      }
    })
}
