import '../lib/strict-csp.ts'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import '@fontsource/nanum-pen-script/400.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { createApi } from '../lib/api.ts'
import { ApiProvider } from '../lib/api-context.ts'
import { createI18n, I18nProvider } from '../lib/i18n.ts'
import { startTheme } from '../lib/theme.ts'
import { SIGN_TEXTS } from '../locales/sources.ts'
import { SignPage } from './sign-page.tsx'
import { takeToken } from './token.ts'

startTheme()
const token = takeToken()
const i18n = createI18n()
const api = createApi({
  scheme: 'Signer',
  bearer: () => token,
  language: () => i18n.spoken().language,
  failureText: () => i18n.spoken().t('network.failed'),
  onRefused: () => undefined,
})
// Another link, opened in this tab.
addEventListener('hashchange', () => location.reload())

const place = document.getElementById('root')
if (!place) throw new Error('sign.html has no #root')
const root = createRoot(place)
const draw = () =>
  root.render(
    <I18nProvider value={i18n}>
      <ApiProvider value={api}>
        <SignPage token={token} />
      </ApiProvider>
    </I18nProvider>,
  )
void i18n.load(SIGN_TEXTS).then(draw)
