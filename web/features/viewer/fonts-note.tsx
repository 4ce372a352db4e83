import './fonts-note.css'
import { useTranslation } from '../../lib/i18n.ts'

/** So many pages are named. */
const NAMED = 5

/**
 * That letters on these pages may be others than their author's. It stays once it is there, and covers none of them: a note that came and
 * went with the pages would move them under the reader's eyes.
 */
export function FontsNote({ pages }: { readonly pages: ReadonlySet<number> }) {
  const { t } = useTranslation()
  if (pages.size === 0) return null
  const numbers = [...pages].sort((a, b) => a - b)
  const named = numbers.slice(0, NAMED).join(', ')
  return (
    <p className="viewer-fonts meta" role="status">
      {t('viewer.fontsMissing', { pages: numbers.length > NAMED ? `${named}…` : named })}
    </p>
  )
}
