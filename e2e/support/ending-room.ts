import type { Locator, Page } from '@playwright/test'
import { ROLE } from '../../contract/core/limits.ts'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { sessionOf } from './furnished-room.ts'
import { test as base, type StoryBrowserOptions } from './server-fixture.ts'

interface Somebody {
  readonly email: string
  readonly pin: string
  readonly code: string
}

interface Ending {
  readonly wire: WireClient
  readonly participant: Somebody
  readonly second: Somebody
  open(who: 'first' | 'second' | 'participant', options?: StoryBrowserOptions): Promise<Page>
}

/** The server may refuse these at the session's end. */
export const AT_THE_END =
  /\/room\/api\/(room\/(events|guides|(info|ending)\/\d+)|archive\/list\/\d+)$/

/** The operators have a week of seniority; the participant may download. */
export const story = base.extend<{ ending: Ending }>({
  ending: async ({ openBrowser, url, room, rooms, mailbox }, use) => {
    const wire = await enterAsOperator(url, room)
    await wire.upload([['01 계약/계약서.pdf', makePdf(2, 'DOCUMENT')]])
    const [email, other] = ['reader', 'second'].map(
      (who) => `${who}-${room.roomId}@ending.example`,
    ) as [string, string]
    const invited = await wire.invite([
      { name: '이참여', email },
      { name: '박운영', email: other },
    ])
    const [reader, operator] = invited.json.payload as readonly { id: number }[]
    await wire.setRight(reader?.id ?? 0, 'download', true)
    await wire.setRole(operator?.id ?? 0, ROLE.operator)
    await rooms.ageOperators(room.roomId)
    const participant = { email, pin: await mailbox.pinFor(email), code: '' }
    const second = {
      email: other,
      pin: await mailbox.pinFor(other),
      code: await mailbox.codeFor(other),
    }
    const keys = { first: room, second, participant }
    await use({
      ...{ wire, participant, second },
      async open(who, options = {}) {
        const { pin, code } = keys[who]
        const session = await sessionOf(url, pin, { code })
        return (
          await openBrowser({ session, viewport: { width: 1440, height: 900 }, ...options })
        ).newPage()
      },
    })
  },
})

export const part = (page: Page, name: '단계' | '종료 예약' | '보관본' | '파기'): Locator =>
  page.getByRole('region', { name, exact: true })

export const banner = (page: Page): Locator => page.getByRole('region', { name: '데이터룸 상태' })

export const present = (page: Page): Locator => part(page, '단계').locator('[aria-current=step]')

export async function openEnding(page: Page): Promise<void> {
  await page.goto('/admin/ending')
  await present(page).waitFor()
}
