import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/harness/clocks.ts'
import { createFolderTransport, type FolderTransport } from './folder-transport.ts'
import { type Mail, MailRefused } from './mail.ts'

const from = { name: '씰룸', address: 'no-reply@room.example' }
const korean: Mail = {
  to: 'kim@lawfirm.example',
  subject: '[한빛 프로젝트] 데이터룸 PIN 안내와 아주 긴 제목이 여러 줄로 접히는지 보기 위한 문장',
  text: '김민수 님, PIN은 482-13-59027461834 입니다. 이 줄은 매우 길어서 반드시 접혀야 하지만 해독하면 그대로 이어져야 합니다.\n.\nFrom 둘째 줄',
  html: '<p>김민수 님, PIN은 <b>482-13-59027461834</b> 입니다.</p>',
  language: 'ko',
}

let base: string
let folder: string
let clock: ManualClock
let transport: FolderTransport

beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'sealroom-mail-'))
  folder = path.join(base, 'data', 'outbox')
  clock = new ManualClock(new Date('2026-03-04T05:06:07.089Z'))
  transport = createFolderTransport({ folder, clock })
})

afterEach(() => rm(base, { recursive: true, force: true }))

const send = (mail: Mail, messageId = 'id-1', roomId = 1) =>
  transport.send(mail, { from, messageId, roomId })
const names = async () => (await readdir(folder)).sort()
const raw = async (name: string) => readFile(path.join(folder, name), 'latin1')

async function sent(mail: Partial<Mail>): Promise<Email> {
  await send({ ...korean, ...mail })
  return PostalMime.parse(await readFile(path.join(folder, (await names()).at(-1)!)))
}

const plainDecode = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  ).toString('utf8')

describe('folder transport', () => {
  it.each([
    '=?utf-8?B?PHNjcmlwdD4=?= 계약',
    '=?utf-8?B?PHNjcmlwdD4=?= contract, and much more that has to be folded into a second and a third line of the header',
    'a =?',
    '=?utf-8?Q?=0D=0ABcc:_x@evil.example?=',
    '=?utf-8?Q?=E2=80=AE?= 😀 한글',
  ])(
    'encodes the subject %j, which reads as it was written and not as what it would be decoded to',
    async (subject) => {
      const email = await sent({ subject })
      expect(email.subject).toBe(subject)
      expect(email.bcc ?? []).toEqual([])
      const file = await raw((await names()).at(-1) ?? '')
      expect(file).toMatch(/^[\t\r\n -~]*$/)
      expect(file.match(/^Subject:/gm)).toHaveLength(1)
      const header = /^Subject: ((?:.*\r\n[ \t])*.*)\r\n/m.exec(file)?.[1] ?? ''
      for (const word of header.trim().split(/\s+/))
        expect(word).toMatch(/^=\?UTF-8\?[QB]\?[^?\s]{1,66}\?=$/i)
    },
  )

  it('writes a file that mail programs and a plain quoted-printable decoder read', async () => {
    const email = await sent({})
    expect(email).toMatchObject({
      from,
      subject: korean.subject,
      html: expect.stringContaining('<b>482-13-59027461834</b>'),
    })
    expect(email.to).toEqual([{ name: '', address: korean.to }])
    expect(email.text?.trimEnd()).toBe(korean.text)
    expect(email.messageId).toBe('<id-1@room.example>')
    expect(email.date).toBe('2026-03-04T05:06:07.000Z')
    const file = await raw((await names())[0]!)
    expect(file).toMatch(/^[\t\r\n -~]*$/)
    expect(file).toContain('To: kim@lawfirm.example\r\n')
    expect(file).not.toContain('base64')
    expect(plainDecode(file)).toContain(korean.text.split('\n')[0])
    expect(plainDecode(file)).toContain('PIN은 <b>482-13-59027461834</b>')
    expect(plainDecode(file)).toContain('한빛')
  })

  it('writes English as quoted-printable too', async () => {
    await send({
      ...korean,
      subject: 'Your PIN',
      text: 'PIN 482-13-59027461834',
      html: undefined,
      language: 'en',
    })
    const file = await raw((await names())[0]!)
    expect(file).toContain('Content-Transfer-Encoding: quoted-printable')
    expect(file).toContain('Subject: Your PIN\r\n')
    expect(plainDecode(file)).toContain('PIN 482-13-59027461834')
  })

  it('carries files as they are', async () => {
    const content = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256))
    const email = await sent({
      attachments: [{ name: '계약서 초안.pdf', type: 'application/pdf', content }],
    })
    const [attachment] = email.attachments
    expect(attachment).toMatchObject({
      filename: '계약서 초안.pdf',
      mimeType: 'application/pdf',
      disposition: 'attachment',
    })
    expect(Buffer.from(attachment?.content as ArrayBuffer).equals(content)).toBe(true)
  })

  it('keeps others out, names by time, and shows no half file', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => send({ ...korean, text: `${i}` }, `id-${i}`)),
    )
    clock.advance(1)
    await send({ ...korean, text: 'last' })
    const files = await names()
    expect(files).toHaveLength(21)
    expect(files.every((name) => /^20260304T050607\d{3}Z-\d{6}-[0-9a-f]{8}\.eml$/.test(name))).toBe(
      true,
    )
    expect(await raw(files.at(-1)!)).toContain('\r\n\r\nlast')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of files) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  })

  it('removes the mails of one room, half files too, and no other one, for any text', async () => {
    await transport.removeRoom(1)
    await send(korean, 'id-1', 1)
    await send({ ...korean, text: 'X-Sealroom-Room: 1' }, 'id-2', 12)
    await send(
      { ...korean, subject: '[다른 룸] X-Sealroom-Room: 1', text: '\n\nX-Sealroom-Room: 1' },
      'id-3',
      2,
    )
    const [ofRoom, ...others] = await names()
    await writeFile(path.join(folder, `${ofRoom}.tmp`), await raw(ofRoom!))
    await writeFile(path.join(folder, 'note.eml'), await raw(ofRoom!))
    await transport.removeRoom(1)
    expect(await names()).toEqual([...others, 'note.eml'].sort())
  })

  it('sweeps its old mails and half files, and nothing else', async () => {
    expect(await transport.sweep()).toBe(0)
    for (let i = 0; i < 3; i++) await send(korean)
    const [old, half, young] = await names()
    await writeFile(path.join(folder, `${half}.tmp`), 'x')
    await writeFile(path.join(folder, 'note.eml'), 'x')
    const age = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
    await utimes(path.join(folder, old!), age(8), age(8))
    await utimes(path.join(folder, `${half}.tmp`), age(8), age(8))
    await utimes(path.join(folder, half!), age(6), age(6))
    await utimes(path.join(folder, young!), age(1), age(1))
    await utimes(path.join(folder, 'note.eml'), age(99), age(99))
    expect(await transport.sweep()).toBe(2)
    expect(await names()).toEqual([half, young, 'note.eml'])
    expect(await transport.sweep(3)).toBe(1)
    expect(await names()).toEqual([young, 'note.eml'])
  })

  it('refuses what is not one address, and writes nothing', async () => {
    for (const to of [
      'a@x.example, b@y.example',
      'a@x.example\r\nBcc: b@y.example',
      'Kim <kim@x.example>',
      '',
    ]) {
      await expect(send({ ...korean, to })).rejects.toThrow(MailRefused)
    }
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })
})

describe('header injection', () => {
  const BREAKS = [
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '\u0085',
    '\u2028',
    '\0\r\n',
    '%0d%0a',
    '=?UTF-8?Q?=0D=0A?=',
  ]

  it.each(BREAKS)('a subject, a name and a file name with %j end no header', async (lineBreak) => {
    const evil = `x${lineBreak}Bcc: eve@evil.example${lineBreak}X-Evil: 1${lineBreak}${lineBreak}<script>`
    await transport.send(
      {
        ...korean,
        subject: evil,
        attachments: [
          { name: evil, type: `text/plain${lineBreak}X-Evil: 1`, content: Buffer.from('x') },
        ],
      },
      { from: { name: evil, address: from.address }, roomId: 1, messageId: 'id-1' },
    )
    const [name] = await names()
    const file = await raw(name!)
    const email = await PostalMime.parse(file)
    expect(email.bcc ?? []).toEqual([])
    expect(email.to).toEqual([{ name: '', address: korean.to }])
    expect(email.from?.address).toBe(from.address)
    expect(email.headers.map(({ key }) => key).sort()).toEqual(
      [
        'auto-submitted',
        'content-language',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
        'x-sealroom-room',
      ].sort(),
    )
    expect(file).not.toMatch(/^(bcc|x-evil):/im)
    expect(email.attachments).toHaveLength(1)
    expect(email.text?.trimEnd()).toBe(korean.text)
  })
})
