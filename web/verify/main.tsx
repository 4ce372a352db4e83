import '../lib/strict-csp.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { createI18n, I18nProvider } from '../lib/i18n.ts'
import { startTheme } from '../lib/theme.ts'
import { VERIFY_TEXTS } from '../locales/verify.ts'
import { VerifyPage } from './verify-page.tsx'

startTheme()
const i18n = createI18n()
i18n.addTexts(VERIFY_TEXTS)

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
createRoot(place).render(
  <I18nProvider value={i18n}>
    <VerifyPage />
  </I18nProvider>,
)
