import { expect, test } from '../support/server-fixture.ts'
import { createStrictness } from './strictness.ts'

test('the watch over all stories hears broken scripts, violated policies, foreign requests and refusals that were not expected', async ({
  browser,
  url,
}) => {
  const strictness = createStrictness(url)
  strictness.expectRefusals(/^\/expected$/)
  const context = await browser.newContext({ baseURL: url })
  await strictness.watch(context)
  const page = await context.newPage()
  await page.goto('/login')
  expect(strictness.faults()).toEqual([])

  const heard = (pattern: RegExp) =>
    expect.poll(() => strictness.faults().join('\n')).toMatch(pattern)
  await page.evaluate(() => {
    setTimeout(() => JSON.parse('{'))
    setTimeout(() => {
      document.body.innerHTML = '<b>markup</b>'
    })
  })
  await heard(/^broken: SyntaxError/m)
  await heard(/require-trusted-types-for violated by .*markup/)
  await page.evaluate(() => fetch('http://127.0.0.1:9/').catch(() => undefined))
  await heard(/connect-src violated by http:\/\/127\.0\.0\.1:9/)
  await page.evaluate(() => Promise.all([fetch('/expected'), fetch('/unexpected')]))
  await heard(/404 .*\/unexpected\)/)
  expect(strictness.faults().join('\n')).not.toContain('/expected)')

  await page.goto(url.replace('127.0.0.1', 'localhost')).catch(() => undefined)
  await heard(/request to http:\/\/localhost/)
  await context.close()
})
