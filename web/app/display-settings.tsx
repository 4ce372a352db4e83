import { Settings2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { IconButton } from '../ui/button.tsx'

const loadMenu = () => import('./display-menu.tsx')
const DisplayMenu = lazy(() => loadMenu().then((module) => ({ default: module.DisplayMenu })))

/** Language and theme. */
export function DisplaySettings() {
  const { t } = useTranslation()
  const [button, setButton] = useState<Element>()
  return (
    <>
      <IconButton
        icon={Settings2}
        label={t('app.display')}
        aria-haspopup="menu"
        aria-expanded={button !== undefined}
        onPointerEnter={() => void loadMenu().catch(() => undefined)}
        onClick={({ currentTarget }) => setButton(currentTarget)}
      />
      {button && (
        <Suspense>
          <DisplayMenu anchor={button} onClose={() => setButton(undefined)} />
        </Suspense>
      )}
    </>
  )
}
