import { ListFilter } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { MembersView } from '../members-view.ts'

const loadMenu = () => import('./view-menu.tsx')
const preloadMenu = () => void loadMenu().catch(() => undefined)
const ViewMenu = lazy(() => loadMenu().then((module) => ({ default: module.ViewMenu })))

interface ViewButtonProps {
  readonly view: MembersView
  readonly onView: (view: MembersView) => void
}

export function ViewButton({ view, onView }: ViewButtonProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<Element>()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const isAll = view.filter === 'all'
  const shown = isAll ? t('members.view') : t(`members.${view.filter}`)
  const label = isAll ? shown : `${shown}, ${t('members.view')}`
  const behaviour = {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== undefined,
    onPointerEnter: preloadMenu,
    onFocus: preloadMenu,
    onClick: ({ currentTarget }: MouseEvent) => setAnchor(currentTarget),
  } as const
  return (
    <>
      {isNarrow && isAll ? (
        <IconButton
          variant="plain"
          icon={ListFilter}
          label={label}
          tip={t('members.view')}
          {...behaviour}
        />
      ) : (
        <Button icon={ListFilter} aria-label={label} data-tip={t('members.view')} {...behaviour}>
          {shown}
        </Button>
      )}
      {anchor && (
        <Suspense>
          <ViewMenu
            anchor={anchor}
            view={view}
            onView={onView}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
