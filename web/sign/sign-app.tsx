import type { ReactNode } from 'react'
import { createApi } from '../lib/api/api.ts'
import { ApiProvider } from '../lib/api/api-context.ts'
import { createI18n, I18nProvider } from '../lib/i18n.ts'
import { SIGN_TEXTS } from '../locales/sources.ts'
import { SignPage } from './pages/sign-page.tsx'

export async function signApp(token: string | undefined): Promise<ReactNode> {
  const i18n = createI18n()
  const api = createApi({
    scheme: 'Signer',
    bearer: () => token,
    language: () => i18n.spoken().language,
    failureText: () => i18n.spoken().t('network.failed'),
    onRefused: () => undefined,
  })
  await i18n.load(SIGN_TEXTS)
  return (
    <I18nProvider value={i18n}>
      <ApiProvider value={api}>
        <SignPage token={token} />
      </ApiProvider>
    </I18nProvider>
  )
}
