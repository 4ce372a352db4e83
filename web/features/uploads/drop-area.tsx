import { CloudUpload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import type { PickedFile } from './check-file.ts'
import { type DropTarget, markTarget, targetOf } from './drop-target.ts'
import { readDrop } from './read-drop.ts'

interface DropAreaProps {
  /** Where files go that are dropped beside every other folder. */
  readonly folder: DropTarget
  /** Why nothing is taken: said to whoever drops or pastes something. */
  readonly blockedBecause: string | undefined
  readonly onFiles: (files: readonly PickedFile[], parent: number) => void
}

/** Takes files and folders dropped anywhere on the page, and says where they will go while they hover; and those that are pasted. */
export function DropArea({ folder, blockedBecause, onFiles }: DropAreaProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const [found, setFound] = useState<number>()
  const isBlocked = blockedBecause !== undefined
  const over = useDrops(folder, isBlocked, async (transfer, { id }) => {
    if (isBlocked) return dialogs.alert({ tone: 'check', text: blockedBecause })
    try {
      setFound(0)
      onFiles(await readDrop(transfer, setFound), id)
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
        <p className="drop-area-title">{t('uploads.drop', { folder: over.name })}</p>
        <p className="meta">{t('uploads.hint', { extensions: EXTENSIONS.join(', ') })}</p>
      </div>
    </div>
  )
}

/** A large folder takes its time until it is known what is in it; shown only when it takes longer than a moment. */
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

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Whether what is pasted are files, as a file manager copies them. With rich text beside it a file is the picture of that text, which nobody
 * means who copied cells of a table.
 */
const pastesFiles = ({ clipboardData }: ClipboardEvent): boolean =>
  (clipboardData?.types.includes('Files') ?? false) && !clipboardData?.types.includes('text/html')

const isWriting = (target: EventTarget | null): boolean => target instanceof Element && target.matches('input, textarea, [contenteditable]')

/** Under a dialog the page is inert: the dialog asks something first. */
const isCovered = (): boolean => document.querySelector('main')?.closest('[inert], [aria-hidden="true"]') != null

/** The folder over which files are dragged, or undefined where none are. */
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
    // The browser tells of it many times a second.
    setOver((current) => (current?.id === next?.id && current?.name === next?.name ? current : next))
  })
  const drop = useEffectEvent((event: DragEvent) => {
    leave()
    if (event.dataTransfer && !isCovered()) void take(event.dataTransfer, targetOf(event.target) ?? folder)
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
      // Without this the browser would leave the page and open the file, or the address that is dropped.
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
