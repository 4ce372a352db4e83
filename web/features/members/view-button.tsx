import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import type { MembersView } from './members-view.ts'

const loadMenu = () => import('./view-menu.tsx')
const preloadMenu = () => void loadMenu().catch(() => undefined)
const ViewMenu = lazy(() => loadMenu().then((module) => ({ default: module.ViewMenu })))

interface ViewButtonProps {
  readonly view: MembersView
  readonly onView: (view: MembersView) => void
}

/** Says whom the list shows, and opens the choice. */
export function ViewButton({ view, onView }: ViewButtonProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<Element>()
  // A filter is named; without one the button says what it is for.
  const shown = view.filter === 'all' ? t('members.view') : t(`members.${view.filter}`)
  return (
    <>
      <Button
        icon={ListFilter}
        aria-label={view.filter === 'all' ? shown : `${shown}, ${t('members.view')}`}
        data-tip={t('members.view')}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {shown}
      </Button>
      {anchor && (
        <Suspense>
          <ViewMenu anchor={anchor} view={view} onView={onView} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </>
  )
}
