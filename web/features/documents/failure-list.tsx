import './failure-list.css'
import { useErrorText } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import type { Failed } from './run-each.ts'

const LISTED = 20

export interface Named {
  readonly id: number
  readonly name: string
}

/** Items with which something could not be done, each with the reason. */
function FailureList({ failed }: { readonly failed: readonly Failed<Named>[] }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <ScrollArea className="failure-list" label={t('item.failed')}>
      <ul>
        {failed.slice(0, LISTED).map(({ item, error }) => (
          <li key={item.id}>
            <span className="file-name" data-tip={item.name}>
              <FileName name={item.name} />
            </span>
            <span className="meta">{errorText(error)}</span>
          </li>
        ))}
        {failed.length > LISTED && <li className="meta">{t('item.others', { count: failed.length - LISTED })}</li>}
      </ul>
    </ScrollArea>
  )
}

/** Tells which items something could not be done with, and why; says nothing where there are none. */
export function useTellFailed(): (text: string, failed: readonly Failed<Named>[]) => Promise<void> {
  const dialogs = useDialogs()
  return async (text, failed) => {
    if (failed.length > 0) await dialogs.alert({ tone: 'check', text, detail: <FailureList failed={failed} /> })
  }
}
