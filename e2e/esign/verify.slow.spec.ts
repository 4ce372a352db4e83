import { createHash } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PDF } from '@libpdf/core'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { toBase64 } from '../../contract/proof/bytes.ts'
import { type ExportedEntry, historyExport } from '../../contract/proof/history-export.ts'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { certificateDer, makeKey, signerOf } from '../../web/test/sample-signer.ts'
import { allSigned, open, story } from '../support/history-room.ts'
import { expect } from '../support/server-fixture.ts'
import { focused, tabTo } from '../support/steps.ts'

type Export = ReturnType<typeof historyExport.parse>

const exportOf = async (wire: WireClient, body: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  (await wire.fetch('POST', `/room/api/room/roomActivity/export/${wire.me.roomId}`, { body: { format: 'json', ...body } })).text()

const noteOf = async (wire: WireClient): Promise<string> => {
  const { json } = await wire.call('GET', `/room/api/room/checkpoint/${wire.me.roomId}`)
  return (json.payload as { note: string }).note
}

function changed(text: string, change: (whole: Export) => Export): string {
  const { entries, ...head } = change(historyExport.parse(JSON.parse(text)))
  return `${JSON.stringify(head).slice(0, -1)},"entries":[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}\n`
}

const file = (name: string, text: string | Buffer) => ({ name, mimeType: '', buffer: Buffer.from(text) })

const drop = (page: Page, ...files: ReturnType<typeof file>[]) => page.locator('input[type=file][multiple]').setInputFiles(files)

const results = (page: Page): Locator => page.getByRole('region', { name: '확인 결과' })
const card = (page: Page, title: string): Locator =>
  results(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

function requestsOf(context: BrowserContext): string[] {
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  return asked
}

story(
  'an export is dropped on the page and verified completely, and nothing of it is sent anywhere',
  async ({ watched: { page, wire } }) => {
    await allSigned(wire)
    const text = await exportOf(wire)
    const { checkpoint, publicKey, entries } = historyExport.parse(JSON.parse(text))
    const asked = requestsOf(page.context())
    await page.goto('/verify')
    await expect(page).toHaveTitle('활동 내역과 문서 확인 - Data Room')
    await drop(page, file('room-history.json', text))
    const good = card(page, '모든 기록이 서명된 그대로입니다')
    await expect(good).toContainText(`기록 ${entries.length}건이 빠짐없이 있고, 서명된 뒤 바뀐 것이 없습니다.`)
    await expect(good).toContainText('시험 룸 (')
    await expect(good).toContainText(checkpoint?.split('\n')[0] ?? '-')
    const fingerprint = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex')
    await expect(good).toContainText(fingerprint.match(/.{4}/g)?.join(' ') ?? '-')
    await expect(results(page)).toBeFocused()
    await good.getByText(`확인한 기록 ${entries.length}건 보기`).click()
    await expect(good.locator('tbody tr')).toHaveCount(entries.length)
    await expect(good.locator('tbody')).toContainText('데이터룸 개설')

    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Every entry is as signed' })).toBeVisible()
    await expect(page.locator('tbody')).toContainText('Opened the room')
    await expect(page.locator('tbody')).not.toContainText('데이터룸 개설:')
    expect(asked).toEqual([new URL('/verify', page.url()).href])
  },
)

story('every kind of tampering is named, with the entry that it was done to', async ({ watched: { page, wire } }) => {
  await allSigned(wire)
  const text = await exportOf(wire)
  const whole = historyExport.parse(JSON.parse(text))
  const target = whole.entries.findIndex(({ entry }) => entry?.kind === 'member.invited')
  const seq = whole.entries[target]?.seq
  const at = (change: (entry: ExportedEntry) => ExportedEntry) => (all: Export) => ({
    ...all,
    entries: all.entries.map((entry, index) => (index === target ? change(entry) : entry)),
  })
  const inside = (change: object) => at((entry) => ({ ...entry, entry: { ...entry.entry, ...change } as ExportedEntry['entry'] }))
  const named = new RegExp(`순번 ${seq} · \\d{4}-\\d\\d-\\d\\d (오전|오후) \\d\\d:\\d\\d · `)
  const cases: readonly (readonly [what: string, text: string, title: string, says: RegExp])[] = [
    [
      'another name',
      changed(text, inside({ doer: { name: '다른 사람', position: '', email: '', address: '' } })),
      '바뀐 기록이 있습니다',
      named,
    ],
    ['another time', changed(text, inside({ at: '2020-01-01T00:00:00.000Z' })), '바뀐 기록이 있습니다', named],
    ['another document', changed(text, inside({ itemId: 7 })), '바뀐 기록이 있습니다', named],
    ['something added', changed(text, inside({ more: 1 })), '바뀐 기록이 있습니다', new RegExp(`순번 ${seq}`)],
    [
      'another place',
      changed(
        text,
        at((entry) => ({ ...entry, seq: 0 })),
      ),
      '바뀐 기록이 있습니다',
      /순번 0 · /,
    ],
    [
      'another proof',
      changed(
        text,
        at((entry) => ({ ...entry, proof: entry.proof.with(0, toBase64(new Uint8Array(32))) })),
      ),
      '바뀐 기록이 있습니다',
      named,
    ],
    [
      'unreadable',
      changed(
        text,
        at((entry) => ({ ...entry, entry: null })),
      ),
      '읽을 수 없는 기록이 있습니다',
      new RegExp(`순번 ${seq}`),
    ],
    [
      'left out',
      changed(text, (all) => ({ ...all, entries: all.entries.toSpliced(target, 1) })),
      '빠진 기록이 있습니다',
      new RegExp(`순번 ${seq}의 기록 1건이 없습니다`),
    ],
    [
      'the newest cut off',
      changed(text, (all) => ({ ...all, entries: all.entries.slice(1) })),
      '빠진 기록이 있습니다',
      new RegExp(`순번 ${whole.entries.length - 1}의`),
    ],
    [
      'the oldest cut off',
      changed(text, (all) => ({ ...all, entries: all.entries.slice(0, -1) })),
      '앞부분의 기록이 없습니다',
      /처음 1건이 없습니다/,
    ],
    [
      'twice',
      changed(text, (all) => ({ ...all, entries: [...all.entries, ...all.entries.slice(target, target + 1)] })),
      '같은 기록이 두 번 있습니다',
      named,
    ],
    ['no checkpoint', changed(text, (all) => ({ ...all, checkpoint: null })), '증명할 수 없는 파일입니다', /서명된 확인점이 없거나/],
    [
      'another size',
      changed(text, (all) => ({ ...all, checkpoint: (all.checkpoint ?? '').replace(/\n\d+\n/, '\n9999\n') })),
      '서명이 맞지 않습니다',
      /어떤 기록도 증명되지 않습니다/,
    ],
    [
      'another key',
      changed(text, (all) => ({ ...all, publicKey: toBase64(new Uint8Array(32).fill(1)) })),
      '서명이 맞지 않습니다',
      /어떤 기록도 증명되지 않습니다/,
    ],
  ]
  await page.goto('/verify')
  for (const [what, bytes, title, says] of cases) {
    await drop(page, file(`${what}.json`, bytes))
    await expect(card(page, title), what).toContainText(`${what}.json`)
    await expect(card(page, title), what).toContainText(says)
    await expect(page.getByText('서명된 그대로입니다', { exact: true })).toHaveCount(0)
    await expect(card(page, '모든 기록이 서명된 그대로입니다'), what).toHaveCount(0)
  }
})

story(
  'a checkpoint that was kept is compared: one that holds, one of another room, one that another history was signed by',
  async ({ watched: { page, wire }, rooms, url }) => {
    await allSigned(wire)
    const early = await noteOf(wire)
    await wire.makeFolder('나중에 만든 폴더')
    await allSigned(wire)
    const text = await exportOf(wire)
    await page.goto('/verify')
    const good = card(page, '모든 기록이 서명된 그대로입니다')
    await drop(page, file('history.json', text), file('checkpoint.txt', early))
    await expect(good).toContainText('이 파일과 맞습니다. 그때까지의 기록이 지금도 그대로입니다.')

    await page.getByText('메일로 받은 확인점 붙여넣기').click()
    const field = page.getByRole('textbox', { name: '확인점' })
    await field.fill('안녕하세요.')
    await expect(page.getByText('확인점을 찾지 못했습니다.')).toBeVisible()
    // Mail programs quote text this way.
    await field.fill(`> ${early.replaceAll('\n', '\r\n> ').replace(/.{70}(?==)/g, '$&\r\n> ')}`)
    await expect(page.getByText('확인점 1개를 읽었습니다.')).toBeVisible()
    await drop(page, file('history.json', text))
    await expect(good).toContainText('이 파일과 맞습니다.')
    await field.fill('')

    const stranger = await enterAsOperator(url, await rooms.make('다른 룸'))
    await allSigned(stranger)
    const bad = card(page, '보관한 확인점과 맞지 않습니다')
    await drop(page, file('history.json', text), file('checkpoint.txt', await noteOf(stranger)))
    await expect(bad).toContainText('다른 데이터룸의 확인점입니다.')
    await drop(page, file('history.json', text), file('checkpoint.txt', early.replace(/\n\d+\n/, '\n1\n')))
    await expect(bad).toContainText('서명이 맞지 않습니다.')

    // A partial export proves nothing, nor does a file without entries for a later checkpoint.
    const part = await exportOf(wire, { type: 'gate' })
    await drop(page, file('part.json', part), file('checkpoint.txt', early))
    const some = card(page, '전체가 아닌 일부 기록입니다')
    await expect(some).toContainText('이 파일만으로는 맞는지 알 수 없습니다.')
    await expect(some).toContainText("조건에 따라 일부만 내보낸 파일입니다 (종류 '운영자 화면 열기').")
    await expect(some).toHaveAttribute('data-tone', 'warn')
    await drop(
      page,
      file(
        'part.json',
        changed(part, (all) => ({ ...all, filter: { type: 'login' } })),
      ),
    )
    await expect(card(page, '조건에 맞지 않는 기록이 있습니다')).toContainText('순번')
    await allSigned(wire)
    const late = await noteOf(wire)
    await drop(page, file('history.json', text), file('checkpoint.txt', late))
    const behind = card(page, '보관한 확인점에 기록이 더 많습니다')
    await expect(behind).toHaveAttribute('data-tone', 'warn')
    await expect(behind).toContainText('이 파일이 확인점보다 먼저 내보낸 것이거나, 뒷부분의 기록이 잘려 나간 것입니다.')
    await expect(good).toHaveCount(0)
    // An export made after a checkpoint contains fewer entries, as after a rollback of the log.
    const rolledBack = changed(text, (all) => ({ ...all, exportedAt: new Date(Date.parse(all.exportedAt) + 3_600_000).toISOString() }))
    await drop(page, file('history.json', rolledBack), file('checkpoint.txt', late))
    await expect(bad).toContainText('기록이 예전 상태로 되돌려졌습니다.')
    await expect(good).toHaveCount(0)
    // Equal names from two rooms must not conflict.
    await drop(page, file('history.json', text), file('history.json', await exportOf(stranger)))
    await expect(good).toHaveCount(2)

    await drop(page, file('a.txt', early))
    await expect(card(page, '확인점만 있습니다')).toContainText('sealroom/log/')
    const [, size = '', root = ''] = early.split('\n')
    const forged = early.replace(root, toBase64(new Uint8Array(32).fill(9)))
    await drop(page, file('a.txt', early), file('b.txt', forged))
    await expect(card(page, '두 확인점이 서로 다릅니다')).toContainText(`${size}건`)
  },
)

story('a file that is no export is reported as what it is', async ({ watched: { page, wire } }) => {
  await allSigned(wire)
  const text = await exportOf(wire)
  const lines = text.split('\n')
  await page.goto('/verify')
  const reported = async (title: string, says: string, ...files: ReturnType<typeof file>[]) => {
    await drop(page, ...files)
    await expect(card(page, title)).toContainText(says)
    await expect(results(page).getByRole('article')).toHaveCount(1)
  }
  await reported('서명이 없는 PDF입니다', 'a.pdf', file('a.pdf', '%PDF-1.7\n'))
  await reported(
    '확인할 수 있는 파일이 아닙니다',
    'JSON으로 다운로드한 파일이나 확인점, PDF, 보관본, 파기 증명서가 아닙니다.',
    file('a.txt', '안녕하세요'),
  )
  await reported('확인할 수 있는 파일이 아닙니다', 'x.json', file('x.json', '{"format":"other"}'))
  await reported('확인할 수 있는 파일이 아닙니다', 'empty', file('empty', ''))
  await reported('확인할 수 있는 파일이 아닙니다', 'large', file('large', `{${'x'.repeat(300_000)}`))
  await reported('파일이 중간에 끊겼습니다', `${lines.length - 3}번째 줄에서 끝납니다.`, file('cut.json', lines.slice(0, -3).join('\n')))
  await reported('파일이 손상되었습니다', '3번째 줄이 JSON이 아닙니다.', file('broken.json', lines.with(2, 'x').join('\n')))
  await reported('모든 기록이 서명된 그대로입니다', 'pretty.json', file('pretty.json', JSON.stringify(JSON.parse(text), null, 2)))
  await reported('목록 파일에서 확인점만 읽었습니다', 'JSON을 다운로드해 주세요.', file('a.html', await exportOf(wire, { format: 'html' })))
})

story(
  'the page is kept as a file, opened without a server or a network, and checks all the same',
  async ({ watched: { page, wire }, browser }) => {
    await allSigned(wire)
    await open(page)
    await page.getByRole('button', { name: '목록 다운로드' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: '확인용 페이지 (verify.html)' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('verify.html')
    const folder = await mkdtemp(path.join(os.tmpdir(), 'verify-'))
    const copy = path.join(folder, 'verify.html')
    await download.saveAs(copy)
    const text = await exportOf(wire)
    await writeFile(path.join(folder, 'history.json'), text)

    const context = await browser.newContext({ offline: true, locale: 'ko-KR' })
    const asked = requestsOf(context)
    const complaints: string[] = []
    context.on('console', (message) => complaints.push(message.text()))
    context.on('weberror', (error) => complaints.push(String(error.error())))
    const alone = await context.newPage()
    const choosing = alone.waitForEvent('filechooser')
    await alone.goto(pathToFileURL(copy).href)
    await expect(alone.getByRole('link')).toHaveCount(0)
    await tabTo(alone, alone.getByRole('button', { name: '파일 선택' }))
    await alone.keyboard.press('Enter')
    await (await choosing).setFiles(path.join(folder, 'history.json'))
    await expect(card(alone, '모든 기록이 서명된 그대로입니다')).toBeVisible()
    await expect(focused(alone)).toHaveAttribute('aria-label', '확인 결과')
    const tampered = changed(text, (all) => ({ ...all, entries: all.entries.toSpliced(1, 1) }))
    await drop(alone, file('history.json', tampered))
    await expect(card(alone, '빠진 기록이 있습니다')).toBeVisible()
    expect(asked).toEqual([pathToFileURL(copy).href])
    expect(complaints).toEqual([])
    // The page must not send data out.
    const tries = await alone.evaluate(async () => {
      const refused: string[] = []
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective))
      await fetch('http://127.0.0.1:9/').catch(() => undefined)
      await new Promise((resolve) => {
        const image = new Image()
        image.onerror = resolve
        image.src = 'http://127.0.0.1:9/x.png'
      })
      return refused
    })
    expect(tries).toEqual(['connect-src', 'img-src'])
    await context.close()
  },
)

story('a PDF is dropped, and the page reports whether it is unchanged since it was signed', async ({ watched: { page } }) => {
  const pdf = await PDF.load(makePdf(1))
  const key = await makeKey('봉인 서버')
  const sealed = Buffer.from((await pdf.sign({ signer: signerOf(key), signingTime: new Date() })).bytes)
  const hash = createHash('sha256').update(sealed).digest('hex')
  const asked = requestsOf(page.context())
  await page.goto('/verify')
  await drop(page, file('sealed.pdf', sealed))
  const good = card(page, '봉인된 뒤 바뀌지 않았습니다')
  await expect(good).toContainText('봉인 서버, KR')
  await expect(good).toContainText(hash.match(/.{4}/g)?.join(' ') ?? '-')
  await expect(results(page)).toBeFocused()
  const compare = good.getByRole('textbox', { name: '메일에 적힌 값과 비교' })
  await compare.fill(`SHA-256: ${hash}`)
  await expect(good.getByRole('status')).toContainText('메일에 적힌 파일과 같습니다.')
  await compare.fill(createHash('sha256').update(certificateDer(key)).digest('hex'))
  await expect(good.getByRole('status')).toContainText('인증서 지문이 같습니다.')
  await compare.fill('f'.repeat(64))
  await expect(good.getByRole('status')).toContainText('이 파일의 값도, 인증서의 지문도 아닙니다.')

  const touched = Buffer.from(sealed)
  touched[40] = (touched[40] ?? 0) ^ 1
  await drop(page, file('touched.pdf', touched))
  await expect(card(page, '봉인된 문서와 다릅니다')).toContainText('서명된 뒤에 문서가 바뀌었습니다.')
  await drop(page, file('longer.pdf', Buffer.concat([sealed, Buffer.from('\n1 0 obj\n<<>>\nendobj\n')])))
  await expect(card(page, '봉인된 뒤에 내용이 덧붙여졌습니다')).toHaveAttribute('data-tone', 'bad')
  await expect(good).toHaveCount(0)
  expect(asked).toEqual([new URL('/verify', page.url()).href])
})
