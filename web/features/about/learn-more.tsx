import './learn-more.css'
import { ArrowRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'

const loadDialog = () => import('./about-dialog.tsx')
const AboutDialog = lazy(() => loadDialog().then((module) => ({ default: module.AboutDialog })))

export function LearnMore() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const preload = () => void loadDialog().catch(() => undefined)
  return (
    <>
      <button
        type="button"
        className="learn-more"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        {t('login.more')}
        <ArrowRight />
      </button>
      {isOpen && (
        <Suspense>
          <AboutDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
