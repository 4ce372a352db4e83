import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/dialog/drawer.tsx'

export function EditorSide({
  isPlacing,
  children,
}: {
  readonly isPlacing: boolean
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  const hasSide = useMediaQuery('(min-width: 1024px)')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isPlacing) setOpen(false)
  }, [isPlacing])
  if (hasSide) {
    return (
      <aside className="editor-side" aria-label={t('compose.tools')}>
        {children}
      </aside>
    )
  }
  return (
    <>
      <span className="editor-tools-button">
        <Button icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('compose.tools')}
        </Button>
      </span>
      {isOpen && (
        <Drawer label={t('compose.tools')} onDismiss={() => setOpen(false)}>
          {children}
        </Drawer>
      )}
    </>
  )
}
