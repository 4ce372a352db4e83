import { CloudUpload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { EXTENSIONS } from '../../../../contract/core/limits.ts'
import { type Translate, useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { isSystemFile, namedAs, type PickedFile } from './check-file.ts'
import { type DropTarget, markTarget, targetOf } from './drop-target.ts'
import { readDrop } from './read-drop.ts'

interface DropAreaProps {
  readonly folder: DropTarget
  readonly title?: string
  readonly hint?: string
  readonly blockedBecause: string | undefined
  readonly onFiles: (files: readonly PickedFile[], parent: number) => void
}

export function DropArea({ folder, title, hint, blockedBecause, onFiles }: DropAreaProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const [found, setFound] = useState<number>()
  const isBlocked = blockedBecause !== undefined
  const over = useDrops(folder, isBlocked, async (transfer, { id, as }) => {
    if (isBlocked) return dialogs.alert({ tone: 'check', text: blockedBecause })
    try {
      setFound(0)
      const files = await readDrop(transfer, setFound)
      if (as === undefined) return onFiles(files, id)
      const meant = files.filter((file) => !isSystemFile(file) && !file.isFolder)
      const [only] = meant
      if (meant.length > 1 || !only)
        return void (await dialogs.alert({
          tone: 'check',
          text: t('uploads.oneFile', { name: as }),
        }))
      onFiles([namedAs(only, as)], id)
    } catch {
      await dialogs.alert({ tone: 'error', text: t('uploads.unreadable') })
    } finally {
      setFound(undefined)
    }
  })
  if (!over) return found === undefined ? null : <Reading count={found} />
  return (
    <div className="drop-area">
      <div className="drop-area-card">
        <CloudUpload />
        <p className="drop-area-title">{title ?? textOf(t, over)}</p>
        <p className="meta">{hint ?? t('uploads.hint', { extensions: EXTENSIONS.join(', ') })}</p>
      </div>
    </div>
  )
}

const textOf = (t: Translate, { name, as }: DropTarget): string =>
  as === undefined ? t('uploads.drop', { folder: name }) : t('expected.drop', { name: as })

function Reading({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  return (
    <p className="drop-reading" role="status">
      <span className="hidden">{t('uploads.readingBegins')}</span>
      <span className="numbers" aria-hidden="true">
        {t('uploads.reading', { count })}
      </span>
    </p>
  )
}

const carriesFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false

/** Copied spreadsheet cells also contain a picture. */
const pastesFiles = ({ clipboardData }: ClipboardEvent): boolean =>
  (clipboardData?.types.includes('Files') ?? false) && !clipboardData?.types.includes('text/html')

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, [contenteditable]')

const isCovered = (): boolean =>
  document.querySelector('main')?.closest('[inert], [aria-hidden="true"]') != null

function useDrops(
  folder: DropTarget,
  isBlocked: boolean,
  onDrop: (transfer: DataTransfer, target: DropTarget) => Promise<void>,
): DropTarget | undefined {
  const [over, setOver] = useState<DropTarget>()
  const take = useEffectEvent(onDrop)
  const hover = useEffectEvent((event: DragEvent) => {
    const isOpen = !isCovered() && !isBlocked
    if (event.dataTransfer) event.dataTransfer.dropEffect = isOpen ? 'copy' : 'none'
    const target = isOpen ? targetOf(event.target) : undefined
    markTarget(target?.element)
    const next = isOpen ? (target ?? folder) : undefined
    setOver((current) =>
      current?.id === next?.id && current?.name === next?.name && current?.as === next?.as
        ? current
        : next,
    )
  })
  const drop = useEffectEvent((event: DragEvent) => {
    leave()
    if (event.dataTransfer && !isCovered())
      void take(event.dataTransfer, targetOf(event.target) ?? folder)
  })
  const paste = useEffectEvent(({ clipboardData }: ClipboardEvent) => {
    if (clipboardData && !isCovered()) void take(clipboardData, folder)
  })
  const leave = useEffectEvent(() => {
    markTarget(undefined)
    setOver(undefined)
  })

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (carriesFiles(event)) hover(event)
      else if (event.defaultPrevented || isWriting(event.target)) return
      else if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
      // The browser would open the dropped file.
      event.preventDefault()
    }
    const onPasted = (event: ClipboardEvent) => {
      if (!pastesFiles(event) || isWriting(event.target)) return
      event.preventDefault()
      paste(event)
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) leave()
    }
    const onDropped = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      drop(event)
    }
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDropped)
    addEventListener('paste', onPasted)
    return () => {
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDropped)
      removeEventListener('paste', onPasted)
      markTarget(undefined)
    }
  }, [])
  return over
}
