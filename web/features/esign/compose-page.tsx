import './compose.css'
import { ArrowLeft, FileUp, Menu } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { Drawer } from '../../ui/dialog/drawer.tsx'
import { Mark } from '../../ui/page/mark.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState, SkeletonRows } from '../../ui/state/states.tsx'
import { CertificateDialog } from './documents/certificate-dialog.tsx'
import { DocumentDetails } from './documents/document-details.tsx'
import { SideMenu } from './documents/side-menu.tsx'
import { UploadButton } from './documents/upload-button.tsx'
import { InviteAllDialog } from './people/invite-all-dialog.tsx'
import { type EsignPlace, go, hrefOf, usePlace } from './place.ts'
import { useTemplate } from './queries.ts'

const EditorScreen = lazy(() =>
  import('./editor/editor-screen.tsx').then((module) => ({ default: module.EditorScreen })),
)
const PreviewPanel = lazy(() =>
  import('./preview/preview-panel.tsx').then((module) => ({ default: module.PreviewPanel })),
)

interface ComposePageProps {
  readonly caller: { readonly roomId: number; readonly email: string }
  readonly settings: ReactNode
  readonly notice: ReactNode
}

export function ComposePage({ caller, settings, notice }: ComposePageProps) {
  const { t } = useTranslation()
  const place = usePlace()
  if (place.kind !== 'edit')
    return <Overview roomId={caller.roomId} place={place} settings={settings} notice={notice} />
  return (
    <Suspense fallback={<SkeletonRows label={t('common.loading')} />}>
      <EditorScreen
        key={place.id}
        roomId={caller.roomId}
        templateId={place.id}
        isFromPreview={place.isFromPreview}
        settings={settings}
        notice={notice}
      />
    </Suspense>
  )
}

interface OverviewProps {
  readonly roomId: number
  readonly place: Exclude<EsignPlace, { readonly kind: 'edit' }>
  readonly settings: ReactNode
  readonly notice: ReactNode
}

interface HomeScreenProps {
  readonly roomId: number
  readonly onOpen: (templateId: number) => void
}

function HomeScreen({ roomId, onOpen }: HomeScreenProps) {
  const { t } = useTranslation()
  useTitle(t('compose.title'), t('app.title'))
  return (
    <div className="compose-home">
      <h1 className="hidden">{t('compose.title')}</h1>
      <EmptyState
        icon={FileUp}
        text={t('compose.selectHint')}
        action={<UploadButton roomId={roomId} onUploaded={onOpen} takesDrops />}
      />
      <p className="meta compose-drop-hint">{t('compose.uploadDrop')}</p>
    </div>
  )
}

interface DocumentScreenProps {
  readonly roomId: number
  readonly templateId: number
  readonly onPreview: () => void
  readonly onOpen: (templateId: number) => void
}

function DocumentScreen({ roomId, templateId, onPreview, onOpen }: DocumentScreenProps) {
  const { t } = useTranslation()
  const template = useTemplate(templateId)
  if (template.data)
    return (
      <DocumentDetails
        roomId={roomId}
        template={template.data}
        onPreview={onPreview}
        onOpen={onOpen}
      />
    )
  return (
    <div className="document">
      <h1 className="hidden">{t('compose.title')}</h1>
      <QueryState query={template} count={5} />
    </div>
  )
}

function Overview({ roomId, place, settings, notice }: OverviewProps) {
  const { t } = useTranslation()
  const hasSide = useMediaQuery('(min-width: 1024px)')
  // A rotation swaps the two menus, so the state lives here.
  const [dialog, setDialog] = useState<'inviteAll' | 'certificate'>()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [previewed, setPreviewed] = useState<string>()
  const here = hrefOf(place)
  useEffect(() => setPreviewed((before) => (before === here ? before : undefined)), [here])
  const open = (id: number) => {
    const next = { kind: 'document', id } as const
    setDrawerOpen(false)
    go(next)
    setPreviewed(hrefOf(next))
  }
  const side = (
    <SideMenu
      roomId={roomId}
      chosen={place.kind === 'document' ? place.id : undefined}
      onOpen={open}
      onInviteAll={() => setDialog('inviteAll')}
    />
  )
  return (
    <div
      className="compose"
      data-previews={(place.kind === 'document' && previewed === here) || undefined}
    >
      <header className="compose-top">
        {!hasSide && (
          <IconButton
            icon={Menu}
            label={t('compose.openMenu')}
            aria-haspopup="dialog"
            onClick={() => setDrawerOpen(true)}
          />
        )}
        <button type="button" className="compose-brand" onClick={() => go({ kind: 'home' })}>
          <Mark />
          <span>{t('compose.title')}</span>
        </button>
        <span className="compose-top-end">
          {settings}
          <a className={buttonClass()} href="/admin/dashboard" aria-label={t('compose.back')}>
            <ArrowLeft className="lucide" />
            <span className="wide-only">{t('compose.back')}</span>
          </a>
        </span>
      </header>
      {hasSide && (
        <aside className="compose-side" aria-label={t('compose.menu')}>
          {side}
        </aside>
      )}
      <main id="main" className="compose-main" tabIndex={-1}>
        {notice}
        {place.kind === 'home' ? (
          <HomeScreen roomId={roomId} onOpen={open} />
        ) : (
          <DocumentScreen
            key={place.id}
            roomId={roomId}
            templateId={place.id}
            onPreview={() => setPreviewed(here)}
            onOpen={open}
          />
        )}
      </main>
      {place.kind === 'document' && previewed === here && (
        <Suspense fallback={<SkeletonRows label={t('compose.loadingPdf')} />}>
          <PreviewPanel templateId={place.id} onClose={() => setPreviewed(undefined)} />
        </Suspense>
      )}
      <footer className="compose-foot meta">
        {t('compose.footer')}
        <Button variant="quiet" size="small" onClick={() => setDialog('certificate')}>
          {t('compose.certificate')}
        </Button>
      </footer>
      {dialog === 'inviteAll' && (
        <InviteAllDialog roomId={roomId} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'certificate' && <CertificateDialog onClose={() => setDialog(undefined)} />}
      {!hasSide && isDrawerOpen && (
        <Drawer label={t('compose.menu')} onDismiss={() => setDrawerOpen(false)}>
          {side}
        </Drawer>
      )}
    </div>
  )
}
