import '../folder-tree.css'
import './move-dialog.css'
import { FolderPlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { errorText } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { normaliseName } from '../../../../contract/core/name-key.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useFolderPath } from '../items-query.ts'
import { useCreateFolder } from '../new-folder-row.tsx'
import { FolderPicker, useOpenBranches } from './folder-picker.tsx'
import type { ActionCaller, Target } from './item-actions.ts'
import { targetObstacle } from './item-rules.ts'

interface MoveDialogProps {
  readonly caller: ActionCaller
  readonly items: readonly Item[]
  readonly onMove: (items: readonly Item[], target: Target) => unknown
  readonly onClose: () => void
}

/** Asks for the folder into which items go. It begins where they are. */
export function MoveDialog({ caller, items, onMove, onClose }: MoveDialogProps) {
  const { t, language } = useTranslation()
  const { roomId } = caller
  const id = useId()
  const [first] = items
  const home = first?.parent ?? 0
  const homeWay = useFolderPath(roomId, home)
  const [picked, setPicked] = useState<Target>()
  const { open, onOpen } = useOpenBranches(homeWay?.map((step) => step.id) ?? [])
  const [isNaming, setIsNaming] = useState(false)
  const tree = useRef<HTMLDivElement>(null)

  const target = picked ?? { id: home, name: homeWay?.at(-1)?.folderName ?? t('documents.root') }
  const way = useFolderPath(roomId, target.id)
  const obstacle = targetObstacle(items, target.id, way?.map((step) => step.id) ?? [])
  const reasons = { PRESENT: t('actions.alreadyHere'), INTO_ITSELF: errorText('INTO_ITSELF', language) }
  const blockedBecause = obstacle && reasons[obstacle]

  const stopNaming = (created?: Target) => {
    if (created) {
      onOpen([target.id], true)
      setPicked(created)
    }
    setIsNaming(false)
    tree.current?.focus()
  }
  const move = () => {
    onClose()
    onMove(items, target)
  }
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-note`} initialFocus={tree} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {items.length === 1 && first ? t('actions.moveOne', { name: first.name }) : t('actions.moveTitle', { count: items.length })}
      </h2>
      <div className="move-tree">
        <FolderPicker ref={tree} roomId={roomId} chosen={target.id} open={open} onOpen={onOpen} onChoose={setPicked} />
      </div>
      <p id={`${id}-note`} className="move-note meta" role="status">
        {blockedBecause ?? t('actions.moveInto', { folder: target.name })}
      </p>
      {isNaming && <NewFolder caller={caller} parent={target.id} onClose={stopNaming} />}
      <div className="modal-buttons move-buttons">
        <Button variant="quiet" icon={FolderPlus} isBusy={isNaming} onClick={() => setIsNaming(true)}>
          {t('actions.newFolder')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" blockedBecause={blockedBecause} onClick={move}>
          {t('actions.move')}
        </Button>
      </div>
    </Modal>
  )
}

interface NewFolderProps {
  readonly caller: ActionCaller
  readonly parent: number
  readonly onClose: (created?: Target) => void
}

/** Makes a folder in the one that is chosen, which it then is itself. */
function NewFolder({ caller, parent, onClose }: NewFolderProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(t('documents.newFolder'))
  const input = useRef<HTMLInputElement>(null)
  const creating = useCreateFolder({ caller, parent })
  useEffect(() => input.current?.select(), [])

  const save = () => {
    const typed = normaliseName(name).trim()
    if (creating.isPending) return
    if (typed === '') return onClose()
    creating.mutate(typed, { onSuccess: onClose, onError: () => input.current?.select() })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') save()
    if (event.key !== 'Escape') return
    // Escape drops the folder, not the dialog.
    event.stopPropagation()
    onClose()
  }
  return (
    <div className="move-new">
      <input
        ref={input}
        className="field field-small"
        aria-label={t('documents.folderName')}
        value={name}
        maxLength={LIMITS.nameLength}
        readOnly={creating.isPending}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="primary" size="small" isBusy={creating.isPending} onClick={save}>
        {t('common.confirm')}
      </Button>
      <Button size="small" onClick={() => onClose()}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}
