import '../../lib/browser/zod-without-eval.ts'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import '../../ui/tokens.css'
import '../../ui/base.css'
import { createRoot } from 'react-dom/client'
import { startTheme } from '../../lib/browser/theme.ts'
import { createAppContext } from '../app-context.ts'
import { followNamedRoom } from '../named-room.ts'
import { ComposeApp } from './compose-app.tsx'

startTheme()

const place = document.getElementById('root')
if (!place) throw new Error('compose.html has no #root')
const app = createAppContext()
followNamedRoom(app)
// The entrance is another HTML document.
if (location.pathname === '/login') location.reload()
else createRoot(place).render(<ComposeApp app={app} />)
