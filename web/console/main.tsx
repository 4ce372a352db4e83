import '../lib/browser/zod-without-eval.ts'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import '../ui/tokens.css'
import '../ui/base.css'
import './console.css'
import { createRoot } from 'react-dom/client'
import { startTheme } from '../lib/browser/theme.ts'
import { consoleApp } from './console-app.tsx'
import { takeArrival, takeInvitation } from './console-session.ts'

startTheme()
const app = consoleApp({ invitation: takeInvitation(), arrival: takeArrival() })

const place = document.getElementById('root')
if (!place) throw new Error('console.html has no #root')
const root = createRoot(place)
void app.then((element) => root.render(element))
