import '../tree/folder-tree.css'
import './move-dialog.css'
import { FolderPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { errorText } from '../../../../contract/core/errors.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { FolderNameField } from '../folder/folder-name-field.tsx'
import { useFolderPath } from '../list/items-query.ts'
import { FolderPicker, useOpenBranches } from './folder-picker.tsx'
import type { ActionCaller, Target } from './item-actions.ts'
import { targetObstacle } from './item-rules.ts'

interface MoveDialogProps {
  readonly caller: Pick<ActionCaller, 'id' | 'roomId'>
  readonly items: readonly Pick<Item, 'id' | 'parent' | 'name'>[]
  readonly onMove: (target: Target) => unknown
  readonly onClose: () => void
}

export function MoveDialog({ caller, items, onMove, onClose }: MoveDialogProps) {
  const { t, language } = useTranslation()
  const { roomId } = caller
  const id = useId()
  const [first] = items
  const home = first?.parent ?? 0
  const homePath = useFolderPath(roomId, home)
  const [picked, setPicked] = useState<Target>()
  const { open, onOpen } = useOpenBranches(homePath?.map((step) => step.id) ?? [])
  const [isNaming, setIsNaming] = useState(false)
  const tree = useRef<HTMLDivElement>(null)

  const target = picked ?? { id: home, name: homePath?.at(-1)?.folderName ?? t('documents.root') }
  const targetPath = useFolderPath(roomId, target.id)
  const obstacle = targetObstacle(items, target.id, targetPath?.map((step) => step.id) ?? [])
  const reasons = {
    PRESENT: t('actions.alreadyHere'),
    INTO_ITSELF: errorText('INTO_ITSELF', language),
  }
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
    onMove(target)
  }
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={`${id}-note`}
      initialFocus={tree}
      onDismiss={onClose}
    >
      <h2 id={`${id}-title`} className="title">
        {items.length === 1 && first
          ? t('actions.moveOne', { name: first.name })
          : t('actions.moveTitle', { count: items.length })}
      </h2>
      <div className="move-tree">
        <FolderPicker
          ref={tree}
          roomId={roomId}
          chosen={target.id}
          open={open}
          onOpen={onOpen}
          onChoose={setPicked}
        />
      </div>
      <p id={`${id}-note`} className="move-note meta" role="status">
        {blockedBecause ?? t('actions.moveInto', { folder: target.name })}
      </p>
      {isNaming && (
        <div className="move-new">
          <FolderNameField caller={caller} parent={target.id} onClose={stopNaming} />
        </div>
      )}
      <div className="modal-buttons move-buttons">
        <Button
          variant="quiet"
          icon={FolderPlus}
          isBusy={isNaming}
          onClick={() => setIsNaming(true)}
        >
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
