import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ApiProvider } from '../lib/api/api-context.ts'
import { I18nProvider, useTranslation } from '../lib/i18n.ts'
import { DialogProvider } from '../ui/dialog/dialogs.tsx'
import { BusyProvider } from '../ui/state/busy.tsx'
import { ToastProvider } from '../ui/state/toasts.tsx'
import { TooltipLayer } from '../ui/tooltip-layer.tsx'
import type { AppContext } from './app-context.ts'
import { AppProvider, useApp, useSession, useView } from './use-app.ts'

export function Root({
  app,
  children,
}: {
  readonly app: AppContext
  readonly children: ReactNode
}) {
  useOwnContextMenus()
  return (
    <I18nProvider value={app.i18n}>
      <AppProvider value={app}>{children}</AppProvider>
    </I18nProvider>
  )
}

export function RouteLayers() {
  return (
    <Layers>
      <Outlet />
    </Layers>
  )
}

export function Layers({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const { api, viewApi } = useApp()
  const session = useSession()
  const view = useView()
  return (
    <ApiProvider value={view ? viewApi(view.jwt) : api}>
      <BusyProvider label={t('common.loading')}>
        <ToastProvider
          key={session?.jwt}
          labels={{ region: t('app.notifications'), close: t('common.close') }}
        >
          <DialogProvider labels={{ confirm: t('common.confirm'), cancel: t('common.cancel') }}>
            {children}
          </DialogProvider>
        </ToastProvider>
        <TooltipLayer />
      </BusyProvider>
    </ApiProvider>
  )
}

const TEXT_FIELD = 'input, textarea, [contenteditable]'

function useOwnContextMenus(): void {
  useEffect(() => {
    const prevent = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest(TEXT_FIELD) === null)
        event.preventDefault()
    }
    document.addEventListener('contextmenu', prevent)
    return () => document.removeEventListener('contextmenu', prevent)
  }, [])
}
