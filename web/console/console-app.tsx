import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createApi } from '../lib/api/api.ts'
import { ApiProvider } from '../lib/api/api-context.ts'
import { createI18n, I18nProvider, useTranslation } from '../lib/i18n.ts'
import { CONSOLE_TEXTS } from '../locales/sources.ts'
import { DialogProvider } from '../ui/dialog/dialogs.tsx'
import { BusyProvider, LoadingOverlay } from '../ui/state/busy.tsx'
import { ToastProvider } from '../ui/state/toasts.tsx'
import { TooltipLayer } from '../ui/tooltip-layer.tsx'
import { type Arrival, bearer, endBearer, hasEnded, useBearer } from './console-session.ts'
import { ConsoleShell } from './console-shell.tsx'
import { InvitationPage } from './entering/invitation-page.tsx'
import { SignOnPage } from './entering/sign-on-page.tsx'
import { useArrival } from './entering/use-arrival.ts'

interface Come {
  readonly invitation: string | undefined
  readonly arrival: Arrival | undefined
}

export async function consoleApp(come: Come): Promise<ReactNode> {
  const i18n = createI18n()
  const api = createApi({
    scheme: 'Administrator',
    bearer,
    language: () => i18n.spoken().language,
    failureText: () => i18n.spoken().t('network.failed'),
    onRefused: ({ http }, refused) => {
      if (http === 401 && refused !== undefined && refused === bearer()) endBearer()
    },
  })
  await i18n.load(CONSOLE_TEXTS)
  return (
    <I18nProvider value={i18n}>
      <ApiProvider value={api}>
        <Layers>
          <Console {...come} />
        </Layers>
      </ApiProvider>
    </I18nProvider>
  )
}

function Layers({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <BusyProvider label={t('common.loading')}>
      <ToastProvider labels={{ region: t('app.notifications'), close: t('common.close') }}>
        <DialogProvider labels={{ confirm: t('common.confirm'), cancel: t('common.cancel') }}>
          {children}
        </DialogProvider>
      </ToastProvider>
      <TooltipLayer />
    </BusyProvider>
  )
}

function Console({ invitation: given, arrival }: Come) {
  const [invitation, setInvitation] = useState(given)
  const { isExchanging, problem, setProblem } = useArrival(arrival)
  const { t } = useTranslation()
  const token = useBearer()
  if (isExchanging) return <LoadingOverlay label={t('console.signingOn')} />
  if (invitation !== undefined)
    return <InvitationPage token={invitation} onDone={() => setInvitation(undefined)} />
  if (token !== undefined) return <SignedOn key={token} />
  return (
    <SignOnPage
      problem={problem || (hasEnded() ? t('console.ended') : '')}
      onProblem={setProblem}
    />
  )
}

/** The next session sees nothing of this one. */
function SignedOn() {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, networkMode: 'always' } } }),
  )
  return (
    <QueryClientProvider client={queries}>
      <ConsoleShell />
    </QueryClientProvider>
  )
}
