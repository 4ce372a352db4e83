import {
  BookOpen,
  EyeOff,
  Gauge,
  KeyRound,
  ListOrdered,
  type LucideIcon,
  Mail,
  ShieldCheck,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'

interface SettingsButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly look?: { readonly variant: 'quiet'; readonly size: 'small' }
  readonly load: () => Promise<unknown>
  readonly dialog: (onClose: () => void) => ReactNode
}

export function SettingsButton({ icon, label, look, load, dialog }: SettingsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const preload = () => void load().catch(() => undefined)
  const behaviour = {
    'aria-haspopup': 'dialog',
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setOpen(true),
  } as const
  return (
    <>
      {look ? (
        <Button {...look} icon={icon} {...behaviour}>
          {label}
        </Button>
      ) : (
        <ToolButton icon={icon} label={label} {...behaviour} />
      )}
      {isOpen && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  )
}

const loadEntering = () => import('./entering-dialog.tsx')
const EnteringDialog = lazy(() =>
  loadEntering().then((module) => ({ default: module.EnteringDialog })),
)

export function EnteringSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={ShieldCheck}
      label={t('room.entering')}
      load={loadEntering}
      dialog={(onClose) => <EnteringDialog roomId={roomId} onClose={onClose} />}
    />
  )
}

const loadSignOn = () => import('./sign-on-dialog.tsx')
const SignOnDialog = lazy(() => loadSignOn().then((module) => ({ default: module.SignOnDialog })))

export function SignOnSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={KeyRound}
      label={t('signOnRoom.title')}
      load={loadSignOn}
      dialog={(onClose) => <SignOnDialog roomId={roomId} onClose={onClose} />}
    />
  )
}

const loadReadingLimits = () => import('./reading-limits-dialog.tsx')
const ReadingLimitsDialog = lazy(() =>
  loadReadingLimits().then((module) => ({ default: module.ReadingLimitsDialog })),
)

export function ReadingLimitsSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={Gauge}
      label={t('room.readingLimits')}
      load={loadReadingLimits}
      dialog={(onClose) => <ReadingLimitsDialog roomId={roomId} onClose={onClose} />}
    />
  )
}

const loadReporting = () => import('./reporting-dialog.tsx')
const ReportingDialog = lazy(() =>
  loadReporting().then((module) => ({ default: module.ReportingDialog })),
)

export function ReportingSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={Mail}
      label={t('room.reporting')}
      load={loadReporting}
      dialog={(onClose) => <ReportingDialog roomId={roomId} onClose={onClose} />}
    />
  )
}

const loadViewing = () => import('./viewing-dialog.tsx')
const ViewingDialog = lazy(() =>
  loadViewing().then((module) => ({ default: module.ViewingDialog })),
)

export function ViewingSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={BookOpen}
      label={t('room.viewing')}
      look={{ variant: 'quiet', size: 'small' }}
      load={loadViewing}
      dialog={(onClose) => <ViewingDialog roomId={roomId} onClose={onClose} />}
    />
  )
}

const loadPublishing = () => import('./publishing-dialog.tsx')
const PublishingDialog = lazy(() =>
  loadPublishing().then((module) => ({ default: module.PublishingDialog })),
)

export function PublishingSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={EyeOff}
      label={t('room.publishing')}
      load={loadPublishing}
      dialog={(onClose) => <PublishingDialog roomId={roomId} onClose={onClose} />}
    />
  )
}

const loadNumbering = () => import('./numbering-dialog.tsx')
const NumberingDialog = lazy(() =>
  loadNumbering().then((module) => ({ default: module.NumberingDialog })),
)

export function NumberingSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={ListOrdered}
      label={t('room.numbering')}
      look={{ variant: 'quiet', size: 'small' }}
      load={loadNumbering}
      dialog={(onClose) => <NumberingDialog roomId={roomId} onClose={onClose} />}
    />
  )
}
