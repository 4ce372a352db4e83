import '../lib/browser/zod-without-eval.ts'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import '@fontsource/nanum-pen-script/400.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { startTheme } from '../lib/browser/theme.ts'
import { signApp } from './sign-app.tsx'
import { takeToken } from './token.ts'

startTheme()
const app = signApp(takeToken())
addEventListener('hashchange', () => location.reload())

const place = document.getElementById('root')
if (!place) throw new Error('sign.html has no #root')
const root = createRoot(place)
void app.then((element) => root.render(element))
