import './view-as-frame.css'
import { useNavigate } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useApp, useView } from '../use-app.ts'

export function ViewAsFrame({ children }: { readonly children: ReactNode }) {
  const view = useView()
  if (!view) return children
  return (
    <div className="view-as">
      <ViewAsBar name={view.viewAs.name} />
      {children}
    </div>
  )
}

function ViewAsBar({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const text = `${t('view.bar', { name })} · ${t('view.readOnly')}`
  // Screen readers do not announce initial content.
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(text), [text])
  return (
    <section className="view-as-bar" data-above aria-label={t('view.label')}>
      <Eye />
      <p className="view-as-text">
        <span className="view-as-name ellipsis">{t('view.bar', { name })}</span>
        <span>{t('view.readOnly')}</span>
        <span className="view-as-logged">{t('view.logged')}</span>
      </p>
      <p className="hidden" role="status">
        {said}
      </p>
      {/* The operator area ends the view. */}
      <Button size="small" onClick={() => void navigate({ to: '/admin/invitation' })}>
        {t('view.end')}
      </Button>
    </section>
  )
}

/** Explains why this tab's view ended by itself. */
export function ViewAsReturn() {
  const { views } = useApp()
  const navigate = useNavigate()
  const toast = useToast()
  const left = useSyncExternalStore(views.subscribe, views.left)
  const lead = useEffectEvent((reason: string) => {
    views.report()
    toast(reason)
    void navigate({ to: '/admin/invitation', replace: true })
  })
  useEffect(() => {
    if (left?.reason !== undefined) lead(left.reason)
  }, [left])
  return null
}
