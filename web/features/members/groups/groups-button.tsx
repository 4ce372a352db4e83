import { UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useReturn } from '../use-return.ts'
import { useViewAs } from '../view-as-context.ts'

const load = () => import('./groups-dialog.tsx')
const preload = () => void load().catch(() => undefined)
const GroupsDialog = lazy(() => load().then((module) => ({ default: module.GroupsDialog })))

export function GroupsButton({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const [isOpen, setOpen] = useState(false)
  const { returnedFrom, onReturned } = useViewAs()
  const ref = useReturn(returnedFrom !== undefined && 'groupId' in returnedFrom, onReturned)
  const behaviour = { ref, onPointerEnter: preload, onFocus: preload, onClick: () => setOpen(true) }
  return (
    <>
      {isNarrow ? (
        <IconButton variant="plain" icon={UsersRound} label={t('groups.manage')} {...behaviour} />
      ) : (
        <Button icon={UsersRound} {...behaviour}>
          {t('groups.manage')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <GroupsDialog roomId={roomId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
