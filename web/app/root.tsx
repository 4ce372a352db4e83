import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ApiProvider } from '../lib/api-context.ts'
import { I18nProvider, useTranslation } from '../lib/i18n.ts'
import { BusyProvider } from '../ui/busy.tsx'
import { DialogProvider } from '../ui/dialogs.tsx'
import { ToastProvider } from '../ui/toasts.tsx'
import { TooltipLayer } from '../ui/tooltip-layer.tsx'
import type { House } from './house.ts'
import { HouseProvider, useHouse, useSession, useView } from './house-context.ts'

/** Gives every screen what it works with, also those that stand in for one that is not there: it stands around the router. */
export function Root({ house, children }: { readonly house: House; readonly children: ReactNode }) {
  useOwnContextMenus()
  return (
    <I18nProvider value={house.i18n}>
      <HouseProvider value={house}>{children}</HouseProvider>
    </I18nProvider>
  )
}

/** The screens of the router, with what floats over them. */
export function RouteLayers() {
  return (
    <Layers>
      <Outlet />
    </Layers>
  )
}

/** The screen, and what floats over every screen. Messages of one session are not shown to the next. */
export function Layers({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const { api, viewApi } = useHouse()
  const session = useSession()
  const view = useView()
  return (
    <ApiProvider value={view ? viewApi(view.jwt) : api}>
      <BusyProvider label={t('common.loading')}>
        <ToastProvider key={session?.jwt} labels={{ region: t('app.news'), close: t('common.close') }}>
          <DialogProvider labels={{ confirm: t('common.confirm'), cancel: t('common.cancel') }}>{children}</DialogProvider>
        </ToastProvider>
        <TooltipLayer />
      </BusyProvider>
    </ApiProvider>
  )
}

const TEXT_FIELD = 'input, textarea, [contenteditable]'

/** The browser's context menu stays where text is typed, for paste, spelling and input methods; elsewhere the product has its own. */
function useOwnContextMenus(): void {
  useEffect(() => {
    const prevent = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest(TEXT_FIELD) === null) event.preventDefault()
    }
    document.addEventListener('contextmenu', prevent)
    return () => document.removeEventListener('contextmenu', prevent)
  }, [])
}
