import { createHash } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PDF } from '@libpdf/core'
import type { BrowserContext } from '@playwright/test'
import { historyExport } from '../../contract/proof/history-export.ts'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { certificateDer, makeKey, signerOf } from '../../web/test/sample-signer.ts'
import { allSigned, open, story } from '../support/history-room.ts'
import { expect } from '../support/server-fixture.ts'
import { focused, tabTo } from '../support/steps.ts'
import { card, changed, drop, exportOf, file, results } from '../support/verifying/exports.ts'

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
    await expect(good).toContainText(
      `기록 ${entries.length}건이 빠짐없이 있고, 서명된 뒤 바뀐 것이 없습니다.`,
    )
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
  await reported(
    '확인할 수 있는 파일이 아닙니다',
    'large',
    file('large', `{${'x'.repeat(300_000)}`),
  )
  await reported(
    '파일이 중간에 끊겼습니다',
    `${lines.length - 3}번째 줄에서 끝납니다.`,
    file('cut.json', lines.slice(0, -3).join('\n')),
  )
  await reported(
    '파일이 손상되었습니다',
    '3번째 줄이 JSON이 아닙니다.',
    file('broken.json', lines.with(2, 'x').join('\n')),
  )
  await reported(
    '모든 기록이 서명된 그대로입니다',
    'pretty.json',
    file('pretty.json', JSON.stringify(JSON.parse(text), null, 2)),
  )
  await reported(
    '목록 파일에서 확인점만 읽었습니다',
    'JSON을 다운로드해 주세요.',
    file('a.html', await exportOf(wire, { format: 'html' })),
  )
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
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        refused.push(effectiveDirective),
      )
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

story(
  'a PDF is dropped, and the page reports whether it is unchanged since it was signed',
  async ({ watched: { page } }) => {
    const pdf = await PDF.load(makePdf(1))
    const key = await makeKey('봉인 서버')
    const sealed = Buffer.from(
      (await pdf.sign({ signer: signerOf(key), signingTime: new Date() })).bytes,
    )
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
    await expect(good.getByRole('status')).toContainText(
      '이 파일의 값도, 인증서의 지문도 아닙니다.',
    )

    const touched = Buffer.from(sealed)
    touched[40] = (touched[40] ?? 0) ^ 1
    await drop(page, file('touched.pdf', touched))
    await expect(card(page, '봉인된 문서와 다릅니다')).toContainText(
      '서명된 뒤에 문서가 바뀌었습니다.',
    )
    await drop(
      page,
      file('longer.pdf', Buffer.concat([sealed, Buffer.from('\n1 0 obj\n<<>>\nendobj\n')])),
    )
    await expect(card(page, '봉인된 뒤에 내용이 덧붙여졌습니다')).toHaveAttribute(
      'data-tone',
      'bad',
    )
    await expect(good).toHaveCount(0)
    expect(asked).toEqual([new URL('/verify', page.url()).href])
  },
)
