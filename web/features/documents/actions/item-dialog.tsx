import { lazy, Suspense } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { ActionCaller } from './item-actions.ts'
import type { useTransfer } from './use-transfer.ts'

const MoveDialog = lazy(() =>
  import('./move-dialog.tsx').then((module) => ({ default: module.MoveDialog })),
)
const OrderDialog = lazy(() =>
  import('../order/order-dialog.tsx').then((module) => ({ default: module.OrderDialog })),
)
const RenumberDialog = lazy(() =>
  import('../order/renumber-dialog.tsx').then((module) => ({ default: module.RenumberDialog })),
)
const StructureDialog = lazy(() =>
  import('../structure/structure-dialog.tsx').then((module) => ({
    default: module.StructureDialog,
  })),
)
const PropertiesDialog = lazy(() =>
  import('../properties/properties-dialog.tsx').then((module) => ({
    default: module.PropertiesDialog,
  })),
)
const RenameDialog = lazy(() =>
  import('../rename/rename-dialog.tsx').then((module) => ({ default: module.RenameDialog })),
)
const VersionsDialog = lazy(() =>
  import('../versions/versions-dialog.tsx').then((module) => ({ default: module.VersionsDialog })),
)

export type OpenItemDialog =
  | { readonly kind: 'move' | 'order' | 'rename'; readonly items: readonly Item[] }
  | { readonly kind: 'properties' | 'versions'; readonly item: Item }
  | { readonly kind: 'renumber' | 'structure'; readonly folder: number }

interface ItemDialogProps {
  readonly caller: ActionCaller
  readonly dialog: OpenItemDialog
  readonly transfer: ReturnType<typeof useTransfer>
  readonly onClose: () => void
}

export function ItemDialog({ caller, dialog, transfer, onClose }: ItemDialogProps) {
  const { roomId } = caller
  const alertError = useErrorAlert()
  return (
    <Suspense>
      {dialog.kind === 'move' && (
        <MoveDialog
          caller={caller}
          items={dialog.items}
          onMove={(target) => transfer.move(dialog.items, target)}
          onClose={onClose}
        />
      )}
      {dialog.kind === 'order' && (
        <OrderDialog
          roomId={roomId}
          items={dialog.items}
          onPlace={(target, place) =>
            transfer.placeAt(dialog.items, target, place).catch(alertError)
          }
          onClose={onClose}
        />
      )}
      {dialog.kind === 'rename' && (
        <RenameDialog roomId={roomId} items={dialog.items} onClose={onClose} />
      )}
      {dialog.kind === 'renumber' && (
        <RenumberDialog roomId={roomId} folder={dialog.folder} onClose={onClose} />
      )}
      {dialog.kind === 'structure' && (
        <StructureDialog roomId={roomId} folder={dialog.folder} onClose={onClose} />
      )}
      {dialog.kind === 'properties' && (
        <PropertiesDialog caller={caller} item={dialog.item} onClose={onClose} />
      )}
      {dialog.kind === 'versions' && (
        <VersionsDialog caller={caller} item={dialog.item} onClose={onClose} />
      )}
    </Suspense>
  )
}
