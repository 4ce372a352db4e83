import '../lib/strict-csp.ts'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { startTheme } from '../lib/theme.ts'
import { ComposeApp } from './compose-app.tsx'
import { createHouse } from './house.ts'

startTheme()

const place = document.getElementById('root')
if (!place) throw new Error('compose.html has no #root')
createRoot(place).render(<ComposeApp house={createHouse()} />)
