import '../lib/strict-csp.ts'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { createI18n, I18nProvider } from '../lib/i18n.ts'
import { startTheme } from '../lib/theme.ts'
import { LoadingOverlay } from '../ui/busy.tsx'

startTheme()
const i18n = createI18n()
const place = document.getElementById('root')
if (!place) throw new Error('sign.html has no #root')
createRoot(place).render(
  <I18nProvider value={i18n}>
    <LoadingOverlay label={i18n.spoken().t('common.loading')} />
  </I18nProvider>,
)
