import { afterAll, beforeAll, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { expectAllPages } from '../../../test/scenarios/downloads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('the marked copy of a PDF of 2,000 pages has them all', { timeout: 120_000 }, () => expectAllPages(app, 2_000))
