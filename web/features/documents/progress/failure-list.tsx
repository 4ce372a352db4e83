import { useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { ReasonList } from '../../../ui/dialog/reason-list.tsx'
import type { Failed } from './run-each.ts'

export interface FailedItem {
  readonly id: number
  readonly name: string
}

function FailureList({ failed }: { readonly failed: readonly Failed<FailedItem>[] }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <ReasonList
      label={t('item.failed')}
      rows={failed}
      describe={({ item, error }) => ({ key: item.id, name: item.name, reason: errorText(error) })}
      others={(count) => t('item.others', { count })}
    />
  )
}

export function useFailureToast(): (
  text: string,
  failed: readonly Failed<FailedItem>[],
) => Promise<void> {
  const dialogs = useDialogs()
  return async (text, failed) => {
    if (failed.length > 0)
      await dialogs.alert({ tone: 'check', text, detail: <FailureList failed={failed} /> })
  }
}
