import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { expectNothingChanged } from '../../test/harness/holdings.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { uploadPdf } from '../../test/scenarios/composing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('a PDF that is uploaded to be signed is refused where it is larger than 300 MB, and leaves nothing', {
  timeout: 300_000,
}, async () => {
  const room = await app.room()
  const large = Buffer.concat([makePdf(1), Buffer.alloc(LIMITS.uploadBytes)])
  const refused = await expectNothingChanged(app, room.roomId, () =>
    uploadPdf(room.operator, large),
  )
  expect(refused).toMatchObject({ http: 413, json: { code: 'TOO_LARGE' } })
})
