import { allSigned, choose, days, field, LIST, listed, log, NAME, open, option, rows, story, total } from './history-room.ts'
import { expect } from './server-fixture.ts'
import { tabTo } from './steps.ts'

story('the history tells who did what and when; its filter stands in the address [history-told]', async ({ watched: { page, wire } }) => {
  await wire.makeFolder('01 계약')
  await page.goto('/admin/upload')
  await page.getByRole('link', { name: '활동 내역' }).click()
  await expect(page).toHaveURL(/\/admin\/history$/)
  await expect(page.getByRole('link', { name: '활동 내역' })).toHaveAttribute('aria-current', 'page')
  await expect(log(page).getByRole('columnheader')).toHaveText(['일시', '이름', '직책', '이메일', '활동', '증명'])
  const folder = rows(page).filter({ hasText: '폴더 생성: 01 계약' })
  await expect(folder).toContainText(/\d{4}-\d\d-\d\d (오전|오후) \d\d:\d\d/)
  await expect(folder).toContainText('김운영')
  const opened = rows(page).last()
  await expect(opened).toContainText('시스템')
  await expect(opened).toContainText('데이터룸 개설: 시험 룸')
  await expect(opened, 'signed by now, or soon').toContainText('서명됨', { timeout: 20_000 })
  const all = (await listed(wire)).total

  await field(page, '사용자').click()
  const people = page.getByRole('listbox')
  await expect(people.getByRole('option')).toHaveText(['전체', '김운영', NAME])
  await expect(people.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  expect(await people.evaluate((list) => Number.parseFloat(getComputedStyle(list).maxHeight))).toBeCloseTo(11.9 * 16, 0)
  await option(page, NAME).click()
  await expect(page).toHaveURL(/\?user=\d+$/)
  await expect(rows(page).filter({ hasText: '김운영' })).toHaveCount(0)
  await expect(rows(page).first()).toContainText('과장')
  await choose(page, '종류', '로그인')
  await expect(page).toHaveURL(/type=login/)
  await expect(total(page, 2)).toBeVisible()
  await choose(page, '종류', '삭제')
  await expect(page.getByText('조건에 맞는 활동 내역이 없습니다.')).toBeVisible()
  await expect(total(page, 0)).toBeVisible()

  await page.reload()
  await expect(field(page, '종류')).toContainText('삭제')
  await expect(field(page, '사용자')).toContainText(NAME)
  await page.goBack()
  await expect(total(page, 2)).toBeVisible()
  await page.goBack()
  await expect(field(page, '종류')).toContainText('전체')
  await expect(page).not.toHaveURL(/type=/)
  await page.getByRole('button', { name: '조건 지우기' }).click()
  await expect(page).toHaveURL(/\/admin\/history$/)
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(all)
  await page.goto('/admin/history?user=0&type=gossip&from=yesterday')
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(all)
  await expect(field(page, '종류')).toContainText('전체')
})

story('a long history comes page by page, each entry once, and goes on where it failed', async ({ watched, strictness }) => {
  strictness.expectRefusals(/\/roomActivity\/list\/\d+$/)
  const { page, wire } = watched
  for (let number = 0; number < 70; number += 1) await wire.makeFolder(`폴더 ${number}`)
  const { total: all } = await listed(wire)
  let fails = false
  await page.route(LIST, (route) => {
    const url = new URL(route.request().url())
    if (fails && url.searchParams.has('cursor')) return route.abort()
    if (url.searchParams.get('limit') === '200') url.searchParams.set('limit', '30')
    return route.continue({ url: url.href })
  })
  await open(page)
  await expect(total(page, all)).toBeVisible()
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(30)
  expect(await rows(page).count(), 'no further than is looked at').toBeLessThan(all)

  fails = true
  await tabTo(page, log(page))
  await page.keyboard.press('End')
  await expect(page.getByText('이어지는 내역을 불러오지 못했습니다.')).toBeVisible({ timeout: 30_000 })
  fails = false
  await log(page).getByRole('button', { name: '다시 시도' }).click()
  await expect(async () => {
    await log(page).evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await expect(rows(page)).toHaveCount(all, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(log(page).getByRole('button')).toHaveCount(0)
  const made = await rows(page).filter({ hasText: '폴더 생성' }).allTextContents()
  expect(new Set(made.map((text) => /폴더 \d+/.exec(text)?.[0])).size).toBe(70)
  expect(made).toHaveLength(70)
})

story('a list that was near its end and far from it in one moment reads on', async ({ watched: { page, wire } }) => {
  for (let number = 0; number < 40; number += 1) await wire.makeFolder(`폴더 ${number}`)
  const { total: all } = await listed(wire)
  // A browser under load tells of several moments at once, the oldest first.
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(notify: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(
          (entries, observer) => notify([{ ...entries[0], isIntersecting: false } as IntersectionObserverEntry, ...entries], observer),
          options,
        )
      }
    }
  })
  await page.route(LIST, (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.get('limit') === '200') url.searchParams.set('limit', '5')
    return route.continue({ url: url.href })
  })
  await open(page)
  await expect(total(page, all)).toBeVisible()
  await expect.poll(() => rows(page).count(), 'as far as is looked at').toBeGreaterThan(15)
  expect(await rows(page).count()).toBeLessThan(all)
})

story('what is written meanwhile is offered and pushes nothing away', async ({ watched: { page, wire } }) => {
  await page.clock.install()
  await open(page)
  const refresh = page.getByRole('button', { name: '새로 고침' })
  await expect(refresh).toBeVisible()
  const before = await rows(page).count()
  await wire.makeFolder('새 폴더 하나')
  await page.clock.fastForward('00:16')
  const offer = page.getByRole('button', { name: '새 내역 1건 보기' })
  await expect(offer).toBeVisible()
  await expect(rows(page)).toHaveCount(before)
  await expect(rows(page).filter({ hasText: '새 폴더 하나' })).toHaveCount(0)
  await offer.click()
  await expect(rows(page).first()).toContainText('폴더 생성: 새 폴더 하나')
  await expect(refresh).toBeVisible()
  await expect(rows(page)).toHaveCount(before + 1)
})

story('a day of the daily log shows that day alone, and all days by a second press [history-days]', async ({ watched: { page, wire } }) => {
  await allSigned(wire)
  const { total: all } = await listed(wire)
  await page.goto('/admin/history?from=2020-01-01&to=2020-01-02')
  await expect(page.getByText('조건에 맞는 활동 내역이 없습니다.')).toBeVisible()
  const day = days(page).getByRole('button')
  await expect(day).toHaveCount(1)
  const today = (await day.locator('span').first().textContent()) ?? ''
  await expect(day).toContainText(/외 1명/)
  await expect(day).toContainText(`${all}건`)
  await expect(days(page).locator('p').last()).toHaveText(`데이터룸 개설일${today}`)
  await day.click()
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}$`))
  await expect(day).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page)).toHaveCount(all)
  await expect(page.getByRole('button', { name: '오늘', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await day.click()
  await expect(page).toHaveURL(/\/admin\/history$/)
  await page.getByRole('button', { name: '7일', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`to=${today}$`))
  await expect(rows(page)).toHaveCount(all)

  await page.setViewportSize({ width: 900, height: 900 })
  await expect(days(page)).toHaveCount(0)
  await page.getByRole('button', { name: '일별 활동' }).click()
  const drawer = page.getByRole('dialog', { name: '일별 활동' })
  await drawer.getByRole('button').first().click()
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}$`))
})

story('an entry that was changed in the database is seen, and the others stay signed', async ({ watched, room, rooms }) => {
  const { page, wire } = watched
  await wire.makeFolder('가')
  await wire.makeFolder('나')
  await allSigned(wire)
  await open(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(rows(page).filter({ hasText: '불일치' })).toHaveCount(0)

  await rooms.falsify(room.roomId, 'document.folder-created', 'document.viewed')
  await page.getByRole('button', { name: '새로 고침' }).click()
  const broken = rows(page).filter({ hasText: '불일치' })
  await expect(broken).toHaveCount(1)
  await expect(broken).toContainText('열람: 나')
  await expect(page.getByRole('alert')).toContainText('표시된 내역 가운데 1건이 서명된 기록과 다릅니다.')
  await expect(page.getByRole('alert')).toContainText('데이터베이스에 있는 기록이 나중에 바뀌었거나')
  await expect(rows(page).filter({ hasText: '폴더 생성: 가' })).toContainText('서명됨')
})

story('keys alone filter, choose a day, read on and save', async ({ watched: { page, wire } }) => {
  await allSigned(wire)
  await open(page)
  await tabTo(page, field(page, '사용자'))
  await page.keyboard.press('Enter')
  await expect(option(page, '전체')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(field(page, '사용자')).toBeFocused()
  await expect(field(page, '사용자')).toContainText(NAME)
  await expect(rows(page).filter({ hasText: '김운영' })).toHaveCount(0)
  await tabTo(page, page.getByRole('button', { name: '오늘', exact: true }))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/from=/)
  await expect(page.getByRole('button', { name: '오늘', exact: true })).toBeFocused()
  await tabTo(page, log(page))
  await tabTo(page, days(page).getByRole('button').first())
  await expect(days(page).getByRole('button').first()).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/from=/)
  await tabTo(page, page.getByRole('button', { name: '목록 다운로드' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'HTML 문서' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  await expect(page.getByRole('button', { name: '목록 다운로드' })).toBeFocused()
})
