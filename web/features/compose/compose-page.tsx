import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { PDF_OPTIONS } from '../../lib/pdf.ts'
import { useTitle } from '../../lib/use-title.ts'

interface ComposePageProps {
  readonly caller: { readonly roomId: number; readonly email: string }
  /** Language and theme. */
  readonly settings: ReactNode
}

/** Where documents are composed and sent to be signed. */
export function ComposePage({ settings }: ComposePageProps) {
  const { t } = useTranslation()
  useTitle(t('compose.title'), t('app.title'))
  return (
    <main id="main" tabIndex={-1} data-cmaps={PDF_OPTIONS.cMapUrl}>
      {settings}
    </main>
  )
}
