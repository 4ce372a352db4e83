import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { IdleWatch } from '../features/session/index.ts'
import { UploadCard } from '../features/uploads/index.ts'
import { ApiProvider } from '../lib/api-context.ts'
import { DialogProvider, useDialogs } from '../ui/dialogs.tsx'
import { ToastProvider } from '../ui/toaster.tsx'
import type { House } from './house.ts'
import { HouseProvider, useHouse, useSession } from './house-context.ts'
import { LiveUpdates } from './live-updates.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The operator area was asked for by somebody who is no operator. */
    readonly isDenied?: boolean
  }
}

export function Root({ house }: { readonly house: House }) {
  return (
    <I18nextProvider i18n={house.i18n}>
      <HouseProvider value={house}>
        <QueryClientProvider client={house.queries}>
          <ApiProvider value={house.api}>
            <Screens />
          </ApiProvider>
        </QueryClientProvider>
      </HouseProvider>
    </I18nextProvider>
  )
}

/** The screen, and what stands over every screen. A new session begins with everything new. */
function Screens() {
  const { t } = useTranslation()
  const { leave, sessions, uploads } = useHouse()
  const session = useSession()
  return (
    <ToastProvider key={session?.jwt}>
      <DialogProvider labels={{ confirm: t('common.confirm'), cancel: t('common.cancel') }}>
        <Outlet />
        <DeniedNotice />
        {session?.agreed && <IdleWatch sessions={sessions} onEnd={(reason) => sessions.end(reason)} onLogout={leave} />}
        {session?.agreed && <LiveUpdates session={session} />}
        {session?.agreed && <UploadCard queue={uploads} />}
      </DialogProvider>
    </ToastProvider>
  )
}

function DeniedNotice() {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const navigate = useNavigate()
  const isDenied = useLocation({ select: ({ state }) => state.isDenied === true })

  const tell = useEffectEvent(async () => {
    // Told once: a reload brings the same history entry back.
    await navigate({ to: '/', replace: true, state: {} })
    await dialogs.alert({ tone: 'check', text: t('gate.denied') })
  })
  useEffect(() => {
    if (isDenied) void tell()
  }, [isDenied])
  return null
}
