import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import type { Unfinished } from '../queue/upload-job.ts'
import type { UploadQueue } from '../queue/upload-queue.ts'
import { UnfinishedRow } from './unfinished-row.tsx'
import { UploadRow } from './upload-row.tsx'

const ROW_HEIGHT = 44

interface UploadRowsProps {
  readonly id: string
  readonly queue: UploadQueue
  readonly unfinished: readonly Unfinished[]
}

export function UploadRows({ id, queue, unfinished }: UploadRowsProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLElement>(null)
  const order = queue.order()
  const count = unfinished.length + order.length
  const keyOf = (index: number) =>
    unfinished[index]?.upload ?? order[index - unfinished.length] ?? index
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: keyOf,
    overscan: 4,
  })

  const rowAt = (index: number) => {
    const one = unfinished[index]
    if (one) return <UnfinishedRow queue={queue} unfinished={one} />
    const entry = queue.entry(order[index - unfinished.length] ?? 0)
    return entry && <UploadRow queue={queue} entry={entry} />
  }
  return (
    <ScrollArea ref={scroller} className="upload-card-list" label={t('uploads.list')}>
      <ul id={id} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            data-state={
              unfinished[index]
                ? 'unfinished'
                : queue.entry(order[index - unfinished.length] ?? 0)?.state
            }
            className="upload-row"
            style={{ transform: `translateY(${start}px)` }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {rowAt(index)}
          </li>
        ))}
      </ul>
    </ScrollArea>
  )
}
