import '../lib/browser/zod-without-eval.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/field/field.css'
import { createRoot } from 'react-dom/client'
import { startTheme } from '../lib/browser/theme.ts'
import { createI18n, I18nProvider } from '../lib/i18n.ts'
import { texts as en } from '../locales/verify.en.ts'
import { texts as ko } from '../locales/verify.ko.ts'
import { VerifyPage } from './verify-page.tsx'

startTheme()
const i18n = createI18n()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)
// The page loads nothing.
void i18n.load({ ko: async () => ({ texts: ko }), en: async () => ({ texts: en }) }).then(() =>
  root.render(
    <I18nProvider value={i18n}>
      <VerifyPage />
    </I18nProvider>,
  ),
)
