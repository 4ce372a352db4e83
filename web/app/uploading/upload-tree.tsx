import './upload-tree.css'
import { FolderTree as FolderTreeIcon, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { FolderTree } from '../../features/documents/index.ts'
import { storedInBrowser } from '../../lib/browser/stored.ts'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'

const Drawer = lazy(() =>
  import('../../ui/dialog/drawer.tsx').then((module) => ({ default: module.Drawer })),
)

const kept = storedInBrowser<boolean>('upload.tree', (value) =>
  typeof value === 'boolean' ? value : undefined,
)

interface UploadTree {
  readonly column: ReactNode
  readonly button: ReactNode
  readonly drawer: ReactNode
}

export function useUploadTree(roomId: number, folder: number | undefined): UploadTree {
  const { t } = useTranslation()
  const hasRoom = useMediaQuery('(min-width: 1280px)')
  const isWanted = useSyncExternalStore(kept.subscribe, kept.read) ?? true
  const isShown = hasRoom && isWanted
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const { button, press } = useSwappedButton(isShown)
  const label = t('app.folders')
  const show = (isOn: boolean) => {
    press()
    kept.write(isOn)
  }
  const closeDrawer = () => setDrawerOpen(false)
  return {
    column: isShown && (
      <section className="upload-tree" aria-label={label}>
        <div className="upload-tree-head">
          <span className="upload-tree-title">{label}</span>
          <IconButton
            ref={button}
            size="small"
            icon={PanelLeftClose}
            label={t('uploads.hideFolders')}
            onClick={() => show(false)}
          />
        </div>
        <div className="upload-tree-body">
          <FolderTree roomId={roomId} folder={folder} />
        </div>
      </section>
    ),
    button: !isShown && (
      <IconButton
        ref={button}
        size="small"
        icon={hasRoom ? PanelLeftOpen : FolderTreeIcon}
        label={label}
        aria-haspopup={hasRoom ? undefined : 'dialog'}
        onClick={() => (hasRoom ? show(true) : setDrawerOpen(true))}
      />
    ),
    drawer: !hasRoom && isDrawerOpen && (
      <Suspense>
        <Drawer label={label} onDismiss={closeDrawer}>
          <div className="upload-tree-body">
            <FolderTree roomId={roomId} folder={folder} onNavigate={closeDrawer} />
          </div>
        </Drawer>
      </Suspense>
    ),
  }
}

function useSwappedButton(isShown: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  const focus = useEffectEvent((_: boolean) => {
    if (isPressed.current) button.current?.focus()
    isPressed.current = false
  })
  useLayoutEffect(() => focus(isShown), [isShown])
  return {
    button,
    press: () => {
      isPressed.current = true
    },
  }
}
