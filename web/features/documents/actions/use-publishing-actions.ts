import { CalendarX2, Eye, EyeOff, FolderCog } from 'lucide-react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { ShowPublishing } from '../../../room/publishing-subject.ts'
import { useCancelOrders } from '../../../room/use-cancel-orders.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { isFolder } from '../file-kind.ts'

/** A folder's contents are unknown, so it may always be published. */
const mayPublish = (item: Item): boolean =>
  item.state === 'staged' || item.waits !== undefined || isFolder(item)

const isOrdered = ({ publishAt, unpublishAt }: Item): boolean =>
  publishAt !== undefined || unpublishAt !== undefined

export function usePublishingActions(
  roomId: number,
  show: ShowPublishing,
  blockOf: (items: readonly Item[]) => string | undefined,
) {
  const { t } = useTranslation()
  const cancelOrders = useCancelOrders(roomId)
  return (items: readonly Item[]): readonly MenuAction[] => {
    const blockedBecause = blockOf(items)
    const [first] = items
    const ordered = items.filter(isOrdered)
    const act = (what: Parameters<ShowPublishing>[0]) => () => show(what, items)
    return [
      ...(items.some(mayPublish)
        ? [
            {
              id: 'publish',
              label: t('publishing.menuPublish'),
              icon: Eye,
              blockedBecause,
              onAction: act('publish'),
            },
          ]
        : []),
      ...(items.some(({ state }) => state === 'published')
        ? [
            {
              id: 'unpublish',
              label: t('publishing.menuUnpublish'),
              icon: EyeOff,
              blockedBecause,
              onAction: act('unpublish'),
            },
          ]
        : []),
      ...(ordered.length > 0
        ? [
            {
              id: 'publish-cancel',
              label: t('publishing.menuCancel'),
              icon: CalendarX2,
              blockedBecause,
              onAction: () => void cancelOrders(ordered),
            },
          ]
        : []),
      ...(first && items.length === 1 && isFolder(first)
        ? [
            {
              id: 'staging',
              label: t('publishing.menuStaging'),
              icon: FolderCog,
              blockedBecause,
              onAction: act('staging'),
            },
          ]
        : []),
    ]
  }
}
