import './view-as-frame.css'
import { useNavigate } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { ViewRecord } from '../../features/session/index.ts'
import { dayOf } from '../../lib/format.ts'
import { type Translate, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useApp, useView } from '../use-app.ts'

type ViewedGroup = Extract<ViewRecord['viewAs'], { groupId: number }>

export function ViewAsFrame({ children }: { readonly children: ReactNode }) {
  const view = useView()
  if (!view) return children
  return (
    <div className="view-as">
      <ViewAsBar viewed={view.viewAs} />
      {children}
    </div>
  )
}

function ViewAsBar({ viewed }: { readonly viewed: ViewRecord['viewAs'] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const title = t('groupId' in viewed ? 'view.group' : 'view.bar', { name: viewed.name })
  const limits = 'groupId' in viewed ? limitsText(t, viewed) : undefined
  const text = [title, t('view.readOnly'), ...(limits ?? [])].join(' · ')
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(text), [text])
  return (
    <section className="view-as-bar" data-above aria-label={t('view.label')}>
      <Eye />
      <p className="view-as-text">
        <span className="view-as-name ellipsis">{title}</span>
        <span>{t('view.readOnly')}</span>
        {limits && <span className="view-as-limits ellipsis">{limits.join(' · ')}</span>}
        <span className="view-as-logged">{t('view.logged')}</span>
      </p>
      <p className="hidden" role="status">
        {said}
      </p>
      <Button size="small" onClick={() => void navigate({ to: '/admin/invitation' })}>
        {t('view.end')}
      </Button>
    </section>
  )
}

/** The limits apply to the group's people, not this view. */
function limitsText(t: Translate, { from, until, networks }: ViewedGroup): string[] | undefined {
  const limits = [
    ...(from === undefined ? [] : [t('view.from', { day: dayOf(from) })]),
    ...(until === undefined ? [] : [t('view.until', { day: dayOf(Date.parse(until) - 1) })]),
    ...(networks.length === 0 ? [] : [t('view.networks', { list: networks.join(', ') })]),
  ]
  return limits.length === 0 ? undefined : [...limits, t('view.notApplied')]
}

export function ViewAsReturn() {
  const { views } = useApp()
  const navigate = useNavigate()
  const toast = useToast()
  const left = useSyncExternalStore(views.subscribe, views.left)
  const leaveView = useEffectEvent((reason: string) => {
    views.report()
    toast(reason)
    void navigate({ to: '/admin/invitation', replace: true })
  })
  useEffect(() => {
    if (left?.reason !== undefined) leaveView(left.reason)
  }, [left])
  return null
}
