import { Ellipsis, FileDown, FileText, FileUp } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { LazyMenu, preloadMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { OwnThreads, ThreadFilter } from '../threads-query.ts'
import { ImportDialog } from './import-dialog.tsx'
import { useExport } from './use-export.ts'

interface ExchangeMenuProps {
  readonly roomId: number
  readonly isArea: boolean
  readonly own: OwnThreads | undefined
  readonly filter: ThreadFilter
}

export function ExchangeMenu({ roomId, isArea, own, filter }: ExchangeMenuProps) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const exporting = useExport(roomId)
  const mayImport = own !== undefined && own.role !== 'expert'
  const blocked =
    own && !own.canSubmit && own.reason !== 'LIMIT'
      ? t(`questions.blocked${own.reason ?? 'ROLE'}`)
      : undefined
  const actions = [
    {
      id: 'xlsx',
      icon: FileDown,
      label: t('questions.exportXlsx'),
      onAction: () => exporting.save({ format: 'xlsx', filter }),
    },
    {
      id: 'pdf',
      icon: FileText,
      label: t('questions.exportPdf'),
      onAction: () => exporting.save({ format: 'pdf', filter }),
    },
    ...(mayImport
      ? [
          {
            id: 'import',
            icon: FileUp,
            label: t('questions.import'),
            group: 1,
            blockedBecause: blocked,
            onAction: () => setImporting(true),
          },
        ]
      : []),
  ]
  return (
    <>
      <IconButton
        ref={button}
        size="small"
        icon={Ellipsis}
        label={t('questions.exchange')}
        aria-haspopup="menu"
        isBusy={exporting.isRunning}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={() => setOpen(true)}
      />
      {isOpen && button.current && (
        <Suspense>
          <LazyMenu
            label={t('questions.exchange')}
            anchor={button.current}
            actions={actions}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {isImporting && (
        <ImportDialog roomId={roomId} isArea={isArea} onClose={() => setImporting(false)} />
      )}
    </>
  )
}
