import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { atEnd, invite, makePdf, openApp } from '../../test/app.tsx'
import {
  allSigned,
  days,
  entries,
  listed,
  log,
  openHistory,
  total,
  watchedRoom,
} from '../../test/history.ts'
import '../../test/locating.ts'
import { focus } from '../../test/steps.ts'

function changeListCalls(change: (url: URL) => URL | undefined): void {
  const original = window.fetch
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (!/\/room\/api\/room\/roomActivity\/list\/\d+$/.test(url.pathname))
      return original(input, init)
    const changed = change(url)
    return changed ? original(changed, init) : Promise.reject(new TypeError('Failed to fetch'))
  }
  atEnd(() => {
    window.fetch = original
  })
}

function inPagesOf(limit: number, url: URL): URL {
  if (url.searchParams.get('limit') === '200') url.searchParams.set('limit', String(limit))
  return url
}

const count = (): number => entries().elements().length

test('a long history comes page by page, each entry once, and goes on where it failed', async () => {
  const { wire } = await watchedRoom()
  await wire.makeFolders(Array.from({ length: 70 }, (_, number) => `폴더 ${number}`))
  const { total: all } = await listed(wire)
  let fails = false
  changeListCalls((url) =>
    fails && url.searchParams.has('cursor') ? undefined : inPagesOf(30, url),
  )
  await openHistory(wire)
  await expect.element(total(all)).toBeVisible()
  await expect.poll(count).toBeGreaterThanOrEqual(30)
  expect(count(), 'no further than is looked at').toBeLessThan(all)

  fails = true
  await focus(log())
  await commands.press('End')
  await expect
    .element(page.getByText('이어지는 내역을 불러오지 못했습니다.'), { timeout: 20_000 })
    .toBeVisible()
  fails = false
  await log().getByRole('button', { name: '다시 시도' }).click()
  const toTheEnd = () => {
    log().element().scrollTo(0, log().element().scrollHeight)
    return count()
  }
  await expect.poll(toTheEnd, { timeout: 20_000, interval: 100 }).toBe(all)
  await expect.element(log().getByRole('button')).toHaveLength(0)
  const made = entries()
    .elements()
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.includes('폴더 생성'))
  expect(new Set(made.map((text) => /폴더 \d+/.exec(text)?.[0])).size).toBe(70)
  expect(made).toHaveLength(70)
})

test('a list that was near its end and far from it in one moment reads on', async () => {
  const { wire } = await watchedRoom()
  await wire.makeFolders(Array.from({ length: 40 }, (_, number) => `폴더 ${number}`))
  const { total: all } = await listed(wire)
  // A browser under load reports several changes at once, oldest first.
  const original = window.IntersectionObserver
  window.IntersectionObserver = class extends original {
    constructor(notify: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(
        (reported, observer) =>
          notify(
            [{ ...reported[0], isIntersecting: false } as IntersectionObserverEntry, ...reported],
            observer,
          ),
        options,
      )
    }
  }
  atEnd(() => {
    window.IntersectionObserver = original
  })
  changeListCalls((url) => inPagesOf(5, url))
  await openHistory(wire)
  await expect.element(total(all)).toBeVisible()
  await expect.poll(count, { message: 'as far as is looked at' }).toBeGreaterThan(15)
  expect(count()).toBeLessThan(all)
})

test('a reading is one row that names its pages, grows where it stands, and opens into its entries with their proofs', async () => {
  const { wire } = await watchedRoom()
  await wire.upload([['감사보고서.pdf', await makePdf(20)]])
  const [file] = await wire.items()
  const reader = await invite(wire, { name: '박독자' })
  const { name } = await reader.client.openDocument(file?.id ?? 0)
  const read = async (number: number) => {
    const seenAt = performance.now()
    await expect
      .poll(() => performance.now() - seenAt, { message: 'a second with the page' })
      .toBeGreaterThan(1_200)
    await reader.client.report({ type: 'view', name, page: number, seconds: 1 })
  }
  await read(12)
  await allSigned(wire)
  atEnd(() => void vi.useRealTimers())
  const { total: all } = await listed(wire)
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  await openHistory(wire)
  await expect.element(total(all)).toBeVisible()
  await expect.element(entries()).toHaveLength(all)
  const reading = entries().filter({ hasText: '열람 시간' })
  await expect.element(reading).toHaveLength(1)
  await expect.element(reading).toHaveTextContent('열람 시간: 감사보고서.pdf (12쪽, 1초)')
  const toggle = reading.first().getByRole('button', { name: '기록 2건' })
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')

  await toggle.click()
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect.element(entries()).toHaveLength(all + 2)
  const parts = log().getByCss('.activity-part')
  await expect.element(parts.first()).toHaveTextContent('(12쪽, 1초)')
  await expect.element(parts.last()).toHaveTextContent('열람: 감사보고서.pdf')
  await expect.element(parts.last()).toHaveTextContent('서명됨')

  await wire.makeFolder('새 폴더')
  await read(13)
  await vi.advanceTimersByTimeAsync(16_000)
  await expect.element(reading.first()).toHaveTextContent('(12–13쪽, 2초)')
  await expect.element(parts).toHaveLength(3)
  await expect.element(entries()).toHaveLength(all + 3)
  await expect.element(page.getByRole('button', { name: '새 내역 1건 보기' })).toBeVisible()
  await reading.first().getByRole('button', { name: '기록 3건' }).click()
  await expect.element(parts).toHaveLength(0)
})

test('what is written meanwhile is offered and pushes nothing away', async () => {
  const { wire } = await watchedRoom()
  atEnd(() => void vi.useRealTimers())
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  await openHistory(wire)
  const refresh = page.getByRole('button', { name: '새로 고침' })
  await expect.element(refresh).toBeVisible()
  const before = count()
  await wire.makeFolder('새 폴더 하나')
  await vi.advanceTimersByTimeAsync(16_000)
  const offer = page.getByRole('button', { name: '새 내역 1건 보기' })
  await expect.element(offer).toBeVisible()
  await expect.element(entries()).toHaveLength(before)
  await expect.element(entries().filter({ hasText: '새 폴더 하나' })).toHaveLength(0)
  await offer.click()
  await expect.element(entries().first()).toHaveTextContent('폴더 생성: 새 폴더 하나')
  await expect.element(refresh).toBeVisible()
  await expect.element(entries()).toHaveLength(before + 1)
})

test('a day of the daily log shows that day alone, and all days by a second press [history-days]', async () => {
  const { wire } = await watchedRoom()
  await allSigned(wire)
  const { total: all } = await listed(wire)
  const app = await openApp('/admin/history?from=2020-01-01&to=2020-01-02', wire)
  await expect.element(page.getByText('조건에 맞는 활동 내역이 없습니다.')).toBeVisible()
  const day = days().getByRole('button')
  await expect.element(day).toHaveLength(1)
  const today = day.element().querySelector('span')?.textContent ?? ''
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/)
  await expect.element(day).toHaveTextContent(/외 1명/)
  await expect.element(day).toHaveTextContent(`${all}건`)
  await expect
    .element(days().getByCss('p').last())
    .toHaveTextContent(new RegExp(`^데이터룸 개설일${today}$`))
  await day.click()
  await expect.poll(app.address).toMatch(new RegExp(`from=${today}&to=${today}$`))
  await expect.element(day).toHaveAttribute('aria-pressed', 'true')
  await expect.element(entries()).toHaveLength(all)
  await expect
    .element(page.getByRole('button', { name: '오늘', exact: true }))
    .toHaveAttribute('aria-pressed', 'true')
  await day.click()
  await expect.poll(app.address).toBe('/admin/history')
  await page.getByRole('button', { name: '7일', exact: true }).click()
  await expect.poll(app.address).toMatch(new RegExp(`to=${today}$`))
  await expect.element(entries()).toHaveLength(all)

  await page.viewport(900, 900)
  await expect.element(days()).not.toBeInTheDocument()
  await page.getByRole('button', { name: '일별 활동' }).click()
  const drawer = page.getByRole('dialog', { name: '일별 활동' })
  await drawer.getByRole('button').first().click()
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.poll(app.address).toMatch(new RegExp(`from=${today}&to=${today}$`))
})

test('an entry that was changed in the database is seen, and the others stay signed', async () => {
  const { wire, roomId } = await watchedRoom()
  await wire.makeFolder('가')
  await wire.makeFolder('나')
  await allSigned(wire)
  await openHistory(wire)
  const alert = page.getByRole('alert')
  await expect.element(alert).not.toBeInTheDocument()
  const broken = entries().filter({ hasText: '불일치' })
  await expect.element(broken).toHaveLength(0)

  await commands.rooms('falsify', roomId, 'document.folder-created', 'document.viewed')
  await page.getByRole('button', { name: '새로 고침' }).click()
  await expect.element(broken).toHaveLength(1)
  await expect.element(broken).toHaveTextContent('열람: 나')
  await expect.element(alert).toHaveTextContent('표시된 내역 가운데 1건이 서명된 기록과 다릅니다.')
  await expect.element(alert).toHaveTextContent('데이터베이스에 있는 기록이 나중에 바뀌었거나')
  await expect.element(entries().filter({ hasText: '폴더 생성: 가' })).toHaveTextContent('서명됨')
})
