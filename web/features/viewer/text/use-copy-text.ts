import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/toasts.tsx'
import type { PageText } from '../lease.ts'
import type { PageFacts } from '../page-facts.ts'
import { documentText } from './document-text.ts'

/** Asked for at once, with the text to come: long after the key no browser lets anybody write. */
async function write(text: Promise<string> | string): Promise<void> {
  const blob = Promise.resolve(text).then((words) => new Blob([words], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

/** Puts text of a document on the clipboard, and says how it went. */
export function useCopyText(pageCount: number) {
  const { t } = useTranslation()
  const toast = useToast()
  return {
    async selected(text: string): Promise<void> {
      try {
        await write(text)
        toast(t('viewer.copied'))
      } catch {
        toast(t('viewer.copyFailed'))
      }
    },
    /** The whole document, as far as it is copied at once. */
    async all(facts: PageFacts<PageText>): Promise<void> {
      const failing = new AbortController()
      try {
        const all = documentText(pageCount, (page) => facts.get(page, failing.signal))
        await write(all.then(({ text }) => text))
        const { pages } = await all
        toast(pages < pageCount ? t('viewer.copiedPart', { pages, total: pageCount }) : t('viewer.copiedAll'))
      } catch {
        failing.abort()
        toast(t('viewer.copyAllFailed'))
      }
    },
  }
}
