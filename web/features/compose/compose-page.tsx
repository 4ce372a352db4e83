import './compose.css'
import { ArrowLeft, Menu } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Mark } from '../../ui/mark.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { CertificateDialog } from './documents/certificate-dialog.tsx'
import { DocumentScreen } from './documents/document-screen.tsx'
import { HomeScreen } from './documents/home-screen.tsx'
import { SideMenu } from './documents/side-menu.tsx'
import { InviteAllDialog } from './people/invite-all-dialog.tsx'
import { go, hrefOf, type Place, usePlace } from './place.ts'

/** What draws PDFs comes when one is to be seen. */
const EditorScreen = lazy(() => import('./editor/editor-screen.tsx').then((module) => ({ default: module.EditorScreen })))
const PreviewPanel = lazy(() => import('./preview/preview-panel.tsx').then((module) => ({ default: module.PreviewPanel })))

interface ComposePageProps {
  readonly caller: { readonly roomId: number; readonly email: string }
  /** Language and theme. */
  readonly settings: ReactNode
  /** Stands above the work. */
  readonly notice: ReactNode
}

/** Where documents are composed and sent to be signed. */
export function ComposePage({ caller, settings, notice }: ComposePageProps) {
  const { t } = useTranslation()
  const place = usePlace()
  if (place.kind !== 'edit') return <Overview roomId={caller.roomId} place={place} settings={settings} notice={notice} />
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
  readonly place: Exclude<Place, { readonly kind: 'edit' }>
  readonly settings: ReactNode
  readonly notice: ReactNode
}

/** The menu, what is chosen in it, and its preview beside it, which stays no longer than the address. */
function Overview({ roomId, place, settings, notice }: OverviewProps) {
  const { t } = useTranslation()
  const hasSide = useMediaQuery('(min-width: 1024px)')
  // Held here, above the two places of the menu, of which a turn of the screen exchanges one for the other.
  const [dialog, setDialog] = useState<'inviteAll' | 'certificate'>()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [previewed, setPreviewed] = useState<string>()
  const here = hrefOf(place)
  // By the browser's own buttons it does not come back, either.
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
    <div className="compose" data-previews={(place.kind === 'document' && previewed === here) || undefined}>
      <header className="compose-top">
        {!hasSide && <IconButton icon={Menu} label={t('compose.openMenu')} aria-haspopup="dialog" onClick={() => setDrawerOpen(true)} />}
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
          <DocumentScreen key={place.id} roomId={roomId} templateId={place.id} onPreview={() => setPreviewed(here)} onOpen={open} />
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
      {dialog === 'inviteAll' && <InviteAllDialog roomId={roomId} onClose={() => setDialog(undefined)} />}
      {dialog === 'certificate' && <CertificateDialog onClose={() => setDialog(undefined)} />}
      {!hasSide && isDrawerOpen && (
        <Drawer label={t('compose.menu')} onDismiss={() => setDrawerOpen(false)}>
          {side}
        </Drawer>
      )}
    </div>
  )
}
