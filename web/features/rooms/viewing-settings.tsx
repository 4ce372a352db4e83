import { BookOpen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'

const loadDialog = () => import('./viewing-dialog.tsx')
const ViewingDialog = lazy(() => loadDialog().then((module) => ({ default: module.ViewingDialog })))

/** How documents are read in a room: a button, and what it opens. */
export function ViewingSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const preload = () => void loadDialog().catch(() => undefined)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={BookOpen}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        {t('room.viewing')}
      </Button>
      {isOpen && (
        <Suspense>
          <ViewingDialog roomId={roomId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
