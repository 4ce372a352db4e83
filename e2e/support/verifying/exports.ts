import type { Locator, Page } from '@playwright/test'
import { historyExport } from '../../../contract/proof/history-export.ts'
import type { WireClient } from '../../../server/test/harness/wire-client.ts'

export type Export = ReturnType<typeof historyExport.parse>

export const exportOf = async (
  wire: WireClient,
  body: Readonly<Record<string, unknown>> = {},
): Promise<string> =>
  (
    await wire.fetch('POST', `/room/api/room/roomActivity/export/${wire.me.roomId}`, {
      body: { format: 'json', ...body },
    })
  ).text()

export function changed(text: string, change: (whole: Export) => Export): string {
  const { entries, ...head } = change(historyExport.parse(JSON.parse(text)))
  return `${JSON.stringify(head).slice(0, -1)},"entries":[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}\n`
}

export const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(text),
})

export const drop = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files)

export const results = (page: Page): Locator => page.getByRole('region', { name: '확인 결과' })

export const card = (page: Page, title: string): Locator =>
  results(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
